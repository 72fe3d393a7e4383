import { setTimeout as delay } from 'node:timers/promises';

/** Returns the sum of a metric's samples whose labels contain a text; 0 without any. */
export async function metricOf(operationsUrl: string, name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${operationsUrl}/metrics`)).text();
  const isSample = new RegExp(`^${name}[{ ]`);
  return text
    .split('\n')
    .filter((line) => isSample.test(line) && line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Returns the seconds until a condition holds. Errors: when it takes longer than the limit. */
export async function secondsUntil(holds: () => Promise<boolean>, limitSeconds: number): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > limitSeconds * 1_000) throw new Error(`It did not hold within ${limitSeconds} s.`);
    await delay(20);
  }
  return (performance.now() - start) / 1_000;
}

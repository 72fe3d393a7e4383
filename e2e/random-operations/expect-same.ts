import { isDeepStrictEqual } from 'node:util';

/** Throws where two values differ, with the place at which they do. */
export function expectSame(what: string, is: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(is, wanted)) return;
  const [a, b] = [is, wanted].map((value) => JSON.stringify(value) ?? 'undefined') as [string, string];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const from = Math.max(0, at - 120);
  fail(`${what}: ${a.slice(from, at + 300)}\n  and not: ${b.slice(from, at + 300)}`);
}

export function fail(message: string): never {
  throw new Error(message);
}

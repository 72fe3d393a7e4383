export async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export interface Repeats {
  readonly runs: number;
  readonly calls: number;
  /** Number of calls before the first run that are not measured. */
  readonly warmUp: number;
}

/** Times calls one after the other, in milliseconds, by run. `call` receives a new number each time. */
export async function timeRuns({ runs, calls, warmUp }: Repeats, call: (number: number) => unknown): Promise<number[][]> {
  let number = 0;
  for (; number < warmUp; number += 1) await call(number);
  const times: number[][] = [];
  for (let run = 0; run < runs; run += 1) {
    const own: number[] = [];
    for (let at = 0; at < calls; at += 1, number += 1) own.push(await timed(() => call(number)));
    times.push(own);
  }
  return times;
}

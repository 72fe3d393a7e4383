/**
 * Runs callers that call one after the other for a time. Returns a line of text with the total rate and the latencies.
 */
export async function timedCalls(name: string, callers: number, seconds: number, call: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  const from = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() - from < seconds * 1_000) {
      const start = performance.now();
      await call();
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const rate = times.length / ((performance.now() - from) / 1_000);
  times.sort((a, b) => a - b);
  const at = (share: number): string => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1);
  return `${name}, ${callers} at a time: ${rate.toFixed(0)}/s, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, n ${times.length}`;
}

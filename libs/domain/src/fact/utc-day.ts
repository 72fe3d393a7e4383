/** Writes the day of a time, which is in epoch milliseconds: "2026-11-28", in UTC. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

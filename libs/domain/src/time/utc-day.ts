export const DAY_MS = 86_400_000;

/** Writes the day of a time, which is in epoch milliseconds: "2026-11-28", in UTC. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Writes the last day of what ends at a time, which is excluded: an end at midnight is that of the day before. */
export function lastDay(until: number): string {
  return utcDay(until - 1);
}

/** Returns the first millisecond of the day of a time, in UTC. */
export function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

/** Returns the number of the week of a time, from Monday on, in UTC. */
export function utcWeek(time: number): number {
  return Math.floor((Math.floor(time / DAY_MS) + 3) / 7);
}

import type { KnownBackups } from './erasure-certificate.ts';

/** Largest number of backups that a service notes; the oldest go first. */
export const MOST_NOTED_BACKUPS = 10_000;

/** Summarises the times of noted backups, in any order; undefined where none are noted. */
export function summariseBackups(startedAt: Iterable<string>): KnownBackups | undefined {
  const times = [...startedAt].toSorted();
  return times.length === 0 ? undefined : { count: times.length, first: times[0]!, last: times.at(-1)! };
}

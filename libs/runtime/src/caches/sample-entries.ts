import type { Clock } from '@total-recall/ports';
import { createLruMap } from './recent-entries.ts';

const EVERY_MS = 60_000;
const KEPT = 10_000;

/**
 * Creates a sample of entries for a log. Takes the name of an entry; returns how many of that name were left out since
 * the last one that was let through, at most one a minute, and undefined for one that is left out.
 */
export function sampleEntries(clock: Pick<Clock, 'monotonicMs'>): (name: string) => number | undefined {
  const seen = createLruMap<{ readonly untilMs: number; readonly leftOut: number }>(KEPT);
  return (name) => {
    const now = clock.monotonicMs();
    const last = seen.get(name);
    if (last && now < last.untilMs) {
      seen.set(name, { ...last, leftOut: last.leftOut + 1 });
      return undefined;
    }
    seen.set(name, { untilMs: now + EVERY_MS, leftOut: 0 });
    return last?.leftOut ?? 0;
  };
}

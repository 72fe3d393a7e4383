import type { Clock, EventLog } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { newestRecordTimes } from '../follow/newest-record-times.ts';

const DAY_MS = 86_400_000;
/** Newest records of a partition that are looked at: a clock that is wrong stamps what is appended by it. */
const NEWEST = 1_000;
/** Time by which a clock may go on between two looks, besides the time that the process ran. */
const BELIEVED_MS = 30 * DAY_MS;
/** Running time for which nothing is erased by a clock that went on by more, so that somebody can set it right. */
const WAIT_MS = DAY_MS;

/**
 * Creates the check that a clock is right before something is erased because it is old. A clock that is set ahead makes
 * everything old at once, and what retention erases nobody brings back. The check throws `unavailable` for a day of
 * running from when the clock is found more than 30 days ahead: at the first look of the newest records, up to the last gap
 * of as much among the latest thousand of a partition, later of where it was at the last look. Behind that day it is believed, as a service may have been off for months.
 */
export function createClockDoubt(log: Pick<EventLog, 'partitions' | 'end' | 'read'>, clock: Clock): () => Promise<void> {
  let believed: { readonly wall: number; readonly mono: number } | undefined;
  let doubtedFrom: number | undefined;
  return async () => {
    const newest = believed === undefined ? await newestRecordAt(log) : undefined;
    const [wall, mono] = [clock.now(), clock.monotonicMs()];
    believed ??= { wall: newest! > -Infinity ? newest! : wall, mono };
    const expected = believed.wall + (mono - believed.mono);
    if (wall - expected > BELIEVED_MS) {
      doubtedFrom ??= mono;
      const waited = mono - doubtedFrom;
      if (waited < WAIT_MS) throw ahead({ wall, expected, waitMs: WAIT_MS - waited });
    }
    doubtedFrom = undefined;
    believed = { wall, mono };
  };
}

function ahead({
  wall,
  expected,
  waitMs,
}: {
  readonly wall: number;
  readonly expected: number;
  readonly waitMs: number;
}): TotalRecallError {
  const days = Math.round((wall - expected) / DAY_MS);
  return new TotalRecallError(
    'unavailable',
    `The clock of this machine is ${days} days ahead of what was last known (${new Date(expected).toISOString()}), so retention erases ` +
      `nothing for ${Math.ceil(waitMs / 3_600_000)} hours. Set the clock right, or do nothing if it is right.`,
    { retryAfterMs: waitMs },
  );
}

/**
 * Returns the time of the newest record, or of the one before the clock went on by more than is believed: what came behind
 * that may be stamped by a clock that is wrong, also before the first look and by an earlier process.
 */
async function newestRecordAt(log: Pick<EventLog, 'partitions' | 'end' | 'read'>): Promise<number> {
  const times = await newestRecordTimes(log, NEWEST);
  const jump = times.findLastIndex((time, at) => at > 0 && time - times[at - 1]! > BELIEVED_MS);
  return (jump > 0 ? times[jump - 1] : times.at(-1)) ?? -Infinity;
}

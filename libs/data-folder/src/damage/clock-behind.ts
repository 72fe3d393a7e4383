import { newestRecordTimes } from '@total-recall/ingest';
import type { EventLog } from '@total-recall/ports';

/** Newest records of a partition that are looked at: appends at the same time are not in the order of their times. */
const NEWEST = 20;
/** Time by which a clock may be behind, as after it was put right. */
const TOLERATED_MS = 5 * 60_000;

export interface ClockBehind {
  /** Time of the newest record. */
  readonly newest: number;
  readonly behindMs: number;
}

/**
 * Compares the clock of this machine with the newest records of the log. A clock that was set back lets API keys live on
 * and dates what is appended before what is there. Returns undefined where it is right, or the log is empty.
 */
export async function clockBehindLog(
  log: Pick<EventLog, 'partitions' | 'end' | 'read'>,
  { now }: { now(): number },
): Promise<ClockBehind | undefined> {
  const newest = (await newestRecordTimes(log, NEWEST)).at(-1) ?? -Infinity;
  const behindMs = newest - now();
  return behindMs > TOLERATED_MS ? { newest, behindMs } : undefined;
}

/** Says it with the time of the newest record, and by how much. */
export function describeClock({ newest, behindMs }: ClockBehind): string {
  const minutes = Math.round(behindMs / 60_000);
  const by =
    minutes < 120
      ? `${minutes} minutes`
      : minutes < 2 * 1_440
        ? `${Math.round(minutes / 60)} hours`
        : `${Math.round(minutes / 1_440)} days`;
  return `the clock of this machine is ${by} behind the newest record of the log (${new Date(newest).toISOString()}), or was ahead when that was written`;
}

import { DAY_MS } from '../time/utc-day.ts';
import type { EventEnvelope } from './event-record.ts';

/** A clock may be ahead by as much, or tell the time of another zone as UTC. */
export const CLOCK_AHEAD_MS = DAY_MS;

/** Returns true for a stamp so far ahead of a time that the event cannot have occurred by then. */
export function isAhead(occurredAt: number, now: number): boolean {
  return occurredAt > now + CLOCK_AHEAD_MS;
}

type Stamped = Pick<EventEnvelope, 'occurredAt' | 'recordedAt'>;

/**
 * Returns the time by which an event is ordered beside others: when it occurred, or when it was recorded where its stamp
 * is ahead of now. Such a stamp is wrong, and would make the event the last one until then. Where all are ahead, they tell
 * the time of a simulation, and are ordered by it.
 */
export function orderTimeAmong(events: readonly Stamped[], now: number): (event: Stamped) => number {
  const isSimulated = events.every(({ occurredAt }) => isAhead(occurredAt, now));
  return ({ occurredAt, recordedAt }) => (!isSimulated && isAhead(occurredAt, now) ? recordedAt : occurredAt);
}

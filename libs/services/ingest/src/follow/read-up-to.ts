import type { EventLog, LogRecord } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/**
 * Reads at most `limit` records from `from` on, none beyond `upTo`, which the log is known to reach. Errors: those of the
 * log; `unavailable` where it ends before that for now.
 */
export async function readUpTo(log: EventLog, partition: number, from: number, upTo: number, limit = Infinity): Promise<LogRecord[]> {
  if (from > upTo) return [];
  const read = (): Promise<LogRecord[]> => log.read(partition, from, Math.min(limit, upTo - from + 1));
  let records = await read();
  if (records.length === 0) {
    // Nothing there is passed over for good, so a log that shows less than it has must not pass for an empty stretch.
    const end = await log.end(partition);
    if (end < upTo) throw new TotalRecallError('unavailable', `The log ends at offset ${end}, but goes on to ${upTo}. Try again.`);
    records = await read();
  }
  return records.filter(({ position }) => position.offset <= upTo);
}

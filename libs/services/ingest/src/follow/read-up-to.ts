import type { EventLog, LogRecord } from '@total-recall/ports';

/** Reads at most `limit` records from `from` on, none beyond `upTo`. */
export async function readUpTo(log: EventLog, partition: number, from: number, upTo: number, limit = Infinity): Promise<LogRecord[]> {
  if (from > upTo) return [];
  const records = await log.read(partition, from, Math.min(limit, upTo - from + 1));
  return records.filter(({ position }) => position.offset <= upTo);
}

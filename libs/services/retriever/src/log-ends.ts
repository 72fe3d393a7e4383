import type { EventLog } from '@total-recall/ports';

/** Reads the offset of the last durable record of every partition. */
export async function logEnds(log: EventLog): Promise<number[]> {
  return Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
}

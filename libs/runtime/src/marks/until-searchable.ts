import type { EventLog } from '@total-recall/ports';
import type { MarkWatcher } from './mark-watcher.ts';

/**
 * Waits until everything that was appended before this call can be read; false if that takes longer, in all partitions
 * together.
 */
export async function untilSearchable(
  { log, marks }: { readonly log: Pick<EventLog, 'partitions' | 'end'>; readonly marks: Pick<MarkWatcher, 'waitFor'> },
  timeoutMs: number,
): Promise<boolean> {
  const ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
  const waits = ends.map((end, partition) => end < 0 || marks.waitFor(partition, end, 'searchable', timeoutMs));
  return (await Promise.all(waits)).every(Boolean);
}

import type { EventLog } from '@total-recall/ports';
import type { MarkWatcher } from './mark-watcher.ts';

/**
 * Waits until everything that was appended before this call can be read, in all partitions or in those that are named;
 * false if that takes longer, in all of them together.
 */
export async function untilSearchable(
  { log, marks }: { readonly log: Pick<EventLog, 'partitions' | 'end'>; readonly marks: Pick<MarkWatcher, 'waitFor'> },
  timeoutMs: number,
  partitions: Iterable<number> = Array.from({ length: log.partitions }, (_, partition) => partition),
): Promise<boolean> {
  const waits = Array.from(partitions, async (partition) => {
    const end = await log.end(partition);
    return end < 0 || marks.waitFor(partition, end, 'searchable', timeoutMs);
  });
  return (await Promise.all(waits)).every(Boolean);
}

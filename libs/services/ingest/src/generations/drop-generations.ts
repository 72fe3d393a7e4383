import type { ReadModelGenerations, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/**
 * Time between two counts of reads. Ingest reads the marks of its index every five seconds, so a longer time sees it.
 */
const WATCH_MS = 6_000;

/** Removes generations for good. Errors: `invalid_request` for one that is current or still being read. */
export async function dropGenerations(
  generations: Pick<ReadModelGenerations, 'reads' | 'drop'>,
  names: readonly string[],
  scheduler: Pick<Scheduler, 'delay'>,
): Promise<void> {
  const reads = (): Promise<number[]> => Promise.all(names.map((name) => generations.reads(name)));
  const before = await reads();
  await scheduler.delay(WATCH_MS);
  const after = await reads();
  const read = names.filter((_, at) => before[at] !== after[at]);
  if (read.length > 0)
    throw new TotalRecallError(
      'invalid_request',
      `A service still reads ${read.join(', ')}. Look for one that has not gone over, or wait.`,
    );
  for (const name of names) await generations.drop(name);
}

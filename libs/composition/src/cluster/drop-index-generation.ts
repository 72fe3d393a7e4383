import type { IndexGenerations } from '@total-recall/adapter-opensearch';
import { createSystemScheduler, TotalRecallError } from '@total-recall/runtime';

/** Ingest looks at the marks of what it reads every five seconds. */
const WATCH_MS = 6_000;

/** Removes generations for good. Errors: `invalid_request` for one that is current, or that is read while it is watched. */
export async function dropIndexGenerations(generations: IndexGenerations, names: readonly string[]): Promise<void> {
  const reads = (): Promise<number[]> => Promise.all(names.map((name) => generations.reads(name)));
  const before = await reads();
  await createSystemScheduler().delay(WATCH_MS);
  const after = await reads();
  const read = names.filter((_, at) => before[at] !== after[at]);
  if (read.length > 0)
    throw new TotalRecallError(
      'invalid_request',
      `A service still reads ${read.join(', ')}. Look for one that has not gone over, or wait.`,
    );
  for (const name of names) await generations.drop(name);
}

import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { notCaughtUp } from './not-caught-up.ts';

/** Waits until a partition is folded up to an offset. Errors: `not_caught_up`. */
export async function waitFolded(
  { marks }: Pick<IngestDeps, 'marks'>,
  { foldTimeoutMs }: Pick<IngestConfig, 'foldTimeoutMs'>,
  { partition, offset }: { readonly partition: number; readonly offset: number },
): Promise<void> {
  if (!(await marks.waitFor(partition, offset, 'folded', foldTimeoutMs))) throw notCaughtUp();
}

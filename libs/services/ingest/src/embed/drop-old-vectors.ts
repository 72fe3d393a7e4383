import type { IngestDeps, IngestVectors } from '../ingest-deps.ts';

/** Pause between two parts, so that other writes of the index can run. */
const PAUSE_MS = 20;

/**
 * Erases the vectors of earlier models once the current model has caught up in every partition; until then a change of
 * the model can be undone. Each partition reports when it has caught up. Runs in the background, once per model.
 */
export function createOldVectorDropper({ scheduler, observer }: Pick<IngestDeps, 'scheduler' | 'observer'>, { index }: IngestVectors) {
  const stopping = new AbortController();
  const reached = new Set<number>();
  let dropping: Promise<void> | undefined;

  async function drop(model: string): Promise<void> {
    while (!stopping.signal.aborted && (await index.dropOtherModels(model))) await scheduler.delay(PAUSE_MS, stopping.signal);
  }

  return {
    caughtUp(partition: number, partitions: number, model: string): void {
      reached.add(partition);
      if (reached.size < partitions || stopping.signal.aborted) return;
      dropping ??= drop(model).catch((error: unknown) => {
        if (!stopping.signal.aborted) observer.failed('embed', error);
      });
    },
    async stop(): Promise<void> {
      stopping.abort();
      await dropping;
    },
  };
}

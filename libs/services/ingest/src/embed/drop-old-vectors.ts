import type { IngestDeps, IngestVectors } from '../ingest-deps.ts';

/** Between two parts, so that writes of the index come in between. */
const PAUSE_MS = 20;

/**
 * Erases what earlier models left, once the present one has reached all that there is in every partition: until then a change of the model may
 * be taken back. Told by each partition when it has nothing left to do; works beside everything else, and only once for a model.
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

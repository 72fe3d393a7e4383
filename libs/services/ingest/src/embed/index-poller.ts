import { forEver, runLoop } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';

interface PollOptions {
  /** Called with the progress of the index. */
  readonly searchable: (offset: number) => void;
  readonly pollMs: number;
}

const AWAY = forEver(200, 5_000);

/**
 * Polls the index for the progress of another process's projector. While the index is away it polls less and less often
 * and informs the observer once.
 */
export function createIndexPoller(
  { index, scheduler, random, observer }: Pick<IngestDeps, 'index' | 'scheduler' | 'random' | 'observer'>,
  partition: number,
  { searchable, pollMs }: PollOptions,
): PartitionRole {
  const stopped = new AbortController();
  const look = async (): Promise<'rest'> => {
    searchable((await index.marks(partition)).searchable);
    return 'rest';
  };
  const failed = (error: unknown, { failures }: { readonly failures: number }): void => {
    if (failures === 1) observer.failed('embed', error);
  };
  const run = (): Promise<void> => runLoop(look, { scheduler, random }, { signal: stopped.signal, restMs: pollMs, policy: AWAY, failed });
  return {
    name: 'index-poller',
    start: () => void run(),
    stop: async () => stopped.abort(),
  };
}

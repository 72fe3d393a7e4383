import { backoffMs, type RetryPolicy } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';

interface PollOptions {
  /** Called with the progress of the index. */
  readonly searchable: (offset: number) => void;
  readonly pollMs: number;
}

const AWAY: RetryPolicy = { attempts: Infinity, firstDelayMs: 200, maxDelayMs: 5_000 };

/**
 * Polls the index for the progress of another process's projector. While the index is away it polls less and less often
 * and informs the observer once.
 */
export function createIndexPoller(
  { index, scheduler, observer }: Pick<IngestDeps, 'index' | 'scheduler' | 'observer'>,
  partition: number,
  { searchable, pollMs }: PollOptions,
): PartitionRole {
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped.signal.aborted;) {
      try {
        searchable((await index.marks(partition)).searchable);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1 && !stopped.signal.aborted) observer.failed('embed', error);
      }
      await scheduler.delay(failures === 0 ? pollMs : backoffMs(AWAY, failures, 1), stopped.signal).catch(() => undefined);
    }
  };
  return {
    name: 'index-poller',
    start: () => void run(),
    stop: async () => stopped.abort(),
  };
}

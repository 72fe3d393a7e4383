import { backoffMs, type RetryPolicy } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { EmbedRole } from './embed-role.ts';

export interface MarkFeed {
  cancel(): void;
}

const AWAY: RetryPolicy = { attempts: Infinity, firstDelayMs: 200, maxDelayMs: 5_000 };

/**
 * Polls the index for the progress of another process's projector and passes it to an embed role. While the index is
 * away it polls less and less often and informs the observer once.
 */
export function startMarkFeed(
  { index, scheduler, observer }: Pick<IngestDeps, 'index' | 'scheduler' | 'observer'>,
  partition: number,
  { role, lookMs }: { readonly role: Pick<EmbedRole, 'searchable'>; readonly lookMs: number },
): MarkFeed {
  const stopped = new AbortController();
  const run = async (): Promise<void> => {
    for (let failures = 0; !stopped.signal.aborted;) {
      try {
        role.searchable((await index.marks(partition)).searchable);
        failures = 0;
      } catch (error) {
        failures += 1;
        if (failures === 1 && !stopped.signal.aborted) observer.failed('embed', error);
      }
      await scheduler.delay(failures === 0 ? lookMs : backoffMs(AWAY, failures, 1), stopped.signal).catch(() => undefined);
    }
  };
  void run();
  return { cancel: () => stopped.abort() };
}

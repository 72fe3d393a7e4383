import { backoffMs, type RetryPolicy } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { EmbedRole } from './embed-role.ts';

export interface MarkFeed {
  cancel(): void;
}

const AWAY: RetryPolicy = { attempts: Infinity, firstDelayMs: 200, maxDelayMs: 5_000 };

/**
 * Tells an embed role how far the projector of another process is, as the index says it. While the index is away it looks less and less often, and the observer
 * hears of that once.
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

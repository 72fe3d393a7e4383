import type { Scheduler } from '@total-recall/ports';

interface TimeLimit {
  readonly scheduler: Pick<Scheduler, 'delay'>;
  readonly ms: number;
}

/** Work that ended in time, with its value, or that did not. */
export type InTime<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'late' };

/**
 * Waits for work, but no longer than a time, and leaves no timer behind. Work that is late goes on, and its outcome is
 * dropped. Rejects as the work does where that fails in time.
 */
export async function inTime<T>(work: Promise<T>, { scheduler, ms }: TimeLimit): Promise<InTime<T>> {
  const ended = new AbortController();
  const late = (): InTime<T> => ({ kind: 'late' });
  try {
    return await Promise.race([
      work.then((value): InTime<T> => ({ kind: 'done', value })),
      scheduler.delay(ms, ended.signal).then(late, late),
    ]);
  } finally {
    ended.abort();
  }
}

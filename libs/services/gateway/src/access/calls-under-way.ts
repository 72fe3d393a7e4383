import type { Scheduler } from '@total-recall/ports';

/** Calls that have begun and not ended, by tenant. */
export interface CallsUnderWay {
  run<T>(tenant: string, act: () => Promise<T>): Promise<T>;
  /** Waits until no call of a tenant is under way, at most this long. */
  untilNone(tenant: string, timeoutMs: number): Promise<void>;
}

export function createCallsUnderWay({ scheduler }: { readonly scheduler: Pick<Scheduler, 'delay'> }): CallsUnderWay {
  const counts = new Map<string, number>();
  const waiting = new Map<string, Set<AbortController>>();
  const end = (tenant: string): void => {
    const left = counts.get(tenant)! - 1;
    if (left > 0) return void counts.set(tenant, left);
    counts.delete(tenant);
    for (const none of waiting.get(tenant) ?? []) none.abort();
    waiting.delete(tenant);
  };
  return {
    async run(tenant, act) {
      counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
      try {
        return await act();
      } finally {
        end(tenant);
      }
    },
    async untilNone(tenant, timeoutMs) {
      if (!counts.has(tenant)) return;
      const none = new AbortController();
      waiting.set(tenant, (waiting.get(tenant) ?? new Set()).add(none));
      // The wait is broken off when there are none.
      await scheduler.delay(timeoutMs, none.signal).catch(() => undefined);
      waiting.get(tenant)?.delete(none);
    },
  };
}

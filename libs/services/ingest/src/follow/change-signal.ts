import type { Scheduler } from '@total-recall/ports';

/** Wakes waiters when something in this process changes. They check the condition themselves. */
export interface ChangeSignal {
  changed(): void;
  next(): Promise<void>;
  /**
   * Checks a condition at each change, and every `lookMs` for changes without a signal, until it
   * holds or the time is up.
   */
  until(holds: () => boolean, options: { readonly timeoutMs: number; readonly lookMs: number }): Promise<void>;
}

export function createChangeSignal(scheduler: Scheduler): ChangeSignal {
  let change = Promise.withResolvers<void>();
  const changed = (): void => {
    const { resolve } = change;
    change = Promise.withResolvers();
    resolve();
  };
  return {
    changed,
    next: () => change.promise,
    async until(holds, { timeoutMs, lookMs }) {
      if (holds()) return;
      const timer = new AbortController();
      let isLate = false;
      const giveUp = async (): Promise<void> => {
        await scheduler.delay(timeoutMs, timer.signal).catch(() => undefined);
        isLate = true;
        changed();
      };
      const late = giveUp();
      const look = scheduler.every(lookMs, changed);
      while (!isLate && !holds()) await change.promise;
      look.cancel();
      timer.abort();
      await late;
    },
  };
}

import type { Scheduler } from '@total-recall/ports';

/** Wakes those who wait for something of this process to change; they look again themselves. */
export interface ChangeSignal {
  changed(): void;
  next(): Promise<void>;
  /** Looks at each change, and every `lookMs` at what changes without a word, until it holds or the time is up. */
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

import type { Clock, Random, Scheduler } from '@total-recall/ports';

export interface VirtualTime {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** Advances the time and runs what is due. */
  advance(ms: number): Promise<void>;
}

/** Creates a clock that moves when told, timers on it, and random bytes that count up. */
export function virtualTime(startMs = Date.UTC(2026, 0, 1, 12)): VirtualTime {
  let now = startMs;
  let byte = 0;
  const timers = new Set<{ readonly everyMs: number; dueMs: number; readonly run: () => void | Promise<void> }>();
  return {
    clock: { now: () => now, monotonicMs: () => now - startMs },
    random: { bytes: (length) => Uint8Array.from({ length }, () => (byte = (byte + 7) % 256)) },
    scheduler: {
      delay: async () => undefined,
      every(ms, run) {
        const timer = { everyMs: ms, dueMs: now + ms, run };
        timers.add(timer);
        return { cancel: () => void timers.delete(timer) };
      },
    },
    async advance(ms) {
      now += ms;
      for (const timer of timers) {
        for (; timer.dueMs <= now; timer.dueMs += timer.everyMs) await timer.run();
      }
    },
  };
}

import type { Clock } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';

/**
 * Sessions whose pages a model cannot answer for. Their cursors stay, and they are tried again after pauses that grow, so
 * that one of them does not take the budget of all.
 */
export interface FailingSessions {
  isResting(key: string): boolean;
  /** Counts a failure; gives how many there were in a row. */
  failed(key: string): number;
  succeeded(key: string): void;
}

const HELD = 10_000;
const FIRST_PAUSE_MS = 15 * 60_000;
const LONGEST_PAUSE_MS = 86_400_000;

export function createFailingSessions(clock: Pick<Clock, 'monotonicMs'>): FailingSessions {
  const failing = createLruMap<{ readonly times: number; readonly untilMs: number }>(HELD);
  return {
    isResting: (key) => (failing.get(key)?.untilMs ?? 0) > clock.monotonicMs(),
    failed(key) {
      const times = (failing.get(key)?.times ?? 0) + 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(times - 1, 10));
      failing.set(key, { times, untilMs: clock.monotonicMs() + pauseMs }, 1);
      return times;
    },
    succeeded: (key) => void failing.delete(key),
  };
}

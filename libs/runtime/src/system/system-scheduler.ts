import { setTimeout as wait } from 'node:timers/promises';
import type { Scheduler } from '@total-recall/ports';

const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Creates real timers. `delay` rejects with an AbortError when its signal fires. `every` never overlaps two runs and
 * does not keep the process alive. A failing run goes to `onError`, which by default throws it as an uncaught
 * exception, because it is a bug.
 */
export function createSystemScheduler(options: { readonly onError?: (error: unknown) => void } = {}): Scheduler {
  const onError = options.onError ?? throwUncaught;
  return {
    delay: (ms, signal) => wait(clampDelay(ms), undefined, signal ? { signal } : {}),
    every(ms, run) {
      let running = false;
      const timer = setInterval(
        () => {
          if (running) return;
          running = true;
          void runGuarded(run, onError).finally(() => {
            running = false;
          });
        },
        Math.max(1, clampDelay(ms)),
      );
      timer.unref();
      return { cancel: () => clearInterval(timer) };
    },
  };
}

async function runGuarded(run: () => void | Promise<void>, onError: (error: unknown) => void): Promise<void> {
  try {
    await run();
  } catch (error) {
    onError(error);
  }
}

function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function clampDelay(ms: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, ms));
}

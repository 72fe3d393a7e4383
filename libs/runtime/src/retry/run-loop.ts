import type { Random, Scheduler } from '@total-recall/ports';
import { pauseMs, type RetryPolicy } from './retry.ts';

/** Result of one turn of a loop: there may be more at once, there is nothing for a while, or the loop is over. */
export type LoopTurn = 'again' | 'rest' | 'done';

export interface LoopOptions {
  /** Ends the loop between two turns, and each pause at once. */
  readonly signal: AbortSignal;
  /** Pause after a turn that says `rest`. Default: 0. */
  readonly restMs?: number;
  /** Pauses after failures in a row. The last of its attempts ends the loop with the error. */
  readonly policy: RetryPolicy;
  /** An error for which it returns false ends the loop. Default: all are retried. */
  readonly retriable?: (error: unknown) => boolean;
  /** Called for each failure that comes before the signal, with the pause that follows and how many came in a row. */
  readonly failed?: (error: unknown, next: { readonly pauseMs: number; readonly failures: number }) => void;
  /** Waits a pause; never rejects. Default: the scheduler's delay, ended by the signal. */
  readonly wait?: (ms: number) => Promise<void>;
}

/**
 * Runs turns one after the other until one says `done` or the signal fires. After a failure it waits, longer each time
 * and with jitter, so that processes that failed together do not come back together. A turn that returns ends the row
 * of failures, and so does a call of `wentWell` in one that runs for long. Rejects with an error that is not retried.
 */
export async function runLoop(
  turn: (wentWell: () => void) => Promise<LoopTurn>,
  deps: { readonly scheduler: Scheduler; readonly random: Random },
  { signal, restMs = 0, policy, retriable = () => true, failed, ...options }: LoopOptions,
): Promise<void> {
  let failures = 0;
  const wentWell = (): void => void (failures = 0);
  const wait = options.wait ?? ((ms: number) => deps.scheduler.delay(ms, signal).catch(() => undefined));
  while (!signal.aborted) {
    try {
      const said = await turn(wentWell);
      wentWell();
      if (said === 'done') return;
      if (said === 'rest' && !signal.aborted) await wait(restMs);
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const pause = pauseMs(policy, failures, deps.random, error);
      failed?.(error, { pauseMs: pause, failures });
      if (failures >= policy.attempts || !retriable(error)) throw error;
      await wait(pause);
    }
  }
}

import type { Random, Scheduler } from '@total-recall/ports';

export interface RetryPolicy {
  /** Total attempts, including the first; at least 1. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** Least part of a pause that is waited whatever chance says. Default: 0, full jitter. */
  readonly leastShare?: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 5, firstDelayMs: 50, maxDelayMs: 5_000 };

/** Creates the policy of work that must be done some day: it never gives up and waits at least half of each pause. */
export function forEver(firstDelayMs: number, maxDelayMs: number): RetryPolicy {
  return { attempts: Infinity, firstDelayMs, maxDelayMs, leastShare: 0.5 };
}

/**
 * Computes exponential back-off with jitter: a wait between the least share of the doubled one and the whole.
 * `attempt` counts from 1; `share` is 0..1.
 */
export function backoffMs({ firstDelayMs, maxDelayMs, leastShare = 0 }: RetryPolicy, attempt: number, share: number): number {
  const ceiling = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(ceiling * (leastShare + (1 - leastShare) * share));
}

/** Draws the pause after a failure: at least what the error asks for, up to the longest of the policy. */
export function pauseMs(policy: RetryPolicy, attempt: number, random: Random, error?: unknown): number {
  const [high = 0, low = 0] = random.bytes(2);
  const drawn = backoffMs(policy, attempt, (high * 256 + low) / 65_535);
  return Math.max(drawn, Math.min(policy.maxDelayMs, retryAfterMs(error)));
}

/**
 * Runs until it succeeds, the attempts are used up, the error is not retriable, or the signal fires; then throws the
 * last error unchanged. An error's own `retryAfterMs` is the shortest wait, up to the policy's longest.
 */
export async function retry<T>(
  run: (attempt: number) => Promise<T>,
  deps: { readonly scheduler: Scheduler; readonly random: Random },
  options: { readonly policy?: RetryPolicy; readonly retriable: (error: unknown) => boolean; readonly signal?: AbortSignal },
): Promise<T> {
  const policy = options.policy ?? DEFAULT_RETRY;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      if (attempt >= policy.attempts || options.signal?.aborted || !options.retriable(error)) throw error;
      await deps.scheduler.delay(pauseMs(policy, attempt, deps.random, error), options.signal);
    }
  }
}

function retryAfterMs(error: unknown): number {
  const value = (error as { retryAfterMs?: unknown } | null)?.retryAfterMs;
  return typeof value === 'number' && value > 0 ? value : 0;
}

import type { Random, Scheduler } from '@total-recall/ports';

export interface RetryPolicy {
  /** Total attempts, including the first; at least 1. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 5, firstDelayMs: 50, maxDelayMs: 5_000 };

/**
 * Computes exponential back-off with full jitter: a wait between 0 and the doubled one. `attempt` counts
 * from 1; `share` is 0..1.
 */
export function backoffMs(policy: RetryPolicy, attempt: number, share: number): number {
  const ceiling = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** Math.min(attempt - 1, 30));
  return Math.round(ceiling * share);
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
      const asked = Math.min(policy.maxDelayMs, retryAfterMs(error));
      await deps.scheduler.delay(Math.max(asked, backoffMs(policy, attempt, share(deps.random))), options.signal);
    }
  }
}

function share(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return (high * 256 + low) / 65_535;
}

function retryAfterMs(error: unknown): number {
  const value = (error as { retryAfterMs?: unknown } | null)?.retryAfterMs;
  return typeof value === 'number' && value > 0 ? value : 0;
}

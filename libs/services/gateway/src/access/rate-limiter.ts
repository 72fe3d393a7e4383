import { LIMITS } from '@total-recall/contracts';
import type { Clock } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';

interface Bucket {
  tokens: number;
  filledAt: number;
}

// Rounding errors of token fractions stay far below this. Without it a caller who waited as told could be refused.
const ROUNDING = 1e-6;

export interface RateLimiter {
  /** Takes one token. Returns 0 if there was one, else the milliseconds until there is. */
  take(key: string, rate: { readonly perSecond: number; readonly burst: number }): number;
  /** Gives one token back. */
  give(key: string, rate: { readonly burst: number }): void;
}

/** Creates token buckets, one per key, in a bounded map. A bucket that was evicted starts full. */
export function createRateLimiter(clock: Clock, capacity: number = LIMITS.rateBuckets): RateLimiter {
  const buckets = createLruMap<Bucket>(capacity);
  return {
    take(key, { perSecond, burst }) {
      const now = clock.monotonicMs();
      const most = Math.max(1, burst);
      const bucket = buckets.get(key) ?? { tokens: most, filledAt: now };
      const tokens = Math.min(most, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
      const taken = tokens >= 1 - ROUNDING;
      buckets.set(key, { tokens: taken ? Math.max(0, tokens - 1) : tokens, filledAt: now });
      return taken ? 0 : Math.max(1, Math.ceil(((1 - tokens) / perSecond) * 1_000 - ROUNDING));
    },
    give(key, { burst }) {
      const bucket = buckets.get(key);
      if (bucket) buckets.set(key, { ...bucket, tokens: Math.min(Math.max(1, burst), bucket.tokens + 1) });
    },
  };
}

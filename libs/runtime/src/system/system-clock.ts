import { performance } from 'node:perf_hooks';
import type { Clock } from '@total-recall/ports';

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonicMs: () => performance.now(),
  };
}

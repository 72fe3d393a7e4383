import type { Clock, TokenCounter } from '@total-recall/ports';
import type { Metrics } from '../metrics/create-metrics.ts';

/** Wraps a counter with metrics of the tokens it counts and the time that callers wait. */
export function instrumentTokenCounter(counter: TokenCounter, deps: { readonly metrics: Metrics; readonly clock: Clock }): TokenCounter {
  const { metrics, clock } = deps;
  return {
    families: counter.families,
    async count(family, texts) {
      const from = clock.monotonicMs();
      const counts = await counter.count(family, texts);
      metrics.tokensCountSeconds.observe((clock.monotonicMs() - from) / 1_000);
      metrics.tokensCounted.inc(
        { family },
        counts.reduce((sum, count) => sum + count, 0),
      );
      return counts;
    },
    countNow(family, text) {
      const count = counter.countNow(family, text);
      metrics.tokensCounted.inc({ family }, count);
      return count;
    },
    close: () => counter.close(),
  };
}

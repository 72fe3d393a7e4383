import type { Clock, Retriever } from '@total-recall/ports';
import type { Metrics } from '../metrics/create-metrics.ts';

/** The same recall, with how long it took and what it found. */
export function instrumentRecall(
  recall: Retriever['recall'],
  deps: { readonly metrics: Metrics; readonly clock: Clock },
): Retriever['recall'] {
  const { metrics, clock } = deps;
  return async (request) => {
    const from = clock.monotonicMs();
    const answer = await recall(request);
    metrics.recallSeconds.observe((clock.monotonicMs() - from) / 1_000);
    metrics.recallHits.observe(answer.hits.length);
    metrics.recallTokens.observe(answer.tokens);
    if (answer.hits.length === 0) metrics.recallEmpty.inc();
    if (answer.completeness !== null) metrics.recallCompleteness.set(answer.completeness);
    return answer;
  };
}

import type { TextOnlyReason } from '@total-recall/domain';
import type { RecallVectors, VectorOutcome } from '../../retriever-deps.ts';

const REASONS: Readonly<Record<Exclude<VectorOutcome, 'used'>, TextOnlyReason>> = {
  absent: 'no_model',
  none: 'no_vectors',
  slow: 'slow',
  failed: 'failed',
  resting: 'resting',
};

/**
 * Wraps the vectors of one recall and remembers why they took no part; with several queries, the reason of the first.
 */
export function watchVectors(vectors: RecallVectors | undefined): {
  readonly vectors: RecallVectors | undefined;
  textOnly(): { readonly textOnly?: TextOnlyReason };
} {
  if (vectors === undefined) return { vectors, textOnly: () => ({ textOnly: 'off' }) };
  let reason: TextOnlyReason | undefined;
  const observed: RecallVectors['observed'] = (outcome, error) => {
    if (outcome !== 'used') reason ??= REASONS[outcome];
    vectors.observed?.(outcome, error);
  };
  return { vectors: { ...vectors, observed }, textOnly: () => (reason === undefined ? {} : { textOnly: reason }) };
}

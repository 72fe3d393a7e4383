import type { TextOnlyReason } from '@total-recall/domain';
import type { RecallVectors, VectorOutcome } from '../retriever-deps.ts';

const REASONS: Readonly<Record<Exclude<VectorOutcome, 'used'>, TextOnlyReason>> = {
  absent: 'no_model',
  none: 'no_vectors',
  slow: 'slow',
  failed: 'failed',
  resting: 'resting',
};

/** The vectors of one recall, and what kept them out of its answer: of several queries, what the first of them met. */
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

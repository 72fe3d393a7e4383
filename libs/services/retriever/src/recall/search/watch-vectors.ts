import type { TextOnlyReason } from '@total-recall/domain';
import type { RecallVectors, VectorOutcome } from '../../retriever-deps.ts';

const REASONS: Readonly<Record<Exclude<VectorOutcome, 'used'>, TextOnlyReason>> = {
  absent: 'no_model',
  none: 'no_vectors',
  slow: 'slow',
  failed: 'failed',
  resting: 'resting',
};

export interface WatchedVectors {
  readonly vectors: RecallVectors | undefined;
  /** Returns why they took no part, if they did not; with several queries, the reason of the first. */
  textOnly(): { readonly textOnly?: TextOnlyReason };
}

/** Wraps the vectors of one recall and remembers what became of them. */
export function watchVectors(vectors: RecallVectors | undefined): WatchedVectors {
  if (vectors === undefined) return { vectors, textOnly: () => ({ textOnly: 'off' }) };
  let reason: TextOnlyReason | undefined;
  const observed: RecallVectors['observed'] = (outcome, error) => {
    if (outcome !== 'used') reason ??= REASONS[outcome];
    vectors.observed?.(outcome, error);
  };
  return { vectors: { ...vectors, observed }, textOnly: () => (reason === undefined ? {} : { textOnly: reason }) };
}

import type { EventKind } from '../../event/event-kind.ts';
import type { LogPassage } from '../passage.ts';
import { inverseDocumentFrequencies, type TermStatistics } from './bm25.ts';

/** A passage with the counts of the query's terms, in the form that an index returns candidates. */
export interface RankDocument {
  readonly eventId: string;
  /** Number of the passage, 1, 2, 3 ... in the order of the event's text. */
  readonly part: number;
  readonly passage?: LogPassage;
  readonly session: string;
  readonly ordinal: number;
  readonly kind?: EventKind;
  /** Epoch milliseconds. */
  readonly occurredAt?: number;
  readonly termCounts: readonly number[];
  readonly length: number;
}

/** Terms of a query for scoring documents. */
export interface ScoringTerms {
  readonly statistics: TermStatistics;
  /** True for each query term that is an identifier or a name meant exactly (R13). */
  readonly exact?: readonly boolean[];
  /** True for each query term that stands for a speaker's name; such a term does not match text. */
  readonly agents?: readonly boolean[];
}

/**
 * Computes the weight of each text term by rarity. Speakers' names, and words that the space does not hold, weigh
 * nothing.
 */
export function textWeights({ statistics, agents }: ScoringTerms): number[] {
  return inverseDocumentFrequencies(statistics).map((weight, i) =>
    agents?.[i] === true || statistics.documentFrequencies[i] === 0 ? 0 : weight,
  );
}

/** Computes the share of the marked weight whose count is above 0; 0 where nothing is marked. */
export function shareOf(weights: readonly number[], marked: readonly boolean[] | undefined, counts: readonly number[]): number {
  let total = 0;
  let held = 0;
  weights.forEach((weight, i) => {
    if (marked?.[i] !== true) return;
    total += weight;
    if (counts[i]! > 0) held += weight;
  });
  return total > 0 ? held / total : 0;
}

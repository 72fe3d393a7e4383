import type { EventKind } from '../../event/event-kind.ts';
import type { LogPassage } from '../passage.ts';
import { inverseDocumentFrequencies, type TermStatistics } from './bm25.ts';

/** A passage with the counts of the query's terms; the shape in which an index hands candidates over. */
export interface RankDocument {
  readonly eventId: string;
  /** 1, 2, 3 ... in the order of the event's text. */
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

/** The terms of a query as documents are scored by them. */
export interface ScoringTerms {
  readonly statistics: TermStatistics;
  /** For each query term whether it is an identifier or a name that is meant exactly (R13). */
  readonly exact?: readonly boolean[];
  /** For each query term whether it stands for the name of who speaks; such a term is no text. */
  readonly agents?: readonly boolean[];
}

/** Rarity of each term that is text; names of speakers weigh nothing here, nor does what the space never held. */
export function textWeights({ statistics, agents }: ScoringTerms): number[] {
  return inverseDocumentFrequencies(statistics).map((weight, i) =>
    agents?.[i] === true || statistics.documentFrequencies[i] === 0 ? 0 : weight,
  );
}

/** Share of the marked weight that stands where a count is above 0; 0 where nothing is marked. */
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

import { inverseDocumentFrequency, type TermStatistics } from '../ranking/bm25.ts';

/** Match of one event with the query, on scales that do not depend on other candidates. */
export interface EventEvidence {
  readonly eventId: string;
  /** Ranking score, in standard deviations. */
  readonly score: number;
  /** True for each query term that the event's best passage holds. */
  readonly held: readonly boolean[];
  /** Share of the query's weight that this passage holds, 0..1. */
  readonly coverage: number;
  /** Cosine of the single vectors, and late interaction, -1..1; absent where there are none. */
  readonly cosine?: number;
  readonly late?: number;
  /** Fit of its time with the time that the query names, 0..1; absent where the query names none. */
  readonly timed?: number;
  /** True for a tool call or its result. */
  readonly isTool?: boolean;
}

/** Statistics of the query in the store. The lists follow the order of its terms. */
export interface AskedTerms {
  /** Weight of each term by rarity. A term never seen weighs little, one that says nothing of what is asked nothing. */
  readonly weights: readonly number[];
  /** Weight of a term never seen: the highest possible. */
  readonly rarest: number;
  readonly seen: readonly boolean[];
  readonly exact: readonly boolean[];
  /** Number of passages in the space. */
  readonly documents: number;
}

/**
 * Share of the rarest weight for a word never seen. People ask in words that the memory never used, so their absence
 * says little.
 */
const UNSEEN_SHARE = 0.3;

/** A document of an event with counts of the query's terms; further terms may follow them. */
export interface CountedDocument {
  readonly part: number;
  readonly termCounts: readonly number[];
}

/**
 * Weighs the query's terms. `saysNothing` marks those that say nothing of what an event must hold: words that name a
 * time, which it matches by its own, and words that only make a sentence.
 */
export function weighAskedTerms(
  { documents, documentFrequencies }: TermStatistics,
  exact: readonly boolean[],
  saysNothing: readonly boolean[] = [],
): AskedTerms {
  const rarest = inverseDocumentFrequency(documents, 0);
  return {
    weights: documentFrequencies.map((frequency, i) => {
      if (saysNothing[i] === true) return 0;
      if (frequency > 0) return inverseDocumentFrequency(documents, frequency);
      return exact[i] === true ? rarest : UNSEEN_SHARE * rarest;
    }),
    rarest,
    seen: documentFrequencies.map((frequency) => frequency > 0),
    exact,
    documents,
  };
}

/**
 * Measures an event by its best passage; an event without passages is one. Words far apart in a long event say less
 * than words in one place.
 */
export function measureEvent(
  { weights }: AskedTerms,
  event: {
    readonly eventId: string;
    readonly score: number;
    readonly documents: readonly CountedDocument[];
    readonly cosine?: number | undefined;
    readonly late?: number | undefined;
    readonly timed?: number | undefined;
    readonly isTool?: boolean | undefined;
  },
): EventEvidence {
  const passages = event.documents.some(({ part }) => part > 0) ? event.documents.filter(({ part }) => part > 0) : event.documents;
  let held: readonly boolean[] = weights.map(() => false);
  let coverage = 0;
  for (const { termCounts } of passages) {
    const holds = weights.map((_, i) => termCounts[i]! > 0);
    const share = shareHeld(weights, holds);
    if (share > coverage) [held, coverage] = [holds, share];
  }
  const { eventId, score, cosine, late, timed, isTool } = event;
  return {
    eventId,
    score,
    held,
    coverage,
    ...(cosine !== undefined && { cosine }),
    ...(late !== undefined && { late }),
    ...(timed !== undefined && { timed }),
    ...(isTool !== undefined && { isTool }),
  };
}

/** Computes the share of the weight where `holds` is true; 0 where all weights are zero. */
export function shareHeld(weights: readonly number[], holds: readonly boolean[]): number {
  let total = 0;
  let held = 0;
  weights.forEach((weight, i) => {
    total += weight;
    if (holds[i] === true) held += weight;
  });
  return total > 0 ? held / total : 0;
}

import { inverseDocumentFrequency, type TermStatistics } from '../ranking/bm25.ts';

/** What of the query one event holds, on scales that do not depend on the other candidates. */
export interface EventEvidence {
  readonly eventId: string;
  /** Of the ranking, in deviations. */
  readonly score: number;
  /** For each term of the query whether the event's best passage holds it. */
  readonly held: readonly boolean[];
  /** Share of the query's weight that this passage holds, 0..1. */
  readonly coverage: number;
  /** Cosine of the single vectors, and late interaction, -1..1; absent where there are none. */
  readonly cosine?: number;
  readonly late?: number;
  /** How well its time fits what the query names, 0..1; absent where it names none. */
  readonly timed?: number;
  /** It is a call of a tool or what came of one. */
  readonly isTool?: boolean;
}

/** The query as the store knows it. The lists stand in the order of its terms. */
export interface AskedTerms {
  /** Rarity of each term; one that was never seen weighs little, one that says when weighs nothing. */
  readonly weights: readonly number[];
  /** Weight of a term that was never seen: the most there is. */
  readonly rarest: number;
  readonly seen: readonly boolean[];
  readonly exact: readonly boolean[];
  /** Passages of the space. */
  readonly documents: number;
}

/** Of what the rarest term of a store would weigh: people ask in words that the memory never used, so their absence says little. */
const UNSEEN_SHARE = 0.3;

/** A document of an event with the counts of the query's terms, further terms behind them or not. */
export interface CountedDocument {
  readonly part: number;
  readonly termCounts: readonly number[];
}

/** `saysWhen` tells the terms that name a time: an event fits them by its own. */
export function weighAskedTerms(
  { documents, documentFrequencies }: TermStatistics,
  exact: readonly boolean[],
  saysWhen: readonly boolean[] = [],
): AskedTerms {
  const rarest = inverseDocumentFrequency(documents, 0);
  return {
    weights: documentFrequencies.map((frequency, i) => {
      if (saysWhen[i] === true) return 0;
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
 * The evidence of one event by its best passage; an event that is not cut into passages is one. What a long event says in places far
 * from each other is less than what it says in one.
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

/** Share of the weight that stands where `holds` is true; 0 where nothing weighs anything. */
export function shareHeld(weights: readonly number[], holds: readonly boolean[]): number {
  let total = 0;
  let held = 0;
  weights.forEach((weight, i) => {
    total += weight;
    if (holds[i] === true) held += weight;
  });
  return total > 0 ? held / total : 0;
}

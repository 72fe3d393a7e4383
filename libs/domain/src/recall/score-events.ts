import type { EventKind } from '../event/event-kind.ts';
import { inverseDocumentFrequencies, lengthNorm, scoreBm25, type TermStatistics } from './bm25.ts';
import type { LogPassage } from './passage.ts';

/** A document of the text index with the counts of the query's terms; the shape in which an index hands candidates over. */
export interface RankDocument {
  readonly eventId: string;
  /** 0 for the event itself, 1, 2 ... for passages. */
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
  /** For each query term whether it is an identifier; a document holding all of these goes on top (R13). */
  readonly exact?: readonly boolean[];
  /** For each query term whether it stands for the name of who speaks; such a term is no text. */
  readonly agents?: readonly boolean[];
}

/** What an event's text is worth by itself, whatever the other candidates are. */
export interface ScoredEvent {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly kind: EventKind | undefined;
  readonly occurredAt: number | undefined;
  /** By its best text and how much of the query it holds. */
  readonly text: number;
  readonly matched: boolean;
  /** What its shortest document adds below a term's count. */
  readonly norm: number;
  /** Share of the context it takes, 0..1. */
  readonly shortness: number;
  /** For each term whether any of its documents holds it. */
  readonly held: readonly boolean[];
  /** Share of the query's identifiers it holds, by weight; 0 where the query has none. */
  readonly exactShare: number;
  /** Whether one of its texts, a passage where it is long, holds every term that is text. */
  readonly isComplete: boolean;
  /** Share of the named speakers' terms that are of its own speaker. */
  readonly namedShare: number;
  /** Its passages that match, best first. */
  readonly passages: readonly MatchedPassage[];
}

export interface MatchedPassage {
  readonly part: number;
  readonly passage: LogPassage;
  readonly score: number;
}

/** Words a query has at least for one text with all of them to mean something. */
const COMPLETE_TERMS = 3;
/** Analysed terms up to which an event takes all that context and coverage give; from there on it falls with the length. */
const SHORT_TERMS = 40;
const shortnessOf = (length: number): number => Math.min(1, SHORT_TERMS / Math.max(1, length));

/** Rarity of each term that is text; names of speakers weigh nothing here. */
export function textWeights({ statistics, agents }: ScoringTerms): number[] {
  return inverseDocumentFrequencies(statistics).map((weight, i) => (agents?.[i] === true ? 0 : weight));
}

/** Scores an event by all its documents that are known; `coverage` is the share of its score that holding all of the query adds to a short one. */
export function createEventScoring(terms: ScoringTerms, coverage: number): (documents: readonly RankDocument[]) => ScoredEvent {
  const { statistics, exact, agents } = terms;
  const weights = textWeights(terms);
  const average = statistics.totalLength / Math.max(1, statistics.documents);
  const totalWeight = Math.max(1e-9, sumOf(weights));
  const exactWeight = sumWhere(weights, exact);
  const named = agents?.filter(Boolean).length ?? 0;
  const asksEnough = weights.filter((weight) => weight > 0).length >= COMPLETE_TERMS;

  return (documents) => {
    const first = documents[0]!;
    let best = 0;
    let length = 0;
    let exactHeld = 0;
    let norm = Infinity;
    const held = weights.map(() => false);
    const passages: MatchedPassage[] = [];
    for (const { part, passage, termCounts, length: own } of documents) {
      const score = scoreBm25(termCounts, own, weights, average);
      best = Math.max(best, score);
      norm = Math.min(norm, lengthNorm(own, average));
      length = Math.max(length, part === 0 ? own : own * 2);
      if (exactWeight > 0) exactHeld = Math.max(exactHeld, sumWhere(weights, exact, termCounts));
      for (let term = 0; term < held.length; term++) if (termCounts[term]! > 0) held[term] = true;
      if (passage !== undefined && score > 0) passages.push({ part, passage, score });
    }
    const shortness = shortnessOf(length);
    const share = sumWhere(weights, held) / totalWeight;
    return {
      eventId: first.eventId,
      session: first.session,
      ordinal: first.ordinal,
      kind: first.kind,
      occurredAt: first.occurredAt,
      text: best * (1 + coverage * share * shortness),
      matched: best > 0,
      norm,
      shortness,
      held,
      exactShare: exactWeight > 0 ? exactHeld / exactWeight : 0,
      isComplete: asksEnough && holdsAll(documents, weights),
      namedShare: named === 0 ? 0 : held.filter((holding, i) => holding && agents![i] === true).length / named,
      passages: passages.sort((a, b) => b.score - a.score || a.part - b.part),
    };
  };
}

function holdsAll(documents: readonly RankDocument[], weights: readonly number[]): boolean {
  const isLong = documents.some((document) => document.part > 0);
  return documents.some(
    (document) => (document.part > 0 || !isLong) && weights.every((weight, i) => weight === 0 || document.termCounts[i]! > 0),
  );
}

function sumOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

function sumWhere(weights: readonly number[], flags: readonly boolean[] | undefined, counts?: readonly number[]): number {
  if (flags === undefined) return 0;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) if (flags[i] === true && (counts === undefined || counts[i]! > 0)) sum += weights[i]!;
  return sum;
}

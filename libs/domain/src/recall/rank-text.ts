import { inverseDocumentFrequencies, scoreBm25 } from './bm25.ts';
import type { TermStatistics } from './bm25.ts';
import type { LogPassage } from './passage.ts';

/** A document of the text index with the counts of the query's terms; the shape in which an index hands candidates over. */
export interface RankDocument {
  readonly eventId: string;
  /** 0 for the event itself, 1, 2 ... for passages. */
  readonly part: number;
  readonly passage?: LogPassage;
  readonly session: string;
  readonly ordinal: number;
  readonly termCounts: readonly number[];
  readonly length: number;
}

export interface RankInput {
  readonly documents: readonly RankDocument[];
  readonly statistics: TermStatistics;
  /** For each query term whether it is an identifier; a document holding all of these goes on top (R13). */
  readonly exact?: readonly boolean[];
}

export interface RankedEvent {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly score: number;
  /** Its own text, before context; in deviations from the mean of the candidates. */
  readonly own: number;
  /** What neighbours and the session lent it. */
  readonly context: number;
  /** Share of the query's identifiers it holds, by weight; 0 where the query has none. */
  readonly exactShare: number;
  readonly matched: boolean;
  /** Its passages that match, best first. */
  readonly passages: readonly { readonly part: number; readonly passage: LogPassage; readonly score: number }[];
}

/** Recipe L of the retrieval study; previous and two away raised from .2 and .1 after measuring on both sets of the study. */
const PREVIOUS = 0.3;
const NEXT = 0.1;
const TWO_AWAY = 0.15;
const SESSION_BEST = 0.6;
/** Analysed terms up to which an event takes all of its context; from there on it falls with the length. */
const SHORT_TERMS = 40;
/** What holding every identifier of the query is worth, in deviations: more than context can make up. */
const EXACT = 6;

interface Scored {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly raw: number;
  readonly length: number;
  readonly exactShare: number;
  readonly passages: { part: number; passage: LogPassage; score: number }[];
}

/**
 * Ranks events by BM25 over their text and passages (the best of them counts), as deviations from the mean of the candidates, and lets
 * neighbours and the best of the session lend score to short events. Ties go by session, then place. O(candidates log candidates).
 */
export function rankText(input: RankInput): RankedEvent[] {
  const scored = scoreEvents(input);
  if (scored.length === 0) return [];
  const own = standardise(scored.map((event) => event.raw));
  const floor = Math.min(...own);
  const places = new Map<string, Map<number, number>>();
  const best = new Map<string, number>();
  scored.forEach((event, i) => {
    let session = places.get(event.session);
    if (session === undefined) places.set(event.session, (session = new Map()));
    session.set(event.ordinal, own[i]!);
    best.set(event.session, Math.max(best.get(event.session) ?? floor, own[i]!));
  });
  const ranked = scored.map((event, i) => {
    const session = places.get(event.session)!;
    const at = (distance: number): number => session.get(event.ordinal + distance) ?? floor;
    const lent = PREVIOUS * at(-1) + NEXT * at(1) + TWO_AWAY * (at(-2) + at(2)) + SESSION_BEST * best.get(event.session)!;
    const context = lent * Math.min(1, SHORT_TERMS / Math.max(1, event.length));
    const score = own[i]! + context + EXACT * event.exactShare;
    return {
      eventId: event.eventId, session: event.session, ordinal: event.ordinal, score, own: own[i]!, context, exactShare: event.exactShare,
      matched: event.raw > 0, passages: event.passages.sort((a, b) => b.score - a.score || a.part - b.part),
    };
  });
  return ranked.sort((a, b) => b.score - a.score || (a.session < b.session ? -1 : a.session > b.session ? 1 : a.ordinal - b.ordinal));
}

function scoreEvents(input: RankInput): Scored[] {
  const weights = inverseDocumentFrequencies(input.statistics);
  const average = input.statistics.totalLength / Math.max(1, input.statistics.documents);
  const exactWeight = sumWhere(weights, input.exact);
  const byEvent = new Map<string, RankDocument[]>();
  for (const document of input.documents) {
    const known = byEvent.get(document.eventId);
    if (known === undefined) byEvent.set(document.eventId, [document]);
    else known.push(document);
  }
  const scored: Scored[] = [];
  for (const [eventId, documents] of byEvent) {
    const first = documents[0]!;
    let raw = 0;
    let length = 0;
    let held = 0;
    const passages: Scored['passages'] = [];
    for (const document of documents) {
      const score = scoreBm25(document.termCounts, document.length, weights, average);
      raw = Math.max(raw, score);
      length = Math.max(length, document.part === 0 ? document.length : document.length * 2);
      if (exactWeight > 0) held = Math.max(held, sumWhere(weights, input.exact, document.termCounts));
      if (document.passage !== undefined && score > 0) passages.push({ part: document.part, passage: document.passage, score });
    }
    scored.push({ eventId, session: first.session, ordinal: first.ordinal, raw, length, exactShare: exactWeight > 0 ? held / exactWeight : 0, passages });
  }
  return scored;
}

function sumWhere(weights: readonly number[], flags: readonly boolean[] | undefined, counts?: readonly number[]): number {
  if (flags === undefined) return 0;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) if (flags[i] === true && (counts === undefined || counts[i]! > 0)) sum += weights[i]!;
  return sum;
}

/** Deviations from the mean; all zero where nothing differs. */
export function standardise(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const deviation = Math.sqrt(variance);
  return deviation < 1e-9 ? values.map(() => 0) : values.map((value) => (value - mean) / deviation);
}

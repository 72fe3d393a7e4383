import type { TokenMatch } from '../token-match.ts';
import { nthGreatest } from '../nth-greatest.ts';
import { saturatedCounts, scoreBm25 } from './bm25.ts';
import { boostsOf, type Boosted } from './boost-passages.ts';
import { borrowMatches } from './borrow-matches.ts';
import type { Candidate, EventCandidates } from './candidate.ts';
import { coverageOf, describeRanked } from './describe-ranked.ts';
import { eventTerms, fuseSignals } from './fuse-signals.ts';
import { createLendingCache, type LendingCache, type LentMatches } from './lend-matches.ts';
import { lendWords } from './lend-words.ts';
import { lendContext, shortnessOf, withContext } from './lend-context.ts';
import { shareOf, textWeights, type RankDocument } from './rank-document.ts';
import { DEFAULT_RANKING, type RankingSwitches } from './rank-parts.ts';
import type { RankTerms } from './rank-terms.ts';
import type { RankedEvent } from './ranked-event.ts';

/** A passage, by its event and number. */
export interface PassageId {
  readonly eventId: string;
  readonly part: number;
}

/** Ranking of one query's candidates, to which more can be added. */
export interface Ranking<Document extends RankDocument> {
  /** Adds passages with their term counts. Known ones do not change. */
  add(documents: Iterable<Document>): void;
  has(id: PassageId): boolean;
  /** Candidates by event id, in the order they were added. */
  readonly events: ReadonlyMap<string, EventCandidates<Document>>;
  /** Adds cosines of passages. Any other `covered` passage is then known to have no vector. */
  addSimilarities(found: Iterable<PassageId & { readonly similarity: number }>, covered: Iterable<PassageId>): void;
  /** Returns the passages whose cosine is unknown. */
  uncovered(): Document[];
  /** Adds the matches of the query's words in these passages; `weights` are the words' weights. */
  addMatches(passages: readonly PassageId[], matches: readonly (TokenMatch | undefined)[], weights: Float32Array): void;
  /**
   * Returns passages to compare by token vectors, best first by text, cosine and boosts, without those already
   * compared.
   */
  toCompare(count: number): Document[];
  /** Ranks all events by their best passages, best first. Ties go by session, then place, the latest first. */
  rank(): RankedEvent[];
  /** Ranks the best `count` without the words of the events before each: enough to see whose neighbours may matter. */
  rankAlone(count: number): RankedEvent[];
}

const SPEAKER_NAMED = 0.5;
/**
 * Ranks events by their best passage: words, single vectors and late interaction with lending, in standard deviations
 * from the mean of the space. Short events take a share of their context. Dates, roles and identifiers are added last:
 * they concern one event alone, so they are neither lent to others nor evened out. Source: design/answers, recipe; ADR
 * 0058.
 */
export function createRanking<Document extends RankDocument>(terms: RankTerms): Ranking<Document> {
  const on = terms.parts ?? DEFAULT_RANKING;
  const weights = textWeights(terms);
  const termWeights = Float32Array.from(weights);
  const average = terms.statistics.totalLength / Math.max(1, terms.statistics.documents);
  const events = new Map<string, EventCandidates<Document>>();
  const lending = createLendingCache(on.lending);
  let wordWeights: Float32Array | undefined;

  function candidateOf(document: Document): Candidate<Document> {
    const { termCounts, length } = document;
    return {
      document,
      text: scoreBm25(termCounts, length, weights, average),
      counts: saturatedCounts(termCounts, length, average),
      share: coverageOf(weights, [termCounts]),
      exactShare: on.exact ? shareOf(weights, terms.exact, termCounts) : 0,
      namedShare: on.speaker ? namedShareOf(terms.agents, termCounts) : 0,
    };
  }

  const at = ({ eventId, part }: PassageId): Candidate<Document> | undefined => events.get(eventId)?.get(part);
  const all = (): Candidate<Document>[] => [...events.values()].flatMap((own) => [...own.values()]);
  /** Without late interaction, words are lent in its place: by the events before too where `borrows`. */
  const fuse = (borrows: boolean, lentOf?: (own: EventCandidates) => LentMatches): Boosted<Document> => {
    const others = othersOf(terms.statistics.documents, events.values());
    const lentWords = lentOf === undefined && on.lending ? lendWords(events, termWeights, { borrows: borrows && on.context }) : undefined;
    const fused = fuseSignals(events, { others, lentWords, ...(lentOf && { lentOf }) });
    return { ...fused, ...boostsOf(fused, terms, on) };
  };

  return {
    events,
    has: (id) => at(id) !== undefined,
    add(documents) {
      for (const document of documents) {
        const { eventId, part } = document;
        const own = events.get(eventId);
        if (own === undefined) events.set(eventId, new Map([[part, candidateOf(document)]]));
        else if (!own.has(part)) own.set(part, candidateOf(document));
      }
    },
    addSimilarities(found, covered) {
      for (const hit of found) {
        const candidate = at(hit);
        if (candidate !== undefined) candidate.similarity = hit.similarity;
      }
      for (const id of covered) {
        const candidate = at(id);
        if (candidate !== undefined) candidate.similarity ??= null;
      }
    },
    uncovered: () => all().flatMap(({ document, similarity }) => (similarity === undefined ? [document] : [])),
    addMatches(passages, matches, ofWords) {
      wordWeights = ofWords;
      passages.forEach((id, place) => {
        const candidate = at(id);
        if (candidate !== undefined) candidate.match = matches[place] ?? null;
        lending.forget(events.get(id.eventId));
      });
    },
    toCompare(count) {
      const { passages, scores, boosts } = fuse(false);
      const boosted = scores.map((score, place) => score + boosts[place]!);
      const order = passages.map((_, place) => place).sort((a, b) => boosted[b]! - boosted[a]!);
      return order
        .slice(0, count)
        .map((place) => passages[place]!)
        .flatMap(({ document, match, similarity }) => (match === undefined && similarity !== null ? [document] : []));
    },
    rank: () => rankEvents(fuse(true, wordWeights && borrowing(events, wordWeights, lending, on)), weights, on, Infinity),
    rankAlone: (count) => rankEvents(fuse(false, wordWeights && lendingBy(wordWeights, lending)), weights, on, count),
  };
}

/**
 * Largest number of a space's passages that set the scale. Without it the best would stand ever further apart in larger
 * spaces.
 */
const SCALE_PASSAGES = 5_000;

function othersOf(documents: number, events: Iterable<EventCandidates>): number {
  let known = 0;
  for (const own of events) known += own.size;
  return Math.max(0, Math.min(documents, SCALE_PASSAGES) - known);
}

/** Lends each event the matches of its own passages. */
function lendingBy(weights: Float32Array, lending: LendingCache): (own: EventCandidates) => LentMatches {
  return (own) => lending.of(own, weights);
}

/** Lends each event those and, with context, the matches of the events before it. */
function borrowing(
  events: ReadonlyMap<string, EventCandidates>,
  weights: Float32Array,
  lending: LendingCache,
  on: RankingSwitches,
): (own: EventCandidates) => LentMatches {
  const borrowed = on.lending && on.context ? borrowMatches(events.values(), weights.length) : undefined;
  return (own) => lending.of(own, weights, borrowed?.(own));
}

function namedShareOf(agents: readonly boolean[] | undefined, counts: readonly number[]): number {
  const named = agents?.filter(Boolean).length ?? 0;
  return named === 0 ? 0 : counts.filter((count, i) => count > 0 && agents![i] === true).length / named;
}

function rankEvents<Document extends RankDocument>(
  { floor, ...boosted }: Boosted<Document>,
  weights: readonly number[],
  on: RankingSwitches,
  count: number,
): RankedEvent[] {
  const { passages, scores, boosts } = boosted;
  const members = placesByEvent(passages);
  const inSessions = members.map((own) => {
    const { session, ordinal } = passages[own[0]!]!.document;
    const terms = eventTerms(own.map((i) => passages[i]!.document));
    return { session, ordinal, shortness: on.context ? shortnessOf(terms) : 0, own: Math.max(...own.map((i) => scores[i]!)) };
  });
  const contexts = lendContext(inSessions, floor);
  const placed = new Float64Array(passages.length);
  const ranked = members.map((own, place) => {
    const { session, ordinal, shortness } = inSessions[place]!;
    const speaker = SPEAKER_NAMED * own.reduce((most, i) => Math.max(most, passages[i]!.namedShare), 0);
    for (const i of own) placed[i] = withContext(scores[i]!, contexts[place]!, shortness) + boosts[i]! + speaker;
    own.sort((a, b) => placed[b]! - placed[a]! || passages[a]!.document.part - passages[b]!.document.part);
    return { own, session, ordinal, speaker, score: placed[own[0]!]! };
  });
  const best = atLeastBest(ranked, count)
    .sort((a, b) => b.score - a.score || comparePlaces(a, b))
    .slice(0, count);
  return best.map((event) => describeRanked(event, boosted, placed, weights));
}

/** Groups the indexes of passages by event. Passages of one event are adjacent. */
function placesByEvent(passages: readonly Candidate[]): number[][] {
  const members: number[][] = [];
  let before: string | undefined;
  for (let place = 0; place < passages.length; place += 1) {
    const { eventId } = passages[place]!.document;
    if (eventId === before) members.at(-1)!.push(place);
    else members.push([place]);
    before = eventId;
  }
  return members;
}

/** Returns the best `count` events in no order, without sorting all; includes ties with the last. */
function atLeastBest<Event extends { readonly score: number }>(events: Event[], count: number): Event[] {
  if (count >= events.length) return events;
  const least = nthGreatest(
    Float64Array.from(events, ({ score }) => score),
    count,
  );
  return events.filter(({ score }) => score >= least);
}

function comparePlaces(a: Pick<RankedEvent, 'session' | 'ordinal'>, b: Pick<RankedEvent, 'session' | 'ordinal'>): number {
  return a.session < b.session ? -1 : a.session > b.session ? 1 : b.ordinal - a.ordinal;
}

import { inverseDocumentFrequency, saturate } from './bm25.ts';
import { lendContext } from './lend-context.ts';
import { orderExact } from './order-exact.ts';
import { liesInDate, type QueryDate } from './query-dates.ts';
import { DEFAULT_RANKING, type RankingSwitches } from './rank-parts.ts';
import {
  createEventScoring,
  textWeights,
  type MatchedPassage,
  type RankDocument,
  type ScoredEvent,
  type ScoringTerms,
} from './score-events.ts';
import { standardise } from './standardise.ts';

/** Scores of candidates from another source than text (a vector, late interaction), fused by their deviations. */
export interface RankSignal {
  readonly name: string;
  /** Beside text's `TEXT_WEIGHT`. */
  readonly weight: number;
  /** By event id, the higher the better; an event without one counts as the lowest of them. */
  readonly scores: ReadonlyMap<string, number>;
  /** Events that the signal cannot know, as they are too new or of a kind without it: judged by their text instead. */
  readonly unknown?: ReadonlySet<string>;
}

export interface RankTerms extends ScoringTerms {
  readonly dates?: readonly QueryDate[];
  /** All parts where absent; signals come as they are. */
  readonly parts?: RankingSwitches;
}

export interface RankedEvent {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly score: number;
  /** Its own text and signals, before context; in deviations from the mean of the candidates. */
  readonly own: number;
  /** Its deviations by text and by each signal, where there are other signals than text. */
  readonly signals?: Readonly<Record<string, number>>;
  /** What neighbours and the session lent it. */
  readonly context: number;
  /** What it is worth that its speaker is named, or that users state where assistants echo. */
  readonly speaker: number;
  /** Share of the query's identifiers it holds, by weight; 0 where the query has none. */
  readonly exactShare: number;
  readonly matched: boolean;
  /** Its passages that match, best first. */
  readonly passages: readonly MatchedPassage[];
}

/** Candidates of one query, which may become more; each is scored once. */
export interface Ranking<Document extends RankDocument> {
  /** Documents of events, new ones or known; a part that is known is replaced. */
  add(documents: Iterable<Document>): void;
  /** By event id, in the order they came. */
  readonly events: ReadonlyMap<string, readonly Document[]>;
  /** Event ids by text and signals alone, best first. */
  byOwn(signals?: readonly RankSignal[]): string[];
  /** Events by everything, best first, all or the best `count`. Ties go by session, then place. O(candidates log candidates). */
  rank(signals?: readonly RankSignal[], count?: number): RankedEvent[];
}

/** Weight of text beside other signals. Source: retrieval study, recipe B. */
export const TEXT_WEIGHT = 0.3;
/** What holding every identifier of the query is worth, in deviations: more than context can make up. */
const EXACT = 6;
/** Share of its score that a short event gains by holding all of the query, so that two rare words beat one said twice. */
const COVERAGE = 1.5;
/** What one text with every word of the query is worth, in deviations: neighbours of an answer do not pass it. */
const COMPLETE = 1;
const SPEAKER_NAMED = 1.5;
const USER_STATES = 0.5;

/**
 * Ranks events by BM25 over their text and passages (the best of them counts) and by other signals, as deviations from the mean of the
 * candidates, and lets neighbours, the session, the speaker and dates add to it.
 */
export function createRanking<Document extends RankDocument>(terms: RankTerms): Ranking<Document> {
  const on = terms.parts ?? DEFAULT_RANKING;
  const score = createEventScoring(terms, on.coverage ? COVERAGE : 0);
  const events = new Map<string, Document[]>();
  const known = new Map<string, ScoredEvent>();

  function scoredEvents(): ScoredEvent[] {
    return Array.from(events, ([eventId, documents]) => {
      let scored = known.get(eventId);
      if (scored === undefined) known.set(eventId, (scored = score(documents)));
      return scored;
    });
  }

  return {
    events,
    add(documents) {
      for (const document of documents) {
        const { eventId, part } = document;
        known.delete(eventId);
        const own = events.get(eventId);
        const at = own === undefined ? -1 : own.findIndex((other) => other.part === part);
        if (own === undefined) events.set(eventId, [document]);
        else if (at < 0) own.push(document);
        else own[at] = document;
      }
    },
    byOwn(signals = []) {
      const scored = scoredEvents();
      const { own, order } = standingsOf(scored, terms, signals);
      return order.sort((a, b) => own[b]! - own[a]!).map((at) => scored[at]!.eventId);
    },
    rank(signals = [], count = Infinity) {
      const scored = scoredEvents();
      const standings = standingsOf(scored, terms, signals);
      return standings.order.slice(0, count).map((at) => rankedEvent(scored[at]!, standings, at));
    },
  };
}

/** What each event has, in the order of the events, and their places by score. */
interface Standings {
  readonly own: readonly number[];
  readonly signals: ReadonlyMap<string, readonly number[]>;
  readonly context: readonly number[];
  readonly speaker: readonly number[];
  readonly scores: readonly number[];
  readonly order: number[];
}

function standingsOf(scored: readonly ScoredEvent[], terms: RankTerms, given: readonly RankSignal[]): Standings {
  const on = terms.parts ?? DEFAULT_RANKING;
  const raw = withDates(scored, on.dates ? (terms.dates ?? []) : []);
  const { own: fused, signals } = fuse(scored, raw, given);
  const own = on.exact ? orderExact(scored, raw, fused) : fused;
  const context = on.context ? lendContext(scored, own, textWeights(terms), signals.size > 0) : scored.map(() => 0);
  const userStates = on.speaker && isDialogue(scored) ? USER_STATES : 0;
  const named = on.speaker ? SPEAKER_NAMED : 0;
  const speaker = scored.map((event) => named * event.namedShare + (event.kind === 'user_message' ? userStates : 0));
  const exact = on.exact ? EXACT : 0;
  const complete = on.coverage ? COMPLETE : 0;
  const scores = scored.map(
    (event, i) => own[i]! + context[i]! + speaker[i]! + exact * event.exactShare + (event.isComplete ? complete : 0),
  );
  const order = scored.map((_, at) => at).sort((a, b) => scores[b]! - scores[a]! || comparePlaces(scored[a]!, scored[b]!));
  return { own, signals, context, speaker, scores, order };
}

function comparePlaces(a: ScoredEvent, b: ScoredEvent): number {
  return a.session < b.session ? -1 : a.session > b.session ? 1 : a.ordinal - b.ordinal;
}

function rankedEvent(event: ScoredEvent, { own, signals, context, speaker, scores }: Standings, at: number): RankedEvent {
  const { eventId, session, ordinal, exactShare, matched, passages } = event;
  const ranked = { eventId, session, ordinal, score: scores[at]!, own: own[at]!, context: context[at]!, speaker: speaker[at]! };
  if (signals.size === 0) return { ...ranked, exactShare, matched, passages };
  const values: Record<string, number> = {};
  for (const [name, deviations] of signals) values[name] = deviations[at]!;
  return { ...ranked, signals: values, exactShare, matched, passages };
}

/** Users and assistants talking, no tools at work among the candidates. */
function isDialogue(scored: readonly ScoredEvent[]): boolean {
  const kinds = new Set(scored.map((event) => event.kind));
  return kinds.has('user_message') && kinds.has('agent_message') && !kinds.has('tool_call') && !kinds.has('tool_result');
}

/** Text alone is its own deviations; with other signals the weighed sum of all, standardised again. */
function fuse(
  scored: readonly ScoredEvent[],
  raw: readonly number[],
  given: readonly RankSignal[],
): { own: number[]; signals: ReadonlyMap<string, readonly number[]> } {
  const text = standardise(raw);
  const signals = new Map<string, readonly number[]>();
  if (given.length === 0) return { own: text, signals };
  signals.set('text', text);
  const sum = text.map((value) => TEXT_WEIGHT * value);
  for (const signal of given) {
    if (signal.scores.size === 0) continue;
    const values = deviationsOf(scored, text, signal);
    values.forEach((value, i) => (sum[i]! += signal.weight * value));
    signals.set(signal.name, values);
  }
  return { own: standardise(sum), signals };
}

function deviationsOf(scored: readonly ScoredEvent[], text: readonly number[], { scores, unknown }: RankSignal): number[] {
  const lowest = scores.values().reduce((least, score) => Math.min(least, score));
  const values = scored.map(({ eventId }) => scores.get(eventId) ?? (unknown?.has(eventId) === true ? undefined : lowest));
  const known = standardise(values.filter((value) => value !== undefined));
  let next = 0;
  return values.map((value, i) => (value === undefined ? text[i]! : known[next++]!));
}

/** A date of the query counts like a word that stands in every event of that time, as rare as it is among the candidates. */
function withDates(scored: readonly ScoredEvent[], dates: readonly QueryDate[]): number[] {
  const within = ({ occurredAt }: ScoredEvent, date: QueryDate): boolean => occurredAt !== undefined && liesInDate(occurredAt, date);
  const weighed = dates.map((date) => ({
    date,
    weight: inverseDocumentFrequency(scored.length, scored.filter((event) => within(event, date)).length),
  }));
  return scored.map((event) => {
    const dated = weighed.reduce((sum, { date, weight }) => (within(event, date) ? sum + weight : sum), 0);
    return event.text + dated * saturate(1, event.norm);
  });
}

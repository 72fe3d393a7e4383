import type { EventKind } from '../event/event-kind.ts';
import { inverseDocumentFrequencies, inverseDocumentFrequency, lengthNorm, saturate, scoreBm25 } from './bm25.ts';
import type { TermStatistics } from './bm25.ts';
import { lendContext } from './lend-context.ts';
import { orderExact } from './order-exact.ts';
import type { LogPassage } from './passage.ts';
import { liesInDate, type QueryDate } from './query-dates.ts';
import { DEFAULT_RANKING, type RankingSwitches } from './rank-parts.ts';
import { standardise } from './standardise.ts';

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

export interface RankInput {
  readonly documents: readonly RankDocument[];
  readonly statistics: TermStatistics;
  /** For each query term whether it is an identifier; a document holding all of these goes on top (R13). */
  readonly exact?: readonly boolean[];
  /** For each query term whether it stands for the name of who speaks; such a term is no text. */
  readonly agents?: readonly boolean[];
  readonly dates?: readonly QueryDate[];
  readonly signals?: readonly RankSignal[];
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
  readonly passages: readonly { readonly part: number; readonly passage: LogPassage; readonly score: number }[];
}

/** Weight of text beside other signals. Source: retrieval study, recipe B. */
export const TEXT_WEIGHT = 0.3;
/** What holding every identifier of the query is worth, in deviations: more than context can make up. */
const EXACT = 6;
/** Share of its score that a short event gains by holding all of the query, so that two rare words beat one said twice. */
const COVERAGE = 1.5;
/** What one text with every word of the query is worth, in deviations: neighbours of an answer do not pass it. */
const COMPLETE = 1;
/** Words a query has at least for that to mean something. */
const COMPLETE_TERMS = 3;
const SPEAKER_NAMED = 1.5;
const USER_STATES = 0.5;

interface Scored {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly kind: EventKind | undefined;
  /** By text and dates. */
  readonly raw: number;
  readonly matched: boolean;
  readonly length: number;
  /** For each term whether any of its documents holds it. */
  readonly held: readonly boolean[];
  readonly exactShare: number;
  /** Whether one of its texts, a passage where it is long, holds every term that is text. */
  readonly isComplete: boolean;
  /** Share of the named speakers' terms that are of its own speaker. */
  readonly namedShare: number;
  readonly passages: { part: number; passage: LogPassage; score: number }[];
}

/** Analysed terms up to which an event takes all that context and coverage give; from there on it falls with the length. */
const SHORT_TERMS = 40;
const shortness = (length: number): number => Math.min(1, SHORT_TERMS / Math.max(1, length));

/**
 * Ranks events by BM25 over their text and passages (the best of them counts) and by other signals, as deviations from the mean of the
 * candidates, and lets neighbours, the session, the speaker and dates add to it. Ties go by session, then place. O(candidates log candidates).
 */
export function rankText(input: RankInput): RankedEvent[] {
  const scored = scoreEvents(input);
  if (scored.length === 0) return [];
  const on = input.parts ?? DEFAULT_RANKING;
  const { own: fused, signals } = fuse(scored, input.signals ?? []);
  const own = on.exact ? orderExact(scored, fused) : fused;
  const context = on.context
    ? lendContext(
        scored.map((event, i) => ({ ...event, own: own[i]!, shortness: shortness(event.length) })),
        textWeights(input),
        signals.size > 0,
      )
    : scored.map(() => 0);
  const named = on.speaker ? SPEAKER_NAMED : 0;
  const userStates = on.speaker && isDialogue(scored) ? USER_STATES : 0;
  const exact = on.exact ? EXACT : 0;
  const complete = on.coverage ? COMPLETE : 0;
  const ranked = scored.map((event, i): RankedEvent => {
    const speaker = named * event.namedShare + (event.kind === 'user_message' ? userStates : 0);
    return {
      eventId: event.eventId,
      session: event.session,
      ordinal: event.ordinal,
      score: own[i]! + context[i]! + speaker + exact * event.exactShare + (event.isComplete ? complete : 0),
      own: own[i]!,
      ...(signals.size === 0 ? {} : { signals: Object.fromEntries([...signals].map(([name, values]) => [name, values[i]!])) }),
      context: context[i]!,
      speaker,
      exactShare: event.exactShare,
      matched: event.matched,
      passages: event.passages.sort((a, b) => b.score - a.score || a.part - b.part),
    };
  });
  return ranked.sort((a, b) => b.score - a.score || (a.session < b.session ? -1 : a.session > b.session ? 1 : a.ordinal - b.ordinal));
}

/** Users and assistants talking, no tools at work among the candidates. */
function isDialogue(scored: readonly Scored[]): boolean {
  const kinds = new Set(scored.map((event) => event.kind));
  return kinds.has('user_message') && kinds.has('agent_message') && !kinds.has('tool_call') && !kinds.has('tool_result');
}

/** Text alone is its own deviations; with other signals the weighed sum of all, standardised again. */
function fuse(scored: readonly Scored[], given: readonly RankSignal[]): { own: number[]; signals: ReadonlyMap<string, readonly number[]> } {
  const text = standardise(scored.map((event) => event.raw));
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

function deviationsOf(scored: readonly Scored[], text: readonly number[], { scores, unknown }: RankSignal): number[] {
  const lowest = scores.values().reduce((least, score) => Math.min(least, score));
  const isUnknown = (event: Scored): boolean => !scores.has(event.eventId) && unknown?.has(event.eventId) === true;
  const known = standardise(scored.filter((event) => !isUnknown(event)).map((event) => scores.get(event.eventId) ?? lowest));
  let next = 0;
  return scored.map((event, i) => (isUnknown(event) ? text[i]! : known[next++]!));
}

/** Rarity of each term that is text; names of speakers weigh nothing here. */
function textWeights({ statistics, agents }: RankInput): number[] {
  return inverseDocumentFrequencies(statistics).map((weight, i) => (agents?.[i] === true ? 0 : weight));
}

function scoreEvents(input: RankInput): Scored[] {
  const weights = textWeights(input);
  const average = input.statistics.totalLength / Math.max(1, input.statistics.documents);
  const totalWeight = Math.max(
    1e-9,
    weights.reduce((sum, weight) => sum + weight, 0),
  );
  const exactWeight = sumWhere(weights, input.exact);
  const named = input.agents?.filter(Boolean).length ?? 0;
  const byEvent = Map.groupBy(input.documents, (document) => document.eventId);
  const on = input.parts ?? DEFAULT_RANKING;
  const covering = on.coverage ? COVERAGE : 0;
  const dates = weighDates(
    on.dates ? (input.dates ?? []) : [],
    [...byEvent.values()].map((documents) => documents[0]!.occurredAt),
  );
  const scored: Scored[] = [];
  for (const [eventId, documents] of byEvent) {
    const first = documents[0]!;
    let raw = 0;
    let length = 0;
    let held = 0;
    let norm = Infinity;
    const passages: Scored['passages'] = [];
    for (const document of documents) {
      const score = scoreBm25(document.termCounts, document.length, weights, average);
      raw = Math.max(raw, score);
      norm = Math.min(norm, lengthNorm(document.length, average));
      length = Math.max(length, document.part === 0 ? document.length : document.length * 2);
      if (exactWeight > 0) held = Math.max(held, sumWhere(weights, input.exact, document.termCounts));
      if (document.passage !== undefined && score > 0) passages.push({ part: document.part, passage: document.passage, score });
    }
    const holds = weights.map((_, i) => documents.some((document) => document.termCounts[i]! > 0));
    const coverage = weights.reduce((sum, weight, i) => (holds[i] === true ? sum + weight : sum), 0) / totalWeight;
    const dated =
      first.occurredAt === undefined
        ? 0
        : dates.reduce((sum, { date, weight }) => (liesInDate(first.occurredAt!, date) ? sum + weight : sum), 0);
    scored.push({
      eventId,
      session: first.session,
      ordinal: first.ordinal,
      kind: first.kind,
      length,
      held: holds,
      passages,
      matched: raw > 0,
      raw: raw * (1 + covering * coverage * shortness(length)) + dated * saturate(1, norm),
      exactShare: exactWeight > 0 ? held / exactWeight : 0,
      isComplete: holdsAll(documents, weights),
      namedShare: named === 0 ? 0 : holds.filter((holding, i) => holding && input.agents![i] === true).length / named,
    });
  }
  return scored;
}

function holdsAll(documents: readonly RankDocument[], weights: readonly number[]): boolean {
  if (weights.filter((weight) => weight > 0).length < COMPLETE_TERMS) return false;
  const isLong = documents.some((document) => document.part > 0);
  return documents.some(
    (document) => (document.part > 0 || !isLong) && weights.every((weight, i) => weight === 0 || document.termCounts[i]! > 0),
  );
}

/** A date of the query counts like a word that stands in every event of that time, as rare as it is among the candidates. */
function weighDates(dates: readonly QueryDate[], times: readonly (number | undefined)[]): { date: QueryDate; weight: number }[] {
  return dates.map((date) => ({
    date,
    weight: inverseDocumentFrequency(times.length, times.filter((time) => time !== undefined && liesInDate(time, date)).length),
  }));
}

function sumWhere(weights: readonly number[], flags: readonly boolean[] | undefined, counts?: readonly number[]): number {
  if (flags === undefined) return 0;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) if (flags[i] === true && (counts === undefined || counts[i]! > 0)) sum += weights[i]!;
  return sum;
}

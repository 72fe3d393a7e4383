import {
  atMostUnsure,
  calibrationFor,
  FIRST_HITS,
  isListOfWords,
  isOfAnotherRecord,
  isPartOfId,
  judgeAnswer,
  knownRight,
  namesOtherId,
  rulesOf,
  shareHeld,
  type EventEvidence,
  type Judgement,
} from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';
import { endQuery } from '../rank/rank-at-end.ts';
import type { RankedQuery } from '../rank/rank-query.ts';
import { isDemoted, isUntelling } from '../condition/demote-untelling.ts';
import { rightByLiterals } from './judge-literals.ts';
import { createEvidenceMeasure, type MeasureEvidence } from './measure-evidence.ts';

/** Fewest events that a judgement uses: the first are compared with the others. */
const JUDGED = 20;

interface JudgeInput {
  /** The caller's queries, then those of retries. */
  readonly queries: readonly RankedQuery[];
  readonly ranking: readonly MergedEvent[];
  readonly conditioned: readonly OpenedEvent[];
}

/** The events that may be packed, best first, and how good they are. */
export interface JudgedEvents {
  readonly opened: readonly OpenedEvent[];
  readonly judged: Judgement;
}

/**
 * Takes the best events, behind those that are `kept` from an earlier pass, and judges them against each of the
 * caller's queries. The best judgement counts. Events found by later queries are judged by the words of the caller's.
 */
export function judgeEvents(
  { request, wanted }: Pick<Question, 'request' | 'wanted'>,
  { queries, ranking, conditioned }: JudgeInput,
  kept: readonly OpenedEvent[] = [],
): JudgedEvents {
  const opened = (kept.length === 0 ? conditioned : keepFirst(conditioned, kept)).slice(0, wanted);
  return { opened, judged: judge(queries, request.queries, opened, ranking) };
}

/** Puts the kept events in front, unchanged. Scores of the others are capped at that of the last kept one. */
export function keepFirst(events: readonly OpenedEvent[], kept: readonly OpenedEvent[]): OpenedEvent[] {
  const ids = new Set(kept.map(({ ranked }) => ranked.eventId));
  const most = kept.at(-1)?.ranked.score ?? Infinity;
  const behind = events.filter(({ ranked }) => !ids.has(ranked.eventId));
  return [...kept, ...behind.map((event) => ({ ...event, ranked: { ...event.ranked, score: Math.min(event.ranked.score, most) } }))];
}

/**
 * Judges what tells something: a question asked before, or just now, holds all words of the query and answers nothing.
 * A list of words may be about a question, so that one is shown for it, but what only asks never makes it answered.
 * `asked`: the caller's queries. `opened` are the first events, `ranking` holds those below.
 */
function judge(
  queries: readonly RankedQuery[],
  asked: readonly string[],
  opened: readonly OpenedEvent[],
  ranking: readonly MergedEvent[],
): Judgement {
  const known = new Set(opened.map(({ ranked }) => ranked.eventId));
  const last = opened.at(-1)?.ranked.score ?? Infinity;
  const below = ranking.filter((event) => event.score <= last && !known.has(event.eventId));
  const ranked = [...opened.map((event) => event.ranked), ...below].slice(0, Math.max(JUDGED, opened.length));
  const measured = queries.map((query) => ({ query, measure: createEvidenceMeasure(query) }));
  const later = measured.slice(asked.length);
  const telling = ranked.filter((event) => !isDemoted(event));
  const isAtEnd = endQuery(queries) !== undefined;
  const judgements = measured.slice(0, asked.length).map((own, at) => {
    const evidence = telling.map((event) => evidenceFor(own, later, event));
    const judgement = knownRight(
      judgeAnswer(own.query.asked, evidence, calibrationFor(own.query.model)),
      own.query.did?.eventIds ?? own.query.named ?? (isAtEnd ? firstOf(opened) : rightOf(own.query, asked[at]!, evidence)),
    );
    const isListed = own.query.did !== undefined || own.query.named !== undefined;
    const isUnsure =
      !isListed &&
      (own.query.literals?.lacksPhrase === true ||
        tellsOfAnother(own.query, evidence, opened) ||
        isOfOtherTime(own.query, opened) ||
        (!isAtEnd && isListOfWords(asked[at]!) && isAnsweredByQuestions(own.query, evidence, opened)));
    const bounded = isUnsure ? atMostUnsure(judgement) : judgement;
    return withQuestions(bounded, ranked);
  });
  return judgements.reduce((best, judgement) => (judgement.confidence > best.confidence ? judgement : best));
}

/** Returns what is known to be right: by its time, or as it holds what is named as it is written. */
function rightOf(query: RankedQuery, asked: string, evidence: readonly EventEvidence[]): ReadonlySet<string> {
  const said = saidThen(query, evidence);
  return said.size > 0 ? said : rightByLiterals(query, asked, evidence);
}

/** Returns true where it is messages that only ask which make an answer of the evidence. */
function isAnsweredByQuestions(query: RankedQuery, evidence: readonly EventEvidence[], opened: readonly OpenedEvent[]): boolean {
  const asking = new Set(opened.filter(({ envelope, body }) => isUntelling(envelope.kind, body)).map(({ ranked }) => ranked.eventId));
  const told = evidence.filter(({ eventId }) => !asking.has(eventId));
  if (told.length === evidence.length) return false;
  const { confidence, bounds } = judgeAnswer(query.asked, told, calibrationFor(query.model));
  return confidence < bounds.answeredFrom;
}

/** Returns the judgement with a hit for each ranked event, in their order. A message that only asks is never right. */
function withQuestions(judgement: Judgement, ranked: readonly MergedEvent[]): Judgement {
  const judged = judgement.hits.values();
  const hits = ranked.map((event) => (isDemoted(event) ? { eventId: event.eventId, confidence: 0, features: {} } : judged.next().value!));
  return { ...judgement, hits };
}

/** Returns true where nothing of the time that a query names was found, and no first hit tells of that time. */
export function isOfOtherTime({ isOffTime }: RankedQuery, opened: readonly OpenedEvent[]): boolean {
  return isOffTime === true && !opened.slice(0, FIRST_HITS).some(({ ranked }) => (ranked.factors['toldTime'] ?? 0) > 0);
}

/** Returns the event at the end that is asked for: it is right by its place. */
const firstOf = (opened: readonly OpenedEvent[]): ReadonlySet<string> => new Set(opened.slice(0, 1).map(({ ranked }) => ranked.eventId));

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the messages that are what a query for nothing but a time asks for; none where one of the first hits is of
 * another time, or the first is not of those whose words are asked for.
 */
function saidThen({ saidBy, passages }: RankedQuery, evidence: readonly EventEvidence[]): ReadonlySet<string> {
  if (saidBy === undefined) return NONE;
  const isSaid = (eventId: string): boolean => {
    const kind = passages.get(eventId)?.values().next().value?.document.kind;
    return kind !== undefined && (saidBy === 'anyone' ? rulesOf(kind).isTalk : kind === saidBy);
  };
  const found = evidence.filter(({ timed }) => timed !== undefined);
  if (found[0] === undefined || !isSaid(found[0].eventId) || found.slice(0, FIRST_HITS).some(({ timed }) => timed !== 1)) return NONE;
  return new Set(found.filter(({ eventId, timed }) => timed === 1 && isSaid(eventId)).map(({ eventId }) => eventId));
}

/**
 * Returns true where the query names an id, and the first hits answer by what has another one. A message that names no
 * other id of that form may go on with the asked one, or tell of it in general.
 */
function tellsOfAnother(
  { asked, weights, passages }: RankedQuery,
  evidence: readonly EventEvidence[],
  opened: readonly OpenedEvent[],
): boolean {
  const terms = [...weights.keys()];
  const ids = terms.map((term, i) => asked.exact[i] === true && asked.seen[i] === true && /\d/.test(term));
  if (!ids.includes(true)) return false;
  const placed = [...passages.values()].flatMap((parts) => Array.from(parts.values(), ({ document }) => document));
  const named = terms.filter((_, i) => ids[i]);
  const namesOther = namesOtherId(named);
  const general = opened.filter(({ envelope, body }) => rulesOf(envelope.kind).isTalk && !namesOther(body.text));
  const hits = evidence.slice(0, FIRST_HITS).map(({ eventId }) => eventId);
  const generalIds = new Set(general.map(({ ranked }) => ranked.eventId));
  return isOfAnotherRecord(asked, terms.map(isPartOfId(named)), {
    passages: placed,
    first: new Set(hits.filter((id) => !generalIds.has(id))),
    general: new Set(hits.filter((id) => generalIds.has(id))),
  });
}

interface MeasuredQuery {
  readonly query: RankedQuery;
  readonly measure: MeasureEvidence;
}

/**
 * Returns evidence from the query's own search. For an event that only a later search found, uses the words
 * that both queries share.
 */
function evidenceFor({ query, measure }: MeasuredQuery, later: readonly MeasuredQuery[], event: MergedEvent): EventEvidence {
  const own = measure(event);
  if (own.coverage > 0 || own.cosine !== undefined) return own;
  const terms = [...query.weights.keys()];
  return later.reduce((best, other) => {
    const places = new Map([...other.query.weights.keys()].map((term, at) => [term, at]));
    const { held } = other.measure(event);
    const shared = terms.map((term) => held[places.get(term) ?? -1] === true);
    const coverage = shareHeld(query.asked.weights, shared);
    return coverage > best.coverage ? { ...best, held: shared, coverage } : best;
  }, own);
}

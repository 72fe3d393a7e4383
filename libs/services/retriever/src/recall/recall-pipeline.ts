import { atMostUnsure, type RecallAnswer, type RecallRequest } from '@total-recall/domain';
import { inParallel } from '@total-recall/runtime';
import { refuseOverPulls } from '../open/refuse-over-pulls.ts';
import type { RetrieverDeps } from '../retriever-deps.ts';
import { mergedCost } from '../work-costs.ts';
import { logRetrieval } from './answer/log-retrieval.ts';
import { measureCompleteness } from './answer/measure-completeness.ts';
import { toAnswer } from './answer/to-answer.ts';
import { readQuestion, type Question } from './ask/read-question.ts';
import { conditionEvents } from './condition/condition-events.ts';
import { demoteUntelling } from './condition/demote-untelling.ts';
import { findDone, type FoundDone } from './done/find-done.ts';
import { judgeEvents } from './judge/judge-events.ts';
import { judgeOutcome, packedOutcome } from './judge/judge-outcome.ts';
import { openEvents, type OpenedEvent } from './open/open-events.ts';
import { openNamed } from './named/open-named.ts';
import { packEvidence } from './pack/pack-evidence.ts';
import { readOverviews } from './pack/read-overviews.ts';
import { chooseGranularity } from './pack/choose-granularity.ts';
import { topicMarkers } from './pack/topic-markers.ts';
import { weighNames } from './pieces/weigh-names.ts';
import { weighOwnWords } from './pieces/weigh-own-words.ts';
import { weighPieces } from './pieces/weigh-pieces.ts';
import { weighStatements } from './pieces/weigh-statements.ts';
import { weighToldTimes } from './pieces/weigh-told-times.ts';
import { mergeQueries, type MergedEvent } from './rank/merge-queries.ts';
import { endQuery, keepAtEnd, rankAtEnd } from './rank/rank-at-end.ts';
import { raiseNamed } from './rank/raise-named.ts';
import { raisePhrases } from './rank/raise-phrases.ts';
import { rankQuery, type RankedQuery } from './rank/rank-query.ts';
import type { RecallRun } from './recall-run.ts';
import { escalate } from './retry/escalate.ts';
import type { FoundEvents } from './retry/found-events.ts';
import { searchQuery } from './search/search-query.ts';
import { addStanding } from './standing/add-standing.ts';

const PINS = 32;
/** Most events with a standing statement that are opened beyond the best of the ranking. */
const STANDING = 32;
/**
 * Queries of one recall that are searched at once: one uses the main thread while the other waits for another thread.
 */
const QUERIES_AT_ONCE = 2;

/**
 * A recall from top to bottom: ask, find (search, rank, open, condition, judge), find again with other queries where
 * the answer is weak, pack, and log. Each stage takes data and gives data.
 */
export async function runRecall(run: RecallRun, request: RecallRequest): Promise<RecallAnswer> {
  const { deps } = run;
  const question = await traceStep(deps, 'ask', () => readQuestion(run, request));
  if (request.pushed !== true && question.state) refuseOverPulls(question.state, question.policy, request.callId);

  const named = await openNamed(run, question);
  const listed = named ? undefined : await traceStep(deps, 'list', () => findDone(run, question));
  const done = listed === undefined || listed.events.length === 0 ? undefined : await foundDone(run, question, listed);
  const first = done ?? (named && (await foundNamed(run, question, named))) ?? (await findEvents(run, question, request.queries));
  const granularity = chooseGranularity(question, first.queries);
  const isFound = done !== undefined || named !== undefined;
  const markers = granularity === 'thematic' && !isFound ? topicMarkers(deps, question) : [];
  const overviews = isFound ? [] : await readOverviews(run, question, first.queries, granularity);
  const isFinal = request.pushed === true || markers.length + overviews.length > 0 || isFound;
  const tried = isFinal
    ? { found: first, attempts: [] }
    : await escalate(run, question, first, (queries, before) => findEvents(run, question, queries, before));
  const bounded = listed && !done ? asAtMostUnsure(tried.found) : tried.found;
  const found = done ? bounded : await traceStep(deps, 'standing', () => addStanding(run, question, bounded));
  const escalation = { ...tried, found };
  for (const { byVector } of found.queries) if (byVector !== undefined) deps.vectors?.observed?.('used');

  const outcome = judgeOutcome(question, found, markers.length + overviews.length > 0);
  const retrievalId = deps.signer.signIn(request, run.newId(request.tenant));
  const packed = await traceStep(deps, 'compose', () =>
    packEvidence(run, question, { found, outcome, markers, overviews, retrievalId, ...(listed && !done && { undone: listed }) }),
  );
  const search = (query: string): Promise<RankedQuery> => searchAndRank(run, question, query);
  const completeness = await measureCompleteness(deps, question, { found, packed, search });
  const shown = packedOutcome(outcome, packed);
  const answer = toAnswer(run, question, { escalation, granularity, outcome: shown, retrievalId, packed, completeness });
  await logRetrieval(run, question, { answer, escalation });
  return answer;
}

/** Holds back what words and vectors found where a list without an entry is the answer. */
function asAtMostUnsure(found: FoundEvents): FoundEvents {
  return { ...found, judged: atMostUnsure(found.judged) };
}

/**
 * Finds the events for some queries. A retry calls it with further queries and what was found before; it then ranks
 * and judges the results of all queries together.
 */
async function findEvents(run: RecallRun, question: Question, asked: readonly string[], before?: FoundEvents): Promise<FoundEvents> {
  const { tenant, space } = question.request;
  const [results, pins] = await Promise.all([
    inParallel(asked, QUERIES_AT_ONCE, (query) => searchAndRank(run, question, query)),
    before?.pins ?? run.deps.index.pinned(tenant, space, PINS),
  ]);
  const queries = [...(before?.queries ?? []), ...results];
  return traceStep(run.deps, 'weigh', async () => {
    const merged = raisePhrases(raiseNamed(mergeQueries(queries, question, pins), question.named), queries);
    await run.turn.spend(mergedCost(merged.length));
    const end = endQuery(queries);
    const ranking = end === undefined ? merged : rankAtEnd(end, merged);
    const opened = await openEvents(run, question, ranking, question.openings);
    const weighed = end === undefined ? await weighEvents(run, question, { queries, ranking, opened }) : opened;
    const inTask = conditionEvents(weighed, question, run.config.conditioningTemperature);
    const conditioned = end === undefined ? inTask : keepAtEnd(ranking, inTask);
    return { queries, pins, ranking, conditioned, ...judgeEvents(question, { queries, ranking, conditioned }) };
  });
}

/** Weighs opened events, and those with a standing statement below them, by what they tell of the question. */
async function weighEvents(
  run: RecallRun,
  question: Question,
  { queries, ranking, opened }: { queries: readonly RankedQuery[]; ranking: readonly MergedEvent[]; opened: readonly OpenedEvent[] },
): Promise<OpenedEvent[]> {
  const standing = await openEvents(run, question, standingBelow(queries, ranking, opened), STANDING);
  const { queries: asked } = question.request;
  const demoted = demoteUntelling([...opened, ...standing], asked);
  const stated = await weighStatements(run, queries, weighOwnWords(demoted, asked));
  const kinds = queries.slice(0, asked.length).map((query) => query.kinds);
  const told = weighToldTimes(run.deps, queries, stated);
  return weighPieces(weighNames(told, asked), kinds);
}

/** Answers with what was done. */
async function foundDone(run: RecallRun, question: Question, { events, ...listed }: FoundDone): Promise<FoundEvents> {
  const did = { ...listed, eventIds: new Set(events.map(({ envelope }) => envelope.id)) };
  const queries = [{ ...(await searchAndRank(run, question, question.request.queries[0]!)), did }];
  const found = { queries, ranking: events.map(({ ranked }) => ranked), conditioned: events };
  return { ...found, pins: [], ...judgeEvents(question, found) };
}

/** Answers with the events that the queries name. */
async function foundNamed(run: RecallRun, question: Question, events: readonly OpenedEvent[]): Promise<FoundEvents> {
  const named = new Set(events.map(({ envelope }) => envelope.id));
  const queries = [{ ...(await searchAndRank(run, question, question.request.queries[0]!)), named }];
  const found = { queries, ranking: events.map(({ ranked }) => ranked), conditioned: events };
  return { ...found, pins: [], ...judgeEvents(question, found) };
}

/** Lists events with a standing statement that stand below the opened ones. */
function standingBelow(queries: readonly RankedQuery[], ranking: readonly MergedEvent[], opened: readonly OpenedEvent[]): MergedEvent[] {
  const standing = new Set(queries.flatMap((query) => [...(query.standing ?? [])]));
  if (standing.size === 0) return [];
  const known = new Set(opened.map(({ ranked }) => ranked.eventId));
  return ranking.filter(({ eventId }) => standing.has(eventId) && !known.has(eventId)).slice(0, STANDING);
}

/** Searches the candidates of one query and ranks them. */
function searchAndRank(run: RecallRun, question: Question, query: string): Promise<RankedQuery> {
  return traceStep(run.deps, 'find', async () => rankQuery(await searchQuery(run, question, query)));
}

/** Runs a part of a recall as a step of its trace. */
function traceStep<T>({ tracer }: Pick<RetrieverDeps, 'tracer'>, stage: string, act: () => Promise<T>): Promise<T> {
  return tracer === undefined ? act() : tracer.step(`recall ${stage}`, {}, act);
}

import { chooseGranularity, type Granularity, type RecallMarker, type RecallRequest } from '@total-recall/domain';
import { inParallel, type Turn } from '@total-recall/runtime';
import type { RecallConfig, RecallVectors, RetrieverDeps } from '../retriever-deps.ts';
import { conditionEvents, liveConstraints } from './condition/condition-events.ts';
import type { EmbedQuery } from './search/embed-query.ts';
import { escalate, keepFirst, type Escalated, type Found, type Looked } from './retry/escalate.ts';
import { demoteQuestions } from './condition/demote-questions.ts';
import { traceStep } from './trace-step.ts';
import { judgeResults } from './judge/judge-events.ts';
import { mergeQueries } from './rank/merge-queries.ts';
import type { OpenedEvent } from './open/open-events.ts';
import type { Question } from './ask/read-question.ts';
import { searchCandidates, type SearchResult } from './search/search-query.ts';
import { topicMarkers } from './pack/topic-markers.ts';
import { mergedCost } from '../work-costs.ts';

const PINS = 32;
/**
 * Queries of one recall that are searched at once: one uses the main thread while the other waits for another thread.
 */
const QUERIES_AT_ONCE = 2;

export interface FoundEvidence extends Escalated {
  /** Results of the caller's own queries, in order. */
  readonly asked: readonly SearchResult[];
  readonly granularity: Granularity;
  /** Markers of evicted spans, for a question about a longer stretch. */
  readonly markers: readonly RecallMarker[];
  readonly search: (query: string) => Promise<SearchResult>;
}

interface FindInput {
  readonly request: RecallRequest;
  readonly frame: Question;
  readonly embedQuery: EmbedQuery;
  readonly vectors: RecallVectors | undefined;
  readonly turn: Turn;
}

/** Searches every query, ranks, opens, conditions and judges the results, and escalates a weak answer. */
export async function findEvidence(
  deps: RetrieverDeps,
  config: RecallConfig,
  { request, frame, embedQuery, vectors, turn }: FindInput,
): Promise<FoundEvidence> {
  const { state, asking, conditioning, opening, open, wanted, openings } = frame;
  const { tenant, space, filter } = opening;
  const { pending } = opening.covered;
  const { index, analyser, readTime, clock } = deps;
  const searching = { index, analyser, vectors, embedQuery, clock, turn, ...(readTime && { readTime }) };
  const search = (query: string): Promise<SearchResult> =>
    traceStep(deps, 'find', () => searchCandidates(searching, config, { tenant, space, query, filter, pending }));
  const [asked, pins] = await Promise.all([inParallel(request.queries, QUERIES_AT_ONCE, search), deps.index.pinned(tenant, space, PINS)]);
  const named = {
    keyEvents: state?.taskState?.keyEvents ?? [],
    constraints: asking.task === undefined || !conditioning.constraints ? [] : liveConstraints(state),
    pins,
  };
  const look = async (results: readonly SearchResult[]): Promise<Looked> => {
    const ranking = mergeQueries(results, named).filter(({ eventId }) => request.without?.has(eventId) !== true);
    await turn.spend(mergedCost(ranking.length));
    const conditioned = conditionEvents(demoteQuestions(await open(ranking, openings), request.queries), {
      conditioning,
      temperature: config.conditioningTemperature,
      asking,
      state,
    });
    return {
      behind(kept: readonly OpenedEvent[]): Found {
        const opened = keepFirst(conditioned, kept).slice(0, wanted);
        return { results, ranking, opened, judged: judgeResults(results, request.queries.length, opened, ranking) };
      },
    };
  };
  const weigh = (results: readonly SearchResult[]): Promise<Looked> => traceStep(deps, 'weigh', () => look(results));
  const granularity = granularityOf(request, frame, asked);
  const markers = granularity === 'thematic' ? topicMarkers(deps, state, request.queries, frame.budgetTokens) : [];
  const isFinal = request.pushed === true || markers.length > 0;
  const rules = isFinal ? { ...config, escalations: [] } : config;
  return {
    asked,
    search,
    granularity,
    markers,
    ...(await escalate(deps, rules, { request, first: (await weigh(asked)).behind([]), search, look: weigh })),
  };
}

function granularityOf(request: RecallRequest, { asking, budgetTokens }: Question, asked: readonly SearchResult[]): Granularity {
  if (request.granularity !== undefined) return request.granularity;
  const phase = asking.task?.phase;
  return chooseGranularity({
    queries: request.queries,
    hasIdentifier: asked.some((result) => result.asked.exact.includes(true)),
    ...(phase === undefined ? {} : { phase }),
    budgetTokens,
  });
}

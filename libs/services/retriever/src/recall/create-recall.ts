import {
  chooseGranularity,
  completenessOf,
  outcomeOf,
  outcomeWarning,
  type JudgedHit,
  type RecallAnswer,
  type RecallEscalation,
  type RecallHit,
  type RecallOutcome,
  type RecallRequest,
  type SessionState,
} from '@total-recall/domain';
import { createUlidFactory, LIMITS, TotalRecallError } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import { coverLog, type CoveredLog } from './cover-log.ts';
import { addCompanions } from './add-companions.ts';
import { askingTaskOf, conditionEvents, isConditioned, liveConstraints, wantsHistory } from './condition-events.ts';
import { drillDown, withinHalf } from './drill-down.ts';
import { createQueryEmbedder } from './embed-query.ts';
import { escalate, keepFirst, type Escalated, type Found } from './escalate.ts';
import { heaviestOf } from './heaviest-of.ts';
import { judgeResults } from './judge-results.ts';
import { loadSources } from './load-sources.ts';
import { mergeQueries, type MergedEvent } from './merge-queries.ts';
import { openEvents, type OpenedEvent } from './open-events.ts';
import { packAnswer, type PackedAnswer } from './pack-answer.ts';
import { resolveScope } from './resolve-scope.ts';
import { searchCandidates, type SearchResult } from './search-candidates.ts';
import { markerLines, topicMarkers } from './topic-markers.ts';
import { watchVectors } from './watch-vectors.ts';

const DEFAULT_HITS = 10;
const PINS = 32;
/** Events opened for a small budget: no more than could get a place in it. */
const TOKENS_PER_EVENT = 60;
const LEAST_OPENED = 8;

/** `recall`: candidates from text, named events and pins; ranked, packed under the budget, wrapped as data, and logged. Source: 002 A.2b. */
export function createRecall(deps: RetrieverDeps, config: RecallConfig) {
  const newId = createUlidFactory(deps);
  const embedQuery = createQueryEmbedder(deps, config);

  return async function recall(request: RecallRequest): Promise<RecallAnswer> {
    const startedMs = deps.clock.monotonicMs();
    checkRequest(request);
    const { tenant, space, session } = request;
    const [{ policy }, covered, saved] = await Promise.all([
      deps.policies.resolve({ tenant, space, session: session ?? '' }),
      coverLog(deps, config, request, request.after),
      session === undefined ? undefined : deps.sessions.load({ tenant, space, session }),
    ]);
    const budgetTokens = Math.min(request.budgetTokens ?? policy.budgets.pull, policy.budgets.pull);
    const state = newestState(saved, session === undefined ? undefined : covered.states.get(session));
    const task = askingTaskOf(request, state);
    const asking = { ...(task && { task }), wantsHistory: wantsHistory(request, state) };
    const filter = await resolveScope(deps, request, state, config.conditioning.task ? task : undefined);
    const watched = watchVectors(deps.vectors);
    const searching = { index: deps.index, analyser: deps.analyser, vectors: watched.vectors, embedQuery };
    const search = (query: string): Promise<SearchResult> =>
      searchCandidates(searching, config, { tenant, space, query, filter, pending: covered.pending });
    const [asked, pins] = await Promise.all([Promise.all(request.queries.map(search)), deps.index.pinned(tenant, space, PINS)]);
    const limit = request.limit ?? DEFAULT_HITS;
    const wanted = Math.max(limit, Math.min(config.openedEvents, Math.max(LEAST_OPENED, Math.ceil(budgetTokens / TOKENS_PER_EVENT))));
    const openings = isConditioned(config, task) ? Math.max(wanted, config.conditionedEvents) : wanted;
    const opening = {
      tenant,
      space,
      filter,
      scope: request.scope ?? {},
      covered,
      named: new Set(state?.taskState?.refs),
      without: request.without,
    };
    const look = async (looked: readonly SearchResult[], kept: readonly OpenedEvent[]): Promise<Found> => {
      const ranked = mergeQueries(looked, {
        keyEvents: state?.taskState?.keyEvents ?? [],
        constraints: task === undefined || !config.conditioning.constraints ? [] : liveConstraints(state),
        pins,
      }).filter(({ eventId }) => request.without?.has(eventId) !== true);
      const readable = await openEvents(deps, ranked, openings, opening);
      const events = keepFirst(conditionEvents(readable, { config, asking, state }), kept).slice(0, wanted);
      return { results: looked, ranking: ranked, opened: events, judged: judgeResults(looked, request.queries.length, events, ranked) };
    };
    const escalated = await escalate(deps, request.pushed === true ? { ...config, escalations: [] } : config, {
      request,
      first: await look(asked, []),
      search,
      look,
    });
    const { results, ranking, opened, judged } = escalated.found;
    const outcome = outcomeOf(judged.confidence, opened.length);
    const terms = new Map(results.flatMap((result) => [...result.weights]));
    const evidence = await addCompanions(deps, opened.slice(0, config.openedEvents), budgetTokens, opening);
    const granularity =
      request.granularity ??
      chooseGranularity({
        queries: request.queries,
        hasIdentifier: asked.some((result) => result.asked.exact.includes(true)),
        ...(task?.phase === undefined ? {} : { phase: task.phase }),
        budgetTokens,
      });
    const isAskedFor = request.granularity === 'exact';
    const around =
      granularity === 'exact' || outcome !== 'answered' ? await drillDown(deps, evidence, opening, { place: request, isAskedFor }) : [];
    const [sources, surroundings] = await Promise.all([evidence, around].map((events) => loadSources(deps, events, terms, request)));
    const markers = granularity === 'thematic' ? topicMarkers(deps, state, request.queries, budgetTokens) : [];
    const withVectors = results.filter((result) => result.byVector !== undefined).length;
    for (let used = 0; used < withVectors; used++) deps.vectors?.observed?.('used');
    const retrievalId = deps.signer.sign(newId());
    const preface = [outcomeWarning(outcome) ?? [], markerLines(markers)].flat();
    const packed = await packAnswer(deps.tokens, {
      sources: [...sources!, ...withinHalf(surroundings!, budgetTokens)],
      budgetTokens,
      family: policy.family,
      retrievalId,
      session,
      preface,
    });
    const hits = opened.slice(0, limit).map((event, at) => hitOf(event, packed, judged.hits[at]!, request.explain === true));
    const completeness = await measureCompleteness(deps, { state, packed, ranking, results, request, search });
    const tookMs = round(deps.clock.monotonicMs() - startedMs, 2);
    await log(deps, {
      request,
      retrievalId,
      packed,
      hits,
      results,
      budgetTokens,
      completeness,
      tookMs,
      covered,
      confidence: judged.confidence,
      outcome,
      escalated,
    });
    return {
      retrievalId,
      hits,
      passages: packed.passages,
      rendered: packed.rendered,
      tokens: packed.tokens,
      budgetTokens,
      ...(withVectors > 0 ? { signals: ['text', 'vector'] } : { signals: ['text'], ...watched.textOnly() }),
      confidence: round(judged.confidence, 4),
      outcome,
      granularity,
      ...(markers.length === 0 ? {} : { markers }),
      ...(escalated.attempts.length === 0 ? {} : { escalation: escalationOf(escalated) }),
      ...(request.explain === true ? { evidence: judged.features } : {}),
      coveredTo: covered.coveredTo,
      completeness,
      tookMs,
    };
  };
}

/** The saved state, or what the log makes of it where that is further. */
function newestState(saved: SessionState | undefined, folded: SessionState | undefined): SessionState | undefined {
  return folded !== undefined && folded.offset > (saved?.offset ?? -1) ? folded : saved;
}

function escalationOf({ attempts, used }: Escalated): RecallEscalation {
  return {
    attempts: attempts.map((attempt) => ({ ...attempt, confidence: round(attempt.confidence, 4) })),
    ...(used === undefined ? {} : { used }),
  };
}

/** As many decimals as mean something. */
function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

function checkRequest({ queries, limit, budgetTokens }: RecallRequest): void {
  const refuse = (message: string): never => {
    throw new TotalRecallError('invalid_request', message);
  };
  if (queries.length === 0 || queries.length > LIMITS.queriesPerRecall)
    refuse(`A recall takes 1 to ${LIMITS.queriesPerRecall} queries, not ${queries.length}.`);
  if (queries.some((query) => query.length > LIMITS.queryLength)) refuse(`A query has at most ${LIMITS.queryLength} characters.`);
  if (limit !== undefined && !(limit >= 1 && limit <= LIMITS.hitsPerRecall)) refuse(`"limit" lies in 1..${LIMITS.hitsPerRecall}.`);
  if (budgetTokens !== undefined && !(budgetTokens >= 1)) refuse('"budgetTokens" is at least 1.');
}

function hitOf(
  { ranked, envelope, event, supersededBy }: OpenedEvent,
  packed: PackedAnswer,
  judged: JudgedHit,
  explain: boolean,
): RecallHit {
  const passage = ranked.passages[0]?.passage;
  return {
    eventId: envelope.id,
    session: envelope.session,
    turn: event.accepted.turn,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    score: round(ranked.score, 4),
    sources: ranked.sources,
    superseded: supersededBy !== undefined,
    packed: packed.passages.some((piece) => piece.eventId === envelope.id),
    ...(passage === undefined ? {} : { passage }),
    confidence: round(judged.confidence, 4),
    ...(explain ? { factors: ranked.factors, evidence: judged.features } : {}),
  };
}

interface CompletenessInput {
  readonly state: SessionState | undefined;
  readonly packed: PackedAnswer;
  readonly ranking: readonly MergedEvent[];
  readonly results: readonly SearchResult[];
  readonly request: RecallRequest;
  readonly search: (query: string) => Promise<SearchResult>;
}

/** Two hops, taken: what is packed, what this recall ranks by text, and what the query with the heaviest terms of the best evidence ranks. */
async function measureCompleteness(
  { index, analyser }: RetrieverDeps,
  { state, packed, ranking, results, request, search }: CompletenessInput,
): Promise<number | null> {
  const keyEvents = state?.taskState?.keyEvents ?? [];
  if (keyEvents.length === 0) return null;
  const inPack = new Set(packed.passages.map((piece) => piece.eventId));
  const firstHop = new Set(
    ranking
      .slice(0, LIMITS.hitsPerRecall)
      .filter((event) => event.sources.includes('text'))
      .map((event) => event.eventId),
  );
  const secondHop = new Set<string>();
  const best = packed.passages[0];
  const first = results[0];
  if (best !== undefined && first !== undefined && keyEvents.some((id) => !inPack.has(id) && !firstHop.has(id))) {
    const heavy = await heaviestOf({ index, analyser }, request, best.text, new Set(first.weights.keys()));
    const second = await search(`${request.queries[0]!} ${heavy.join(' ')}`);
    for (const event of second.ranked.slice(0, LIMITS.hitsPerRecall)) if (event.matched) secondHop.add(event.eventId);
  }
  return completenessOf(keyEvents, { packed: inPack, firstHop, secondHop });
}

interface LogInput {
  readonly request: RecallRequest;
  readonly retrievalId: string;
  readonly packed: PackedAnswer;
  readonly hits: readonly RecallHit[];
  readonly results: readonly SearchResult[];
  readonly budgetTokens: number;
  readonly completeness: number | null;
  readonly tookMs: number;
  readonly covered: CoveredLog;
  readonly confidence: number;
  readonly outcome: RecallOutcome;
  readonly escalated: Escalated;
}

async function log(
  deps: RetrieverDeps,
  { request, retrievalId, packed, hits, results, budgetTokens, completeness, tookMs, covered, confidence, outcome, escalated }: LogInput,
): Promise<void> {
  const { tenant, space, session } = request;
  await deps.anatomy.appendRetrievals([
    {
      retrievalId,
      tenant,
      space,
      ...(session === undefined ? {} : { session }),
      at: deps.clock.now(),
      queryCount: request.queries.length,
      queryTerms: results.reduce((sum, result) => sum + result.weights.size, 0),
      hitEventIds: hits.map((hit) => hit.eventId),
      packedEventIds: [...new Set(packed.passages.map((piece) => piece.eventId))],
      topScore: hits[0]?.score ?? 0,
      tokens: packed.tokens,
      budgetTokens,
      completeness,
      ...(request.pushed ? { pushed: true as const } : {}),
      confidence: round(confidence, 4),
      outcome,
      attempts: escalated.attempts.length,
      tookMs,
    },
  ]);
  const candidates = results.reduce((sum, result) => sum + result.candidates, 0);
  deps.observer.recalled({
    seconds: tookMs / 1000,
    queries: request.queries.length,
    candidates,
    pending: covered.pending.length,
    hits: hits.length,
    tokens: packed.tokens,
    budgetTokens,
    completeness,
    confidence,
    outcome,
    escalated: escalated.attempts.map(({ reason }) => ({ reason, used: reason === escalated.used })),
  });
}

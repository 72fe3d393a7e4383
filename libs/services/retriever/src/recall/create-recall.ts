import type { RecallAnswer, RecallRequest } from '@total-recall/domain';
import { createCallReader, createUlidFactory, LIMITS, TotalRecallError, type Turn, type WorkGate } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import type { ErasureWatch } from '../watch-erasures.ts';
import { recallCost, releaseTurnWhileWaiting } from '../work-costs.ts';
import { createRunSessions } from './ask/granted-sessions.ts';
import { runRecall } from './recall-pipeline.ts';
import type { RecallRun } from './recall-run.ts';
import { createQueryEmbedder } from './search/embed-query.ts';
import { watchVectors } from './search/watch-vectors.ts';

/** A call of recall as it came: when, and whether what it may have read was erased since. */
type RecallCall = Pick<RecallRun, 'startedMs' | 'isErased'>;

/** The turn of the work gate that a recall runs in: that of its window, or a new one of this kind. */
export type RecallTurn = { readonly turn: Turn } | { readonly kind: 'recall' | 'prefetch' };

/**
 * Creates `recall`: checks the request, waits for its turn and runs the pipeline. Errors: also those of `WorkGate`.
 * Source: 002 A.2b.
 */
export function createRecall(deps: RetrieverDeps & { readonly erasures: ErasureWatch }, config: RecallConfig, gate: WorkGate) {
  const newId = createUlidFactory(deps);
  const embedQuery = createQueryEmbedder(deps, config);
  const calls = createCallReader(deps);
  const runSessions = createRunSessions(deps);
  deps.onErased?.(() => calls.forget());

  return async function recall(request: RecallRequest, of: RecallTurn = { kind: 'recall' }): Promise<RecallAnswer> {
    const startedMs = deps.clock.monotonicMs();
    checkRequest(request);
    return deps.erasures.during(request, (met) => inTurn(request, of, { startedMs, isErased: () => met().whileUnderWay }));
  };

  function inTurn(request: RecallRequest, of: RecallTurn, call: RecallCall): Promise<RecallAnswer> {
    if ('turn' in of) return run(request, of.turn, call);
    const work = { tenant: request.tenant, kind: of.kind, cost: recallCost(request) };
    return gate.run(work, (turn) => run(request, turn, call));
  }

  function run(request: RecallRequest, turn: Turn, call: RecallCall): Promise<RecallAnswer> {
    const { vectors, textOnly } = watchVectors(deps.vectors);
    const own = { ...releaseTurnWhileWaiting(deps, turn), ...(vectors && { vectors }) };
    return runRecall({ deps: own, config, turn, ...call, embedQuery, runSessions, calls, eventsRead: new Map(), textOnly, newId }, request);
  }
}

function checkRequest({ queries, limit, budgetTokens }: RecallRequest): void {
  const refuse = (message: string): never => {
    throw new TotalRecallError('invalid_request', message);
  };
  if (queries.length === 0 || queries.length > LIMITS.queriesPerRecall)
    refuse(`A recall takes 1 to ${LIMITS.queriesPerRecall} queries, not ${queries.length}.`);
  if (queries.some((query) => hasMoreCharacters(query, LIMITS.queryLength)))
    refuse(`A query has at most ${LIMITS.queryLength} characters.`);
  if (limit !== undefined && !(limit >= 1 && limit <= LIMITS.hitsPerRecall)) refuse(`"limit" lies in 1..${LIMITS.hitsPerRecall}.`);
  if (budgetTokens !== undefined && !(budgetTokens >= 1)) refuse('"budgetTokens" is at least 1.');
}

/** Counts a character outside the basic plane as one, as the schema of a request does. */
function hasMoreCharacters(text: string, most: number): boolean {
  return text.length > most && (text.length > most * 2 || [...text].length > most);
}

import type { Asking, ConditioningSwitches, RecallRequest, SessionPolicy, SessionState } from '@total-recall/domain';
import type { RecallConfig, RetrieverDeps } from '../../retriever-deps.ts';
import { refuseUnknownSessions } from './refuse-unknown-sessions.ts';
import { askingTaskOf, isConditioned, wantsHistory } from '../condition/condition-events.ts';
import { readPendingLog } from './read-pending-log.ts';
import { createEventOpener, type OpenEvents, type OpenInput } from '../open/open-events.ts';
import { resolveScope } from './resolve-scope.ts';

/** Everything about a recall that does not depend on its queries: who asks, and within which limits. */
export interface Question {
  readonly policy: SessionPolicy;
  readonly budgetTokens: number;
  readonly state: SessionState | undefined;
  readonly asking: Asking;
  /** Factors that take part; the policy decides about forgetting. */
  readonly conditioning: ConditioningSwitches;
  /** Rules for opening events: scope, filter, and the log above the index. */
  readonly opening: OpenInput;
  readonly open: OpenEvents;
  /** Limits: hits of the answer, events that may be packed, and events opened to choose from. */
  readonly limit: number;
  readonly wanted: number;
  readonly openings: number;
}

const DEFAULT_HITS = 10;

export async function readQuestion(deps: RetrieverDeps, config: RecallConfig, request: RecallRequest): Promise<Question> {
  const { tenant, space, session } = request;
  const [{ policy, settings }, covered, saved] = await Promise.all([
    deps.policies.resolve({ tenant, space, session: session ?? '' }),
    readPendingLog(deps, config, request, request.after),
    session === undefined ? undefined : deps.sessions.load({ tenant, space, session }),
  ]);
  await refuseUnknownSessions(deps, request, covered);
  const state = newestState(saved, session === undefined ? undefined : covered.states.get(session));
  const task = askingTaskOf(request, state);
  const conditioning = { ...config.conditioning, forgetting: settings.forgetting ?? config.conditioning.forgetting };
  const filter = await resolveScope(deps, request, state, conditioning.task ? task : undefined);
  const budgetTokens = Math.min(request.budgetTokens ?? policy.budgets.pull, policy.budgets.pullMax);
  const limit = request.limit ?? DEFAULT_HITS;
  // Independent of the budget: otherwise an event that only a larger budget considers could displace one
  // that a smaller budget shows.
  const wanted = Math.max(limit, config.openedEvents);
  const opening: OpenInput = {
    tenant,
    space,
    filter,
    scope: request.scope ?? {},
    covered,
    named: new Set(state?.taskState?.refs),
    without: request.without,
  };
  return {
    policy,
    budgetTokens,
    state,
    asking: { ...(task && { task }), wantsHistory: wantsHistory(request, state) },
    conditioning,
    opening,
    open: createEventOpener(deps, opening),
    limit,
    wanted,
    openings: isConditioned(conditioning, task) ? Math.max(wanted, config.conditionedEvents) : wanted,
  };
}

/** Returns the saved state, or the one folded from the log if that is newer. */
function newestState(saved: SessionState | undefined, folded: SessionState | undefined): SessionState | undefined {
  return folded !== undefined && folded.offset > (saved?.offset ?? -1) ? folded : saved;
}

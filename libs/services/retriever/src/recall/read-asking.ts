import type { Asking, ConditioningSwitches, RecallRequest, SessionPolicy, SessionState } from '@total-recall/domain';
import type { RecallConfig, RetrieverDeps } from '../retriever-deps.ts';
import { refuseUnknownSessions } from './check-sessions.ts';
import { askingTaskOf, isConditioned, wantsHistory } from './condition-events.ts';
import { coverLog } from './cover-log.ts';
import { createEventOpener, type OpenEvents, type OpenInput } from './open-events.ts';
import { resolveScope } from './resolve-scope.ts';

/** Who asks, and within which bounds: everything about a recall that its queries do not change. */
export interface RecallFrame {
  readonly policy: SessionPolicy;
  readonly budgetTokens: number;
  readonly state: SessionState | undefined;
  readonly asking: Asking;
  /** The factors that take part; forgetting where the policy asks for it. */
  readonly conditioning: ConditioningSwitches;
  /** How events may be opened: scope, filter and the log above the index. */
  readonly opening: OpenInput;
  readonly open: OpenEvents;
  /** Hits of the answer, events that may be packed, and events opened to choose them from. */
  readonly limit: number;
  readonly wanted: number;
  readonly openings: number;
}

const DEFAULT_HITS = 10;

export async function readAsking(deps: RetrieverDeps, config: RecallConfig, request: RecallRequest): Promise<RecallFrame> {
  const { tenant, space, session } = request;
  const [{ policy, settings }, covered, saved] = await Promise.all([
    deps.policies.resolve({ tenant, space, session: session ?? '' }),
    coverLog(deps, config, request, request.after),
    session === undefined ? undefined : deps.sessions.load({ tenant, space, session }),
  ]);
  await refuseUnknownSessions(deps, request, covered);
  const state = newestState(saved, session === undefined ? undefined : covered.states.get(session));
  const task = askingTaskOf(request, state);
  const conditioning = { ...config.conditioning, forgetting: settings.forgetting ?? config.conditioning.forgetting };
  const filter = await resolveScope(deps, request, state, conditioning.task ? task : undefined);
  const budgetTokens = Math.min(request.budgetTokens ?? policy.budgets.pull, policy.budgets.pullMax);
  const limit = request.limit ?? DEFAULT_HITS;
  // Not by the budget: what a smaller one would not look at, a larger one could put before what it held.
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

/** The saved state, or what the log makes of it where that is further. */
function newestState(saved: SessionState | undefined, folded: SessionState | undefined): SessionState | undefined {
  return folded !== undefined && folded.offset > (saved?.offset ?? -1) ? folded : saved;
}

import type {
  AnalysedDocument,
  Asking,
  AskingTask,
  ConditioningSwitches,
  RecallRequest,
  SessionPolicy,
  SessionState,
} from '@total-recall/domain';
import type { TextFilter } from '@total-recall/ports';
import type { Turn } from '@total-recall/runtime';
import type { RecallConfig, RetrieverDeps } from '../../retriever-deps.ts';
import { readNamed, type NamedEvents } from '../named/read-named.ts';
import { askingTaskOf, wantsHistory } from './asking-task.ts';
import { grantedSessions, type RunSessions } from './granted-sessions.ts';
import { readAskedNow } from './read-asked-now.ts';
import { readDecisions, type Decisions } from './read-decisions.ts';
import { readPendingLog, type PendingLog } from './read-pending-log.ts';
import { refuseUnknownSessions } from './refuse-unknown-sessions.ts';
import { resolveScope } from './resolve-scope.ts';

/** All that a recall knows before it searches: what is asked, by whom, within which limits. */
export interface Question {
  readonly request: RecallRequest;
  readonly policy: SessionPolicy;
  readonly budgetTokens: number;
  /** State of the asking session. */
  readonly state: SessionState | undefined;
  readonly asking: Asking;
  /** Factors that take part; the policy decides about forgetting. */
  readonly conditioning: ConditioningSwitches;
  /** The scope of the request, as the index takes it. */
  readonly filter: TextFilter;
  /** What the index may not have yet, without the question itself. */
  readonly pending: PendingLog;
  /** Documents of the question itself that the statistics of the index count. */
  readonly askedNow: readonly AnalysedDocument[];
  readonly decisions: Decisions;
  /** Events that the queries name by their places or ids. */
  readonly named: NamedEvents | undefined;
  /** Hits that the answer lists. */
  readonly limit: number;
  /** Events that may be packed. */
  readonly wanted: number;
  /** Events opened to choose those from. */
  readonly openings: number;
}

const DEFAULT_HITS = 10;

interface AskRun {
  readonly deps: RetrieverDeps;
  readonly config: RecallConfig;
  readonly runSessions: RunSessions;
  /** Its turn of the work gate, which folds of the past spend. */
  readonly turn: Turn;
}

/** Reads who asks: the policy, the state of the session, and what the log holds above the index. */
export async function readQuestion({ deps, config, runSessions, turn }: AskRun, request: RecallRequest): Promise<Question> {
  const { tenant, space, session } = request;
  const [{ policy, settings }, written, saved, decisions] = await Promise.all([
    deps.policies.resolve({ tenant, space, session: session ?? '' }),
    readPendingLog(deps, config, request, request.after),
    session === undefined ? undefined : deps.sessions.load({ tenant, space, session }),
    readDecisions(deps, request, turn),
  ]);
  await refuseUnknownSessions(deps, request, written);
  const state = newestState(saved, session === undefined ? undefined : written.states.get(session));
  const task = askingTaskOf(request, state);
  const conditioning = { ...config.conditioning, forgetting: settings.forgetting ?? config.conditioning.forgetting };
  const [askedNow, granted, named] = await Promise.all([
    readAskedNow(deps, { request, state, pending: written }),
    grantedSessions(runSessions, state),
    readNamed(deps, { request, state, pending: written }),
  ]);
  const scope = await resolveScope(deps, request, state, { task: conditioning.task ? task : undefined, granted });
  const withoutEvents = askedNow.ids.size === 0 ? decisions.withheld : new Set([...askedNow.ids, ...decisions.withheld]);
  const filter = withoutEvents.size === 0 ? scope : { ...scope, withoutEvents };
  const limit = request.limit ?? DEFAULT_HITS;
  // Independent of the budget: otherwise an event that only a larger budget considers could displace one
  // that a smaller budget shows.
  const wanted = Math.max(limit, config.openedEvents);
  return {
    request,
    policy,
    budgetTokens: Math.min(request.budgetTokens ?? policy.budgets.pull, policy.budgets.pullMax),
    state,
    asking: { ...(task && { task }), wantsHistory: wantsHistory(request, state) },
    conditioning,
    filter,
    pending: { ...written, events: written.events.filter(({ opened }) => !askedNow.ids.has(opened.envelope.id)) },
    askedNow: askedNow.counted,
    decisions,
    named,
    limit,
    wanted,
    openings: isConditioned(conditioning, task) ? Math.max(wanted, config.conditionedEvents) : wanted,
  };
}

/** Returns the saved state, or the one folded from the log if that is newer. */
function newestState(saved: SessionState | undefined, folded: SessionState | undefined): SessionState | undefined {
  return folded !== undefined && folded.offset > (saved?.offset ?? -1) ? folded : saved;
}

/** Returns true when factors may reorder the whole list. Superseded events are demoted in any case. */
function isConditioned(conditioning: ConditioningSwitches, task: AskingTask | undefined): boolean {
  return task !== undefined || conditioning.forgetting;
}

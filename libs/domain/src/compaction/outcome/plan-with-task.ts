import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import type { DerivedTaskState } from '../../task-state/derived/derived-task-state.ts';
import type { CompactionInput } from '../plan/compaction-input.ts';
import { planCompaction, type CompactionPlan } from '../plan/plan-compaction.ts';

/** A plan, and the session that it was made for: with the task state that it counts. */
export interface PlanWithTask {
  readonly plan: CompactionPlan;
  readonly state: SessionState;
  readonly taskState: DerivedTaskState | undefined;
}

/** Changes of a window by a compaction: entries that leave it, and forms that others get. */
export type LeftWindow = Pick<CompactionPlan, 'evicted' | 'forms'>;

/** Number of plans at most until a task state says all that its own compaction evicts. */
const MOST_PLANS = 4;

/** Plans a compaction with this task state instead of the one that stands. Returns undefined where it would free nothing. */
export function planWithTask(planning: CompactionInput, taskState: DerivedTaskState | undefined): PlanWithTask | undefined {
  const { state } = planning;
  const derivedTask = taskState && { eventId: state.derivedTask?.eventId ?? '', tokens: taskState.tokens };
  const counted = state.taskState ? state : { ...state, derivedTask };
  const plan = planCompaction({ ...planning, state: counted });
  return plan.kind === 'plan' ? { plan, state: counted, taskState } : undefined;
}

/**
 * Plans a compaction with a task state that says what this compaction evicts or cuts: `render` leaves out what else stands in
 * the window. A larger task state may evict more, which it then says as well; after a few plans it says everything. Pure.
 */
export function planWithOwnTask(
  planning: CompactionInput,
  first: LeftWindow,
  render: (left: LeftWindow) => DerivedTaskState | undefined,
): PlanWithTask | undefined {
  let said = first;
  let taskState = render(said);
  for (let plans = 1; ; plans++) {
    const planned = planWithTask(planning, taskState);
    if (planned === undefined || plans === MOST_PLANS) return planned;
    const known = lostIn(said);
    const lost = lostIn(planned.plan);
    if (!planning.state.entries.some((entry) => mayBeSaid(entry) && lost.has(entry.id) && !known.has(entry.id))) return planned;
    said = {
      evicted: plans + 1 === MOST_PLANS ? planning.state.entries : [...said.evicted, ...planned.plan.evicted],
      forms: new Map([...previewsOf(said), ...previewsOf(planned.plan)]),
    };
    taskState = render(said);
    if (taskState?.text === planned.taskState?.text) return planned;
  }
}

const previewsOf = ({ forms }: LeftWindow) => [...forms].filter(([, { to }]) => to === 'preview');

/** Returns the ids of entries that leave the window or of which a preview stays. */
function lostIn(left: LeftWindow): ReadonlySet<string> {
  return new Set([...left.evicted.map(({ id }) => id), ...previewsOf(left).map(([id]) => id)]);
}

/** Returns true for entries that a task state repeats once they have left the window. */
const mayBeSaid = ({ kind }: SessionEntry): boolean => kind === 'decision' || kind === 'user_message' || kind === 'agent_message';

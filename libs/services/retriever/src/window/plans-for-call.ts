import {
  deriveFacts,
  NO_FACTS,
  planWithOwnTask,
  renderDerivedWithout,
  taskTokens,
  type CompactionInput,
  type CompactionPlan,
  type DerivedFacts,
  type EntryContent,
  type FactEvent,
  type PlanWithTask,
  type SessionState,
} from '@total-recall/domain';

interface CallPlans {
  readonly planning: CompactionInput;
  /** Plan with the task state that stands. */
  readonly plan: CompactionPlan;
  readonly opened: ReadonlyMap<string, EntryContent>;
  readonly countTokens: (text: string) => number;
}

/** A plan with its session and task state, and the tokens that this takes more than the one that stands. */
interface CallPlan extends PlanWithTask {
  readonly addedTokens: number;
}

/**
 * Returns the plans of a call's own window, best first: with a task state that says what this window leaves out, where one
 * is derived for the session, then with the one that stands. Pure.
 */
export function plansForCall({ planning, plan, opened, countTokens }: CallPlans): CallPlan[] {
  const { state, policy } = planning;
  const standing: CallPlan = { plan, state, taskState: undefined, addedTokens: 0 };
  if (state.taskState !== undefined || !policy.derivedTaskState) return [standing];
  const budgetTokens = policy.budgets.task;
  const facts = deriveFacts(recordedFacts(state, opened), openedEvents(state, opened));
  const own = planWithOwnTask(planning, plan, renderDerivedWithout(facts, state, { budgetTokens, countTokens }));
  if (own?.taskState === undefined) return [standing];
  const addedTokens = taskTokens(own.state) - Math.min(budgetTokens, taskTokens(state));
  return [{ ...own, addedTokens }, standing];
}

function recordedFacts({ derivedTask }: SessionState, opened: ReadonlyMap<string, EntryContent>): DerivedFacts {
  const compaction = derivedTask && opened.get(derivedTask.eventId)?.body.compaction;
  return (compaction?.type === 'ContextCompacted' ? compaction.taskState?.facts : undefined) ?? NO_FACTS;
}

function openedEvents({ entries }: SessionState, opened: ReadonlyMap<string, EntryContent>): FactEvent[] {
  return entries.flatMap(({ id, ordinal, kind }) => {
    const content = opened.get(id);
    return content ? [{ id, ordinal, kind, body: content.body }] : [];
  });
}

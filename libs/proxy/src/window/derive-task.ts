import {
  deriveFacts,
  planWithOwnTask,
  planWithTask,
  renderDerivedWithout,
  type CompactionInput,
  type CompactionPlan,
  type DerivedFacts,
  type DerivedTaskState,
  type FactEvent,
  type PlanWithTask,
} from '@total-recall/domain';
import type { Slices } from '@total-recall/runtime';
import type { PartEvent } from './part-event.ts';

/** Events of which facts are derived before other work may run. */
const BATCH = 64;
/** Length from which a result is read by its preview, as in the log, where it is a file. */
const LONG_RESULT_CHARS = 4_096;
/** Work of a batch beside that of its texts, by characters that take as long. */
const BATCH_CHARS = 4_096;

/**
 * Derives the facts of a request up to an event, from those of its beginning. The n-th event has the ordinal n. Pure, but
 * for the rests of `slices`.
 */
export async function deriveFactsUpTo(
  before: DerivedFacts,
  events: readonly PartEvent[],
  upTo: number,
  slices: Slices,
): Promise<DerivedFacts> {
  let facts = before;
  for (let at = before.throughOrdinal; at < upTo; at += BATCH) {
    const some = events.slice(at, Math.min(upTo, at + BATCH)).map((event, place) => factEvent(event, at + place + 1));
    facts = deriveFacts(facts, some);
    await slices(some.reduce((chars, { body }) => chars + body.text.length, BATCH_CHARS));
  }
  // A clause that was cut out of a message keeps all of it in memory, and a copy does not.
  return facts === before ? before : (JSON.parse(JSON.stringify(facts)) as DerivedFacts);
}

function factEvent({ id, kind, content: { body, preview } }: PartEvent, ordinal: number): FactEvent {
  const isLong = kind === 'tool_result' && preview !== undefined && body.text.length > LONG_RESULT_CHARS;
  return { id, ordinal, kind, body: isLong ? { ...body, text: preview } : body };
}

interface TaskPlans {
  readonly planning: CompactionInput;
  /** Plan with the task state that stands. */
  readonly plan: CompactionPlan;
  readonly facts: DerivedFacts;
  /** The task state that stands. */
  readonly before: DerivedTaskState | undefined;
  readonly countTokens: (text: string) => number;
}

/**
 * Returns the plans of a compaction, best first: with a task state that says what it leaves out, with the one that stands,
 * and without any, as a projector tries them. Pure; a plan is made when it is asked for.
 */
export function* taskPlans({ planning, plan, facts, before, countTokens }: TaskPlans): Generator<PlanWithTask> {
  const { state, policy } = planning;
  if (policy.derivedTaskState) {
    // The log has other events than the request, so lines name no place in it.
    const render = renderDerivedWithout(facts, state, { budgetTokens: policy.budgets.task, countTokens, namesEvents: false });
    const own = planWithOwnTask(planning, plan, render);
    if (own?.taskState) yield own;
    const standing = before && planWithTask(planning, before);
    if (standing) yield standing;
  }
  const without = state.derivedTask ? planWithTask(planning, undefined) : { plan, state, taskState: undefined };
  if (without) yield without;
}

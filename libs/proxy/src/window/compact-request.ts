import {
  applyCompaction,
  liveRequests,
  planCompaction,
  sketchEvent,
  taskTokens,
  triggerTokens,
  usableTokens,
  usedTokens,
  type CallerTokens,
  type CompactionInput,
  type DerivedFacts,
  type DerivedTaskState,
  type EntryContent,
  type EventSketch,
  type SessionEntry,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import { composeSized, type Slices } from '@total-recall/runtime';
import type { PartCounter } from './count-parts.ts';
import { deriveFactsUpTo, taskPlans } from './derive-task.ts';
import type { PartEvent } from './part-event.ts';

/** A request as far as it is folded. */
export interface Folding {
  readonly state: SessionState;
  /** Facts up to the last compaction, or up to the last attempt at one. */
  readonly facts: DerivedFacts;
  /** Task state that the last compaction derived; absent where there was nothing to say, no room, or it is off. */
  readonly task?: DerivedTaskState;
}

interface Compacting {
  readonly folding: Folding;
  readonly policy: SessionPolicy;
  readonly caller: CallerTokens;
  /** Events of the whole request. */
  readonly events: readonly PartEvent[];
  readonly contents: ReadonlyMap<string, EntryContent>;
  /** Results that say nothing of their own. */
  readonly quoting: ReadonlySet<string>;
  /** Events that stay whole: what the vendor keeps its own state in, and the last thinking. */
  readonly except: ReadonlySet<string>;
  /** Lets other calls go on between steps of this one. */
  readonly rest: () => Promise<void>;
  readonly slices: Slices;
}

/** Compacts a session that has reached its trigger with what the call brings along. */
export async function compactRequest(counter: PartCounter, compacting: Compacting): Promise<Folding> {
  const { folding, policy, caller, events, contents, except, rest, slices } = compacting;
  const { state } = folding;
  if (usedTokens(state, policy, caller) < triggerTokens(policy)) return folding;
  await rest();
  const everything = { folded: state.offset, searchable: Number.MAX_SAFE_INTEGER };
  // The log takes each request before the model is called, so nothing waits for an index here.
  const input = { state: { ...state, stops: [] }, policy, caller, marks: everything, except };
  const found = planFirst([
    { ...input, trigger: 'overflow' },
    { ...input, trigger: 'demand', targetTokens: usableTokens(policy) },
  ]);
  if (!found) return folding;
  const facts = policy.derivedTaskState ? await deriveFactsUpTo(folding.facts, events, state.ordinal, slices) : folding.facts;
  const count = (texts: readonly string[]) => counter.countTexts(policy.family, texts);
  const countTokens = (text: string) => counter.countNow(policy.family, text);
  const sketchAll = createSketcher(compacting);
  const stands = Math.min(policy.budgets.task, taskTokens(state));
  for (const planned of taskPlans({ ...found, facts, before: folding.task, countTokens })) {
    const { taskState } = planned;
    // A marker says what its work was for, which stays in the window.
    const sketches = await sketchAll([...planned.plan.evicted, ...liveRequests(planned.state)]);
    await rest();
    const addedTokens = taskTokens(planned.state) - stands;
    const composing = { ...planned, policy, sketches, eventId: '', countTokens, addedTokens };
    const record = await composeSized(composing, { contentsOf: () => contents, count });
    const view = record && applyCompaction(planned.state, record);
    if (!view || (taskState && record.tokensAfter > usableTokens(policy))) continue;
    return { state: view, facts, ...(taskState && { task: taskState }) };
  }
  return { ...folding, facts };
}

/** Returns the first of some plans that frees something. */
function planFirst(inputs: readonly CompactionInput[]) {
  for (const planning of inputs) {
    const plan = planCompaction(planning);
    if (plan.kind === 'plan') return { planning, plan };
  }
  return undefined;
}

const SAYS_NOTHING: EventSketch = { terms: [] };

/** Creates a maker of sketches, which makes each once. */
function createSketcher({ contents, quoting, slices }: Pick<Compacting, 'contents' | 'quoting' | 'slices'>) {
  const sketches = new Map<string, EventSketch>();
  return async function sketchAll(entries: readonly SessionEntry[]): Promise<ReadonlyMap<string, EventSketch>> {
    for (const { id, kind } of entries) {
      if (sketches.has(id)) continue;
      const { body } = contents.get(id)!;
      sketches.set(id, quoting.has(id) ? SAYS_NOTHING : sketchEvent(kind, body));
      await slices(body.text.length + (body.call?.arguments ?? '').length);
    }
    return sketches;
  };
}

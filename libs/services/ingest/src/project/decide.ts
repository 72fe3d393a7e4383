import {
  askedTerms,
  BREAKER_STOPS,
  checkCompaction,
  composeSignature,
  gatherSketches,
  liveRequests,
  planCompaction,
  planWithOwnTask,
  planWithTask,
  taskTokens,
  usableTokens,
  type CompactionRequest,
  type CompactionInput,
  type CompactionPlan,
  type ComposeInput,
  type ContextCompacted,
  type Marks,
  type SessionState,
  type StopReason,
} from '@total-recall/domain';
import { composeSized } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { appendCompaction, compactionId } from './append-compaction.ts';
import { addedByChoice, chooseAnew, withChoice } from './choose-for-session.ts';
import { deriveTask } from './derive-task.ts';
import { narrowCompaction } from './narrow-compaction.ts';
import { readContents } from './open-bodies.ts';
import { readRarity } from './read-rarity.ts';
import type { RecountDeps } from './recount-session.ts';
import type { SketchCache } from './sketch-cache.ts';

export type Decided =
  | {
      readonly kind: 'appended';
      readonly record: ContextCompacted;
      readonly eventId: string;
      readonly offset: number;
      /** Number of results of tools that were evicted or shrunk. */
      readonly clearedToolUses: number;
    }
  | { readonly kind: 'stopped'; readonly reason: StopReason };

export interface DecideInput extends CompactionRequest {
  readonly state: SessionState;
  readonly marks: Marks;
}

export type DecideDeps = RecountDeps &
  Pick<IngestDeps, 'analyser' | 'observer' | 'units'> & {
    readonly sketches: Pick<SketchCache, 'of'>;
  };

/** Decides one compaction and appends its outcome to the log. The fold takes it like any other record. */
export async function decideCompaction(deps: DecideDeps, input: DecideInput): Promise<Decided> {
  const startedMs = deps.clock.monotonicMs();
  const { state, trigger } = input;
  const { policy } = await deps.policies.resolve(state);
  const seconds = () => (deps.clock.monotonicMs() - startedMs) / 1000;
  const narrowed = await narrowCompaction(deps, input, state, policy);
  if (narrowed === undefined) return { kind: 'stopped', reason: 'below_trigger' };
  const planning: CompactionInput = { state, marks: input.marks, trigger, ...narrowed, policy };
  const decision = planCompaction(planning);
  if (decision.kind === 'stopped') {
    if (decision.reason !== 'below_trigger')
      deps.observer.decided({ result: 'stopped', trigger, reason: decision.reason, seconds: seconds() });
    if (!decision.log) return { kind: 'stopped', reason: decision.reason };
    await appendCompaction(deps, state, policy, { type: 'CompactionStopped', ...decision.log });
    return { kind: 'stopped', reason: decision.reason };
  }
  const record = await composeBest(deps, planning, decision);
  if (!record) {
    deps.observer.decided({ result: 'stopped', trigger, reason: 'nothing_evictable', seconds: seconds() });
    if (state.stops.length < BREAKER_STOPS) {
      const { tokensBefore } = decision;
      const signature = composeSignature(decision.signature);
      await appendCompaction(deps, state, policy, {
        type: 'CompactionStopped',
        cycle: state.cycle + 1,
        trigger,
        reason: 'nothing_evictable',
        signature,
        tokensBefore,
        policyVersion: policy.version,
      });
    }
    return { kind: 'stopped', reason: 'nothing_evictable' };
  }
  if (record.tokensBefore - record.tokensAfter < (input.clearToolUses?.atLeastTokens ?? 0))
    return { kind: 'stopped', reason: 'below_clear_at_least' };
  for (const violation of checkCompaction(state, record, policy, input.marks)) deps.observer.violated(violation);
  const offset = await appendCompaction(deps, state, policy, record);
  deps.observer.decided({
    result: 'compacted',
    trigger,
    freedTokens: record.tokensBefore - record.tokensAfter,
    evictedEvents: record.evicted.length,
    seconds: seconds(),
  });
  return { kind: 'appended', record, eventId: compactionId(state), offset, clearedToolUses: clearedToolUses(state, record) };
}

function clearedToolUses({ entries }: SessionState, { evicted, shrunk }: ContextCompacted): number {
  const cleared = new Set([...evicted, ...shrunk.flatMap(({ id, to }) => (to === 'whole' ? [] : [id]))]);
  return entries.filter(({ id, kind }) => kind === 'tool_result' && cleared.has(id)).length;
}

/**
 * Composes the compaction with the facts that are known now and a newly derived task state. If these have no room or
 * nothing can be freed with them, uses the current task state, else none, and then the facts that stood.
 */
async function composeBest(deps: DecideDeps, planning: CompactionInput, plan: CompactionPlan): Promise<ContextCompacted | undefined> {
  const { state, policy } = planning;
  const { before, next } = await deriveTask(deps, state, policy);
  const stands = Math.min(policy.budgets.task, taskTokens(state));
  for (const knowledge of new Set([await chooseAnew(deps, state, policy), undefined])) {
    const informed = withChoice(state, knowledge);
    const counting = { ...planning, state: informed };
    const isPlanned = state.taskState !== undefined && informed === state;
    const ways = [
      ...(next ? [() => planWithOwnTask(counting, plan, next)] : []),
      ...(before ? [() => planWithTask(counting, before)] : []),
      () => (isPlanned ? { plan, state, taskState: undefined } : planWithTask(counting, undefined)),
    ];
    for (const way of ways) {
      const found = way();
      if (!found) continue;
      const { taskState } = found;
      const addedTask = state.taskState ? 0 : taskTokens(found.state) - stands;
      const addedTokens = addedTask + addedByChoice(state, informed, policy);
      const record = await compose(deps, { ...found, policy, knowledge, addedTokens });
      const fits = record !== undefined && record.tokensAfter <= usableTokens(policy);
      if (record && (fits || (taskState === undefined && knowledge === undefined))) return record;
    }
  }
  return undefined;
}

type Composing = Pick<ComposeInput, 'plan' | 'state' | 'policy' | 'taskState' | 'knowledge' | 'addedTokens'>;

async function compose(deps: DecideDeps, { plan, state, policy, ...standing }: Composing): Promise<ContextCompacted | undefined> {
  const live = liveRequests(state);
  const sketches = await deps.sketches.of(state, [...plan.evicted, ...live]);
  const gathered = gatherSketches(plan.evicted, sketches, live);
  const rarity = await readRarity(deps, state, askedTerms(gathered));
  const countTokens = (text: string) => deps.tokens.countNow(policy.family, text);
  return composeSized(
    { plan, state, policy, sketches, eventId: compactionId(state), gathered, rarity, countTokens, ...standing },
    {
      contentsOf: (ids) => readContents(deps, state, ids),
      count: (texts) => deps.tokens.count(policy.family, texts),
    },
  );
}

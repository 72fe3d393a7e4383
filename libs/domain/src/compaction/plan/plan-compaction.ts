import { ownTokens, overTrigger, targetTokens, usedTokens } from '../tokens/used-tokens.ts';
import type { CompactionTrigger, StopReason } from '../compaction-record.ts';
import { checkBreaker, type StopLog } from './breaker.ts';
import type { CompactionInput } from './compaction-input.ts';
import { evictRun } from './evict-run.ts';
import { createDraft, type PlannedChange } from './plan-draft.ts';
import { shrinkAlone } from './shrink-alone.ts';
import { surveyEntries } from './survey-entries.ts';

export interface CompactionPlan extends PlannedChange {
  readonly kind: 'plan';
  readonly trigger: CompactionTrigger;
  /** Signature of what there is to free, for the stop that is recorded where composing the plan frees nothing. */
  readonly signature: string;
  readonly tokensBefore: number;
  readonly targetTokens: number;
}

export type CompactionDecision =
  | CompactionPlan
  | {
      readonly kind: 'stopped';
      readonly reason: StopReason;
      /** Present where the stop must be logged. */
      readonly log?: StopLog;
    };

/**
 * Decides what leaves the window. First entries are shrunk: pictures, then the largest entries down to a level, the
 * tail included, until halfway between trigger and target. If that is not enough, one run of atoms is evicted, down to
 * the target. Pure; linear except for a binary search of the level. Source: 004, 000 §5.1, 002 §6.2.
 */
export function planCompaction(input: CompactionInput): CompactionDecision {
  const { state, policy, trigger, caller = ownTokens(policy) } = input;
  const before = usedTokens(state, policy, caller);
  if (trigger === 'threshold' && !overTrigger(state, policy)) return { kind: 'stopped', reason: 'below_trigger' };
  const target = input.targetTokens ?? targetTokens(policy);
  if (before <= target) return { kind: 'stopped', reason: 'below_trigger' };
  const view = surveyEntries(input);
  const breaker = checkBreaker(input, view, before);
  if (breaker.kind === 'stopped') return breaker;
  const draft = createDraft(input, view, before);
  const found = shrinkAlone(draft, target) ?? evictRun(draft, target);
  if (!found) return { kind: 'stopped', reason: breaker.reason, ...(breaker.log ? { log: breaker.log } : {}) };
  return { kind: 'plan', trigger, signature: breaker.signature, ...found, tokensBefore: before, targetTokens: target };
}

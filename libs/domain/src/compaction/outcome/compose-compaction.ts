import type { KnowledgeChoice } from '../../knowledge/knowledge-choice.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import { liveRequests } from '../../session/live-requests.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { DerivedTaskState } from '../../task-state/derived/derived-task-state.ts';
import type { TermRarity } from '../../terms/distinctive-terms.ts';
import { createSpanDescriber } from '../markers/describe-span.ts';
import { recordsOf } from '../markers/make-markers.ts';
import type { CompactionPlan } from '../plan/plan-compaction.ts';
import type { Cut } from '../previews/cut.ts';
import type { EventSketch } from '../sketches/event-sketch.ts';
import { gatherSketches, type GatheredSketches } from '../sketches/gather-sketches.ts';
import type { ContextCompacted } from '../compaction-record.ts';
import { createOutcomeDrafter } from './draft-outcome.ts';
import { putBack } from './put-back.ts';
import { createSpareFinder } from './sparable-atoms.ts';

export interface ComposeInput {
  readonly plan: CompactionPlan;
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  /** Sketches of the readable evicted events and of the live requests, by id. */
  readonly sketches: ReadonlyMap<string, EventSketch>;
  /** Ranges that the plan's previews show, by event id, as made by `fitCuts`. */
  readonly cuts: ReadonlyMap<string, Cut>;
  /** Id that the compaction event will get. */
  readonly eventId: string;
  /** Result of `gatherSketches` for the plan's evicted events; computed here where absent. */
  readonly gathered?: GatheredSketches;
  /** Rarity in the space of the terms that `askedTerms` named. */
  readonly rarity?: TermRarity;
  readonly countTokens: (text: string) => number;
  /** Derived task state and known facts that the plan counts; `addedTokens` is their growth over the previous ones. */
  readonly taskState?: DerivedTaskState;
  readonly knowledge?: KnowledgeChoice;
  readonly addedTokens?: number;
}

/**
 * Composes the outcome of a plan: previews, markers, manifests, merges and the freed tokens. Pure. Returns undefined
 * where it would free nothing (I-14).
 */
export function composeCompaction(input: ComposeInput): ContextCompacted | undefined {
  const { plan, state, policy, rarity, gathered = gatherSketches(plan.evicted, input.sketches, liveRequests(state)) } = input;
  const countTokens = countedOnce(input.countTokens);
  const describe = createSpanDescriber({ gathered, others: state.markers, rarity, countTokens });
  const drafter = createOutcomeDrafter({ ...input, describe, countTokens });
  const search = { targetTokens: plan.targetTokens, sparableAtoms: createSpareFinder(state, policy) };
  // A first pass with upper bounds for markers finds most of the entries that need not go, so that few spans are
  // described twice.
  const bounded = putBack({ ...search, first: drafter.bound(plan.evicted), draftOf: drafter.bound });
  const draft = putBack({ ...search, first: drafter.draft(bounded.evicted, bounded.newMarkers), draftOf: drafter.draft });
  const tokensBefore = plan.tokensBefore - (input.addedTokens ?? 0);
  if (draft.tokensAfter >= tokensBefore) return undefined;
  return {
    type: 'ContextCompacted',
    cycle: state.cycle + 1,
    trigger: plan.trigger,
    evicted: draft.evicted.map((entry) => entry.id),
    shrunk: draft.shrunk,
    made: recordsOf(draft.made, describe, state),
    markers: draft.markers,
    tokensBefore,
    tokensAfter: draft.tokensAfter,
    targetTokens: plan.targetTokens,
    policyVersion: policy.version,
    ...(input.taskState ? { taskState: input.taskState } : {}),
    ...(input.knowledge ? { knowledge: input.knowledge } : {}),
  };
}

/** Caches token counts: markers of one compaction share their frame and many topics. */
function countedOnce(countTokens: (text: string) => number): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => {
    const known = counts.get(text);
    if (known !== undefined) return known;
    const count = countTokens(text);
    counts.set(text, count);
    return count;
  };
}

import type { CompactionStopped, StopReason } from '../compaction-record.ts';
import type { CompactionInput } from './compaction-input.ts';
import { isOwnAccord } from './plan-draft.ts';
import type { Survey } from './survey-entries.ts';
import { usableTokens } from '../tokens/used-tokens.ts';

/** Number of stops, for any reason and without a compaction in between, after which the breaker opens. Source: 004. */
export const BREAKER_STOPS = 3;

export type StopLog = Omit<CompactionStopped, 'type'>;

type BreakerState =
  | { readonly kind: 'stopped'; readonly reason: StopReason }
  /** A plan may be made; if it frees nothing, this is the reason and the record to log. */
  | { readonly kind: 'closed'; readonly reason: CompactionStopped['reason']; readonly signature: string; readonly log?: StopLog };

/** Signs a stop of a plan that freed nothing when it was composed, with the signature that the plan has. */
export const composeSignature = (signature: string): string => `compose.${signature}`;

/**
 * Decides whether planning is worthwhile. A stop repeats until the evictable content, the budget or the policy changes;
 * after three stops nothing is planned until then. A cycle records at most three stops. A plan that freed nothing when it
 * was composed stops those that the service makes by itself: somebody who asks may ask for more. Source: C9.
 */
export function checkBreaker({ state, policy, trigger }: CompactionInput, view: Survey, before: number): BreakerState {
  const reason = stopReason(view, before, usableTokens(policy));
  const signature = `${view.movable.length}.${view.movableTokens}.${view.shrinkableTokens}.${usableTokens(policy)}.${policy.version}`;
  const isOpen = state.stops.length >= BREAKER_STOPS;
  const composed = isOwnAccord({ trigger }) ? state.stops.find((stop) => stop.signature === composeSignature(signature)) : undefined;
  const seen = state.stops.filter((stop) => stop.signature === signature || stop === composed);
  if (isOpen && seen.length > 0) return { kind: 'stopped', reason: 'breaker_open' };
  if (composed) return { kind: 'stopped', reason: 'nothing_evictable' };
  if (seen.some((stop) => stop.reason === reason)) return { kind: 'stopped', reason };
  if (isOpen) return { kind: 'closed', reason, signature };
  return {
    kind: 'closed',
    reason,
    signature,
    log: { cycle: state.cycle + 1, trigger, reason, signature, tokensBefore: before, policyVersion: policy.version },
  };
}

function stopReason(view: Survey, before: number, usable: number): CompactionStopped['reason'] {
  if (view.unsearchableTokens > 0) return 'not_searchable';
  if (before <= usable) return 'nothing_evictable';
  return view.tailTokens > before - view.tailTokens ? 'tail_exceeds_budget' : 'guarded_exceeds_budget';
}

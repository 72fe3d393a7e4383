import type { EventKind } from '../../event/event-kind.ts';
import { isGuardedKind } from '../../event/kind-rules.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { attachedTokens } from '../tokens/entry-tokens.ts';
import { usableTokens } from '../tokens/used-tokens.ts';

/**
 * Returns true for entries that every window shows whole, and that are never evicted or shrunk (I-17): persona, live
 * constraints and objectives, knowledge, pins.
 */
export function isGuarded(entry: Pick<SessionEntry, 'kind' | 'pinned' | 'superseded' | 'state'>): boolean {
  if (entry.pinned) return true;
  if (entry.state !== 'readable') return false;
  return isGuardedKind(entry.kind) && !entry.superseded;
}

export interface GuardedPart {
  readonly id: string;
  readonly kind: EventKind;
  readonly tokens: number;
}

/**
 * Returns the guarded entries with their full size, largest first. The label that a pin gets when it is superseded does
 * not count: the superseding event must not be refused for it.
 */
export function guardedParts(state: Pick<SessionState, 'entries'>): GuardedPart[] {
  return state.entries
    .filter(isGuarded)
    .map((entry) => ({ id: entry.id, kind: entry.kind, tokens: entry.tokens.whole + attachedTokens({ ...entry, superseded: false }) }))
    .sort((a, b) => b.tokens - a.tokens || (a.id < b.id ? -1 : 1));
}

/** Share of the usable window kept free for markers, live requests and the last turn at their smallest. */
const FLOW_SHARE = 1 / 14;

/** Computes how many tokens guarded entries may take, so that a window can always be assembled. */
export function guardedBudget(policy: SessionPolicy): number {
  const { sys, user, task, push } = policy.budgets;
  const usable = usableTokens(policy);
  return Math.max(0, usable - sys - user - task - push - Math.ceil(usable * FLOW_SHARE));
}

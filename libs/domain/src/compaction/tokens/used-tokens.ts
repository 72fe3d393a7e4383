import { OWN_SYSTEM_TOKENS } from '../../policy/derive-budgets.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import type { SessionState } from '../../session/session-state.ts';
import { historyTokens } from './entry-tokens.ts';

/** Token counts of what a call brings along. */
export interface CallerTokens {
  /** System blocks, the line about recall, and tool schemas. */
  readonly sys: number;
  readonly user: number;
}

/**
 * Estimates a call's tokens while none is known: only the service's own tools. The budgets for system and user are
 * upper bounds, not reservations.
 */
export function ownTokens({ budgets }: SessionPolicy): CallerTokens {
  return { sys: Math.min(budgets.sys, OWN_SYSTEM_TOKENS), user: 0 };
}

/** Computes the tokens in use: what the caller brings, task state, known facts, pushed evidence, history. */
export function usedTokens(state: SessionState, policy: SessionPolicy, caller: CallerTokens = ownTokens(policy)): number {
  const { task, push } = policy.budgets;
  return caller.sys + caller.user + push + Math.min(task, taskTokens(state)) + knowledgeTokens(state, policy) + historyTokens(state);
}

/** Returns the tokens of the known facts in windows, at most their budget: what exceeds it is not shown. */
export function knowledgeTokens({ knowledge }: Pick<SessionState, 'knowledge'>, { budgets }: SessionPolicy): number {
  return Math.min(budgets.knowledge, knowledge?.tokens ?? 0);
}

/** Returns the tokens of the task state in windows: the caller's own, else the derived one. */
export function taskTokens({ taskState, derivedTask }: Pick<SessionState, 'taskState' | 'derivedTask'>): number {
  return (taskState ?? derivedTask)?.tokens ?? 0;
}

/** Computes the usable window: its size less headroom. */
export function usableTokens(policy: SessionPolicy): number {
  return policy.budgets.window - policy.budgets.headroom;
}

/** Computes the tokens in use at which a compaction begins. Source: 004. */
export function triggerTokens(policy: SessionPolicy): number {
  return Math.floor(policy.compaction.triggerRatio * usableTokens(policy));
}

/** Computes the tokens in use at which an eviction ends. */
export function targetTokens(policy: SessionPolicy): number {
  return Math.floor(policy.compaction.targetRatio * usableTokens(policy));
}

/** Returns true when the session does not fit its window: none can be assembled before a compaction. */
export function overWindow(state: SessionState, policy: SessionPolicy): boolean {
  return usedTokens(state, policy) > usableTokens(policy);
}

/** Returns true when the session is at or over its trigger. Source: 004. */
export function overTrigger(state: SessionState, policy: SessionPolicy): boolean {
  return usedTokens(state, policy) >= triggerTokens(policy);
}

import { OWN_SYSTEM_TOKENS } from '../policy/derive-budgets.ts';
import type { SessionPolicy } from '../policy/session-policy.ts';
import type { SessionState } from '../session/session-state.ts';
import { historyTokens } from './tail.ts';

/** What a call brings along, counted. */
export interface CallerTokens {
  /** System blocks, the line about recall, tool schemas. */
  readonly sys: number;
  readonly user: number;
}

/** What is counted while no call says what it brings: our own tools. The budgets of system and user are bounds, not rents. */
export function ownTokens({ budgets }: SessionPolicy): CallerTokens {
  return { sys: Math.min(budgets.sys, OWN_SYSTEM_TOKENS), user: 0 };
}

/** Tokens in use: what the caller brings, task state, pushed evidence, history. */
export function usedTokens(state: SessionState, policy: SessionPolicy, caller: CallerTokens = ownTokens(policy)): number {
  const { task, push } = policy.budgets;
  return caller.sys + caller.user + push + Math.min(task, taskTokens(state)) + historyTokens(state);
}

/** Tokens of the task state that stands in windows: the caller's own, else the derived one. */
export function taskTokens({ taskState, derivedTask }: Pick<SessionState, 'taskState' | 'derivedTask'>): number {
  return (taskState ?? derivedTask)?.tokens ?? 0;
}

/** Window less headroom: what may be in use at all. */
export function usableTokens(policy: SessionPolicy): number {
  return policy.budgets.window - policy.budgets.headroom;
}

/** Where a compaction begins. Source: 004. */
export function triggerTokens(policy: SessionPolicy): number {
  return Math.floor(policy.compaction.triggerRatio * usableTokens(policy));
}

/** Where an eviction ends. */
export function targetTokens(policy: SessionPolicy): number {
  return Math.floor(policy.compaction.targetRatio * usableTokens(policy));
}

/** Whether the session does not fit its window as it stands: a window cannot be assembled before a compaction. */
export function overWindow(state: SessionState, policy: SessionPolicy): boolean {
  return usedTokens(state, policy) > usableTokens(policy);
}

/** Whether the session stands at or over its trigger. Source: 004. */
export function overTrigger(state: SessionState, policy: SessionPolicy): boolean {
  return usedTokens(state, policy) >= triggerTokens(policy);
}

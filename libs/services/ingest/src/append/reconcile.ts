import { historyTokens, rulesOf, type NewEvent, type PolicySettings, type SessionPolicy, type SessionState } from '@total-recall/domain';

export type HotDecision = 'ADD' | 'NONE';

/**
 * Decides ADD or NONE for each event, the same for a whole request. NONE is only possible for a request
 * that is complete (the next one begins in the same batch) and has no sequence, so that no source gets
 * gaps. Source: 000 §8.3-8.6.
 */
export function reconcile(
  events: readonly NewEvent[],
  state: SessionState,
  policy: SessionPolicy,
  settings: PolicySettings,
): HotDecision[] {
  const decisions = events.map((): HotDecision => 'ADD');
  if (settings.reconciler !== 'size_aware') return decisions;
  const budget = settings.reconcilerBudgetTokens ?? policy.budgets.window;
  if (historyTokens(state) <= budget) return decisions;
  const starts = events.flatMap((event, at) => (event.kind === 'user_message' ? [at] : []));
  for (let at = 0; at + 1 < starts.length; at++) {
    const request = events.slice(starts[at], starts[at + 1]);
    if (request.every(isDispensable)) decisions.fill('NONE', starts[at], starts[at + 1]);
  }
  return decisions;
}

function isDispensable({ kind, isError, meta, sequence, recall, pin }: NewEvent): boolean {
  if (!rulesOf(kind).isDispensable || isError || sequence !== undefined || recall || pin) return false;
  return !meta?.pinned && (meta?.hints ?? []).length === 0 && (meta?.tags ?? []).length === 0 && (meta?.supersedes ?? []).length === 0;
}

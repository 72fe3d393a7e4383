import type { Marks } from '../log/marks.ts';
import { MARKER_TOKENS } from '../policy/derive-budgets.ts';
import type { SessionPolicy } from '../policy/session-policy.ts';
import type { EntryForm, SessionEntry, SessionState } from '../session/session-state.ts';
import { chooseSpan, groupAtoms, type Atom } from './choose-span.ts';
import type { CompactionStopped, CompactionTrigger, Shrink, StopReason } from './compaction-record.ts';
import { entryTokens, historyTokens, tailStart } from './tail.ts';
import { entryWeight } from './weights.ts';

/** Stops without a compaction between them after which the breaker is open. Source: 004. */
export const BREAKER_STOPS = 3;

export interface CompactionPlan {
  readonly kind: 'plan';
  readonly trigger: CompactionTrigger;
  readonly evicted: readonly SessionEntry[];
  readonly shrunk: readonly Shrink[];
  readonly tokensBefore: number;
  readonly targetTokens: number;
}

export type CompactionDecision =
  | CompactionPlan
  | {
      readonly kind: 'stopped';
      readonly reason: StopReason;
      /** Present where it is the first of its cycle and reason. */ readonly log?: Omit<CompactionStopped, 'type'>;
    };

export interface CompactionInput {
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  readonly marks: Marks;
  readonly trigger: CompactionTrigger;
  /** Overrides the policy's target: tokens in use to come down to. */
  readonly targetTokens?: number;
}

/** Tokens in use as the budgets count them: reserves, task state, history. */
export function usedTokens(state: SessionState, policy: SessionPolicy): number {
  const { sys, user, task, push } = policy.budgets;
  return sys + user + push + Math.min(task, state.taskState?.tokens ?? 0) + historyTokens(state);
}

/** Window less headroom: what may be in use at all. */
export function usableTokens(policy: SessionPolicy): number {
  return policy.budgets.window - policy.budgets.headroom;
}

/** Whether the session does not fit its window as it stands: a window cannot be assembled before a compaction. */
export function overWindow(state: SessionState, policy: SessionPolicy): boolean {
  return usedTokens(state, policy) > usableTokens(policy);
}

/** Whether the session stands at or over its trigger. Source: 004. */
export function overTrigger(state: SessionState, policy: SessionPolicy): boolean {
  return usedTokens(state, policy) >= Math.floor(policy.compaction.triggerRatio * usableTokens(policy));
}

/**
 * Decides what leaves the window: images, then large results as previews, then one span, each only as far as needed; last, should
 * it still not fit, large entries of the tail as previews. Pure; linear in the entries. Source: 004, 000 §5.1, 002 §6.2.
 */
export function planCompaction(input: CompactionInput): CompactionDecision {
  const { state, policy, trigger } = input;
  const usable = usableTokens(policy);
  const before = usedTokens(state, policy);
  if (trigger === 'threshold' && !overTrigger(state, policy)) return { kind: 'stopped', reason: 'below_trigger' };
  const target = input.targetTokens ?? Math.floor(policy.compaction.targetRatio * usable);
  if (before <= target) return { kind: 'stopped', reason: 'below_trigger' };

  const view = surveyEntries(input);
  const forms = new Map<string, EntryForm>();
  let excess = before - target;
  excess -= shrinkOldest(view.movable, 'stripped', excess, forms, () => true);
  excess -= shrinkOldest(view.movable, 'preview', excess, forms, (entry) => isLargeResult(entry, policy));
  const evicted = excess > 0 ? evictSpan(view, forms, excess, input) : [];
  for (const entry of evicted) {
    excess -= entryTokens(shown(entry, forms));
    forms.delete(entry.id);
  }
  if (evicted.length > 0) excess += MARKER_TOKENS;
  const overflow = excess + target - usable;
  if (overflow > 0) shrinkOldest(view.tail, 'preview', overflow, forms, () => true, true);
  if (evicted.length === 0 && forms.size === 0) return stop(input, view, before);
  const shrunk = state.entries.flatMap((entry) => (forms.has(entry.id) ? [{ id: entry.id, to: forms.get(entry.id) as Shrink['to'] }] : []));
  return { kind: 'plan', trigger, evicted, shrunk, tokensBefore: before, targetTokens: target };
}

interface Survey {
  /** Outside the tail, evictable by kind, and searchable. */
  readonly movable: readonly SessionEntry[];
  readonly tail: readonly SessionEntry[];
  readonly tailTokens: number;
  readonly weightOf: (entry: SessionEntry) => number;
  /** Tokens that only the searchable mark holds back. */
  readonly unsearchableTokens: number;
  readonly movableTokens: number;
}

function surveyEntries({ state, policy, marks }: CompactionInput): Survey {
  const start = tailStart(state, policy.compaction.tailTurns, policy.budgets.tail);
  const referred = new Set(state.taskState?.refs ?? []);
  const limit = Math.min(marks.searchable, marks.embedded ?? marks.searchable);
  const weightOf = (entry: SessionEntry): number => {
    if (entry.turn >= start) return 0;
    if (entry.offset > limit && entry.state === 'readable') return 0;
    return entryWeight(entry, state, referred);
  };
  const movable: SessionEntry[] = [];
  const tail: SessionEntry[] = [];
  let unsearchableTokens = 0;
  let movableTokens = 0;
  let tailTokens = 0;
  for (const entry of state.entries) {
    if (entry.turn >= start) {
      tail.push(entry);
      tailTokens += entryTokens(entry);
    } else if (weightOf(entry) > 0) {
      movable.push(entry);
      movableTokens += entryTokens(entry);
    } else if (entry.offset > limit && entryWeight(entry, state, referred) > 0) {
      unsearchableTokens += entryTokens(entry);
    }
  }
  return { movable, tail, tailTokens, weightOf, unsearchableTokens, movableTokens };
}

const FORM_ORDER: Record<EntryForm, number> = { whole: 0, stripped: 1, preview: 2 };

/** Puts the oldest of the entries into a smaller form until enough is freed; answers how many tokens that freed. */
function shrinkOldest(
  entries: readonly SessionEntry[],
  to: Shrink['to'],
  wanted: number,
  forms: Map<string, EntryForm>,
  allows: (entry: SessionEntry) => boolean,
  inTail = false,
): number {
  let freed = 0;
  // In the tail results go first; anything else is the last resort.
  const order = inTail
    ? [...entries.filter((entry) => entry.kind === 'tool_result'), ...entries.filter((entry) => entry.kind !== 'tool_result')]
    : entries;
  for (const entry of order) {
    if (freed >= wanted) break;
    const current = forms.get(entry.id) ?? entry.form;
    const gain = entry.tokens[current] - entry.tokens[to];
    if (FORM_ORDER[to] <= FORM_ORDER[current] || gain <= 0 || entry.pinned || !allows(entry)) continue;
    forms.set(entry.id, to);
    freed += gain;
  }
  return freed;
}

function isLargeResult(entry: SessionEntry, policy: SessionPolicy): boolean {
  return entry.kind === 'tool_result' && entry.tokens.stripped > policy.compaction.largeResultTokens;
}

function shown(entry: SessionEntry, forms: ReadonlyMap<string, EntryForm>): SessionEntry {
  const form = forms.get(entry.id);
  return form ? { ...entry, form } : entry;
}

function evictSpan(view: Survey, forms: ReadonlyMap<string, EntryForm>, excess: number, { state }: CompactionInput): SessionEntry[] {
  const entries = forms.size === 0 ? state.entries : state.entries.map((entry) => shown(entry, forms));
  const evictable = groupAtoms(entries, view.weightOf).filter((atom: Atom) => atom.weight > 0);
  const span = chooseSpan(evictable, excess + MARKER_TOKENS);
  const ids = new Set(span.flatMap((atom) => atom.entries.map((entry) => entry.id)));
  const freed = span.reduce((sum, atom) => sum + atom.tokens, 0);
  return freed > MARKER_TOKENS ? state.entries.filter((entry) => ids.has(entry.id)) : [];
}

function stop({ state, policy, trigger }: CompactionInput, view: Survey, before: number): CompactionDecision {
  const usable = usableTokens(policy);
  const signature = `${view.movableTokens}.${view.movable.length}.${view.tailTokens}.${usable}.${policy.version}`;
  const reason = stopReason(view, before, usable);
  const known = state.stops.find((old) => old.reason === reason);
  if (known?.signature === signature) return { kind: 'stopped', reason: state.stops.length >= BREAKER_STOPS ? 'breaker_open' : reason };
  if (known) return { kind: 'stopped', reason };
  return {
    kind: 'stopped',
    reason,
    log: { cycle: state.cycle + 1, trigger, reason, signature, tokensBefore: before, policyVersion: policy.version },
  };
}

function stopReason(view: Survey, before: number, usable: number): CompactionStopped['reason'] {
  if (view.unsearchableTokens > 0) return 'not_searchable';
  if (before <= usable) return 'nothing_evictable';
  return view.tailTokens > before - view.tailTokens ? 'tail_exceeds_budget' : 'guarded_exceeds_budget';
}

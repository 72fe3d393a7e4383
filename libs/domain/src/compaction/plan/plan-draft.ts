import type { SessionEntry } from '../../session/session-state.ts';
import { findGaps, GAP_TOKENS } from '../markers/find-gaps.ts';
import { historyTokens } from '../tokens/entry-tokens.ts';
import { targetTokens, triggerTokens } from '../tokens/used-tokens.ts';
import type { CompactionInput } from './compaction-input.ts';
import { isGuarded } from './guarded.ts';
import { formAt, plannedTokens, type PlannedForm, type PlannedForms, type SizeRules } from './size-levels.ts';
import type { Survey } from './survey-entries.ts';

/** The entries that leave the window, and the forms of those that stay. */
export interface PlannedChange {
  readonly evicted: readonly SessionEntry[];
  /** Forms of entries that stay, by event id. */
  readonly forms: PlannedForms;
  /** Largest number of new markers that the plan has room for; the share of one cycle where absent. */
  readonly newMarkers?: number;
}

/** A plan in the making. */
export interface Draft {
  readonly input: CompactionInput;
  readonly view: Survey;
  readonly rules: SizeRules;
  /** Tokens in use by anything but the entries. */
  readonly fixedTokens: number;
  /** Forms that do not depend on a level: pictures removed, and guarded entries shown whole again. */
  readonly given: PlannedForms;
  readonly largest: number;
}

export function createDraft(input: CompactionInput, view: Survey, before: number): Draft {
  const { state, policy } = input;
  const { rules } = view;
  const given = new Map<string, PlannedForm>();
  // A log from before I-17 may have shrunk guarded entries.
  for (const entry of state.entries) if (isGuarded(entry) && entry.form !== 'whole') given.set(entry.id, { to: 'whole' });
  let excess = before - goalTokens(input, input.targetTokens ?? targetTokens(policy));
  for (const entry of view.movable) {
    if (excess <= 0) break;
    const gain = entry.tokens.whole - entry.tokens.stripped;
    if (entry.form !== 'whole' || gain <= 0 || rules.isLive(entry) || !rules.mayShrink(entry)) continue;
    given.set(entry.id, { to: 'stripped' });
    excess -= gain;
  }
  // A call's own window is refused for the smallest excess, so it counts the notes of gaps as they stand.
  const gapTokens = input.isForCall === true ? GAP_TOKENS * findGaps(state).length : 0;
  const largest = state.entries.reduce((most, entry) => Math.max(most, entry.tokens.whole), 0);
  return {
    input,
    view,
    rules,
    given,
    largest,
    fixedTokens: before - historyTokens(state) + historyTokens({ entries: [], markers: state.markers }) + gapTokens,
  };
}

/**
 * Returns the goal of shrinking alone: halfway from trigger to target, so that the next events do not cause the next
 * compaction. A demand names its own goal.
 */
export function goalTokens(input: CompactionInput, target: number): number {
  return isOwnAccord(input) ? Math.max(target, (target + triggerTokens(input.policy)) >> 1) : target;
}

/** Returns true when the window is full, false when somebody asked for a target. */
export function isOwnAccord({ trigger }: Pick<CompactionInput, 'trigger'>): boolean {
  return trigger === 'threshold' || trigger === 'overflow';
}

export type FormOf = (entry: SessionEntry) => PlannedForm | undefined;

export function formsOf(entries: readonly SessionEntry[], formOf: FormOf): PlannedForms {
  const forms = new Map<string, PlannedForm>();
  for (const entry of entries) {
    const form = formOf(entry);
    if (form) forms.set(entry.id, form);
  }
  return forms;
}

/** Chooses the smaller of the fixed form and the form at the level. */
export function levelled({ given, rules }: Draft, level: number): FormOf {
  return (entry) => {
    const fixed = given.size === 0 ? undefined : given.get(entry.id);
    const cut = formAt(entry, level, rules);
    if (!fixed || !cut) return fixed ?? cut;
    return plannedTokens(entry, fixed) <= plannedTokens(entry, cut) ? fixed : cut;
  };
}

/**
 * Exempts what the model works on: the arguments of open calls and results that it has not seen yet stay while anything
 * else can give way.
 */
export function runningSpared({ rules }: Pick<Draft, 'rules'>, formOf: FormOf): FormOf {
  return (entry) => (entry.call === 'open' || rules.isUnread(entry) ? undefined : formOf(entry));
}

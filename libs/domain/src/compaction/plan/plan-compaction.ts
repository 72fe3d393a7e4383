import { MARKER_TOKENS } from '../../policy/derive-budgets.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { checkBreaker, type StopLog } from './breaker.ts';
import { chooseSpan, groupAtoms } from './choose-span.ts';
import type { CompactionInput } from './compaction-input.ts';
import type { CompactionTrigger, StopReason } from '../outcome/compaction-record.ts';
import { isGuarded } from './guarded.ts';
import { markersACycle } from '../markers/make-markers.ts';
import {
  formAt,
  grownForm,
  highestLevel,
  LEAST_PREVIEW_TOKENS,
  plannedTokens,
  previewTokens,
  sumTokens,
  tokensByLevel,
  type PlannedForm,
  type SizeRules,
} from './size-levels.ts';
import { surveyEntries, type Survey } from './survey-entries.ts';
import { historyTokens } from '../tokens/tail.ts';
import { overTrigger, ownTokens, targetTokens, triggerTokens, usableTokens, usedTokens } from '../tokens/used-tokens.ts';

export interface CompactionPlan {
  readonly kind: 'plan';
  readonly trigger: CompactionTrigger;
  readonly evicted: readonly SessionEntry[];
  /** Forms of entries that stay, by event id. */
  readonly forms: ReadonlyMap<string, PlannedForm>;
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

/** Share of the usable window that shrinking alone must leave free below the trigger to be worth a compaction. */
const WORTH_SHARE = 1 / 20;
/** Share of the usable window that must be free for previews to grow. */
const GROWTH_SHARE = 1 / 20;

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
  return { kind: 'plan', trigger, ...found, tokensBefore: before, targetTokens: target };
}

type Outcome = Pick<CompactionPlan, 'evicted' | 'forms'>;

/** A plan in the making. */
interface Draft {
  readonly input: CompactionInput;
  readonly view: Survey;
  readonly rules: SizeRules;
  /** Tokens in use by anything but the entries. */
  readonly fixedTokens: number;
  /** Forms that do not depend on a level: pictures removed, and guarded entries shown whole again. */
  readonly given: ReadonlyMap<string, PlannedForm>;
  readonly largest: number;
}

function createDraft(input: CompactionInput, view: Survey, before: number): Draft {
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
  const largest = state.entries.reduce((most, entry) => Math.max(most, entry.tokens.whole), 0);
  return {
    input,
    view,
    rules,
    given,
    largest,
    fixedTokens: before - historyTokens(state) + historyTokens({ entries: [], markers: state.markers }),
  };
}

/**
 * Returns the goal of shrinking alone: halfway from trigger to target, so that the next events do not cause the next
 * compaction. A demand names its own goal.
 */
function goalTokens(input: CompactionInput, target: number): number {
  return isOwnAccord(input) ? Math.max(target, (target + triggerTokens(input.policy)) >> 1) : target;
}

/** Returns true when the window is full, false when somebody asked for a target. */
function isOwnAccord({ trigger }: CompactionInput): boolean {
  return trigger === 'threshold' || trigger === 'overflow';
}

type FormOf = (entry: SessionEntry) => PlannedForm | undefined;

function formsOf(entries: readonly SessionEntry[], formOf: FormOf): Map<string, PlannedForm> {
  const forms = new Map<string, PlannedForm>();
  for (const entry of entries) {
    const form = formOf(entry);
    if (form) forms.set(entry.id, form);
  }
  return forms;
}

/** Chooses the smaller of the fixed form and the form at the level. */
function levelled({ given, rules }: Draft, level: number): FormOf {
  return (entry) => {
    const fixed = given.size === 0 ? undefined : given.get(entry.id);
    const cut = formAt(entry, level, rules);
    if (!fixed || !cut) return fixed ?? cut;
    return plannedTokens(entry, fixed) <= plannedTokens(entry, cut) ? fixed : cut;
  };
}

/** Shrinks without evicting, where that is enough. */
function shrinkAlone(draft: Draft, target: number): Outcome | undefined {
  const { input, fixedTokens, largest } = draft;
  const { state, policy } = input;
  const least = previewTokens(policy);
  const entriesAt = tokensByLevel(state.entries, least, (level) => openSpared(levelled(draft, level)));
  const tokensAt = (level: number) => fixedTokens + entriesAt(level);
  const lowest = tokensAt(least);
  const isOwn = isOwnAccord(input);
  const limit = isOwn ? triggerTokens(policy) - Math.ceil(usableTokens(policy) * WORTH_SHARE) : target;
  if (lowest > limit) return undefined;
  const goal = isOwn ? Math.max(goalTokens(input, target), (lowest + triggerTokens(policy)) >> 1) : target;
  const level = highestLevel(least, largest, goal, tokensAt);
  const forms = formsOf(state.entries, openSpared(levelled(draft, level)));
  return forms.size > 0 ? { evicted: [], forms } : undefined;
}

/** Exempts open calls, which are still being answered: their arguments stay while anything else can give way. */
function openSpared(formOf: FormOf): FormOf {
  return (entry) => (entry.call === 'open' ? undefined : formOf(entry));
}

/**
 * Shows everything large as a preview, then evicts one run of atoms, down to the target. The tail keeps its budget if
 * that fits.
 */
function evictRun(draft: Draft, target: number): Outcome | undefined {
  const { input, view, rules, fixedTokens, largest } = draft;
  const { state, policy } = input;
  const least = previewTokens(policy);
  // Thinking of the running loop is in the tail as it is, so it takes nothing of what the rest of the tail may have.
  const tail = state.entries.filter((entry) => rules.isTail(entry) && !rules.isLoopThinking(entry));
  const tailLevel = highestLevel(
    least,
    largest,
    policy.budgets.tail,
    tokensByLevel(tail, least, (level) => openSpared(levelled(draft, level))),
  );
  const small = levelled(draft, least);
  const large = levelled(draft, tailLevel);
  const formOf = openSpared((entry) => (rules.isTail(entry) ? large(entry) : small(entry)));
  const excess = fixedTokens + sumTokens(state.entries, formOf) - target;
  const markerTokens = MARKER_TOKENS * markersACycle(policy.budgets.markerCap);
  const span = excess > 0 ? chooseSpan(evictableAtoms(state, view, formOf), excess + markerTokens) : [];
  const freed = span.reduce((sum, atom) => sum + atom.tokens, 0);
  const gone = new Set(freed > MARKER_TOKENS ? span.flatMap((atom) => atom.entries.map(({ id }) => id)) : []);
  const left = state.entries.filter(({ id }) => !gone.has(id));
  const marker = gone.size > 0 ? markerTokens : 0;
  const standing = { formOf, tailLevel, target, fixedTokens: fixedTokens + marker };
  const forms = formsOf(left, lastResort(draft, left, standing) ?? grown(draft, left, standing));
  if (gone.size === 0 && !frees(left, forms)) return undefined;
  return { evicted: state.entries.filter(({ id }) => gone.has(id)), forms };
}

function evictableAtoms(state: SessionState, view: Survey, formOf: FormOf) {
  return groupAtoms(state.entries, view.weightOf, (entry) => plannedTokens(entry, formOf(entry))).filter((atom) => atom.weight > 0);
}

function frees(entries: readonly SessionEntry[], forms: ReadonlyMap<string, PlannedForm>): boolean {
  return sumTokens(entries, (entry) => forms.get(entry.id)) < sumTokens(entries, () => undefined);
}

interface Standing {
  readonly formOf: FormOf;
  readonly tailLevel: number;
  readonly target: number;
  readonly fixedTokens: number;
}

/**
 * Shrinks further where everything evictable is gone and it is still too much: the tail below its budget, down to the
 * trigger or the requested target; above the window, everything as far as possible. Thinking of the running tool loop
 * goes last.
 */
function lastResort(draft: Draft, left: readonly SessionEntry[], { formOf, tailLevel, target, fixedTokens }: Standing): FormOf | undefined {
  const { input, rules } = draft;
  const bound = isOwnAccord(input) ? triggerTokens(input.policy) - 1 : target;
  if (fixedTokens + sumTokens(left, formOf) <= bound) return undefined;
  const usable = usableTokens(input.policy);
  const least = previewTokens(input.policy);
  const tokensAt = (of: (level: number) => FormOf) => (level: number) => fixedTokens + sumTokens(left, of(level));
  let smallest: FormOf = formOf;
  for (const step of [draft, ...withLessThinking(draft, left)]) {
    const lower =
      (level: number): FormOf =>
      (entry) =>
        openSpared(levelled(step, rules.isTail(entry) ? level : least))(entry);
    const level = highestLevel(least, tailLevel, bound, tokensAt(lower));
    if (tokensAt(lower)(level) <= usable) return lower(level);
    const all = (each: number): FormOf => levelled(step, each);
    smallest = all(highestLevel(LEAST_PREVIEW_TOKENS, least, usable, tokensAt(all)));
    if (fixedTokens + sumTokens(left, smallest) <= usable) break;
  }
  return smallest;
}

/**
 * Drafts in which the running tool loop has lost thinking: first all but that of its newest response, which the vendor
 * takes; then all of it, which the vendor takes only while thinking is off.
 */
function withLessThinking(draft: Draft, left: readonly SessionEntry[]): Draft[] {
  const { rules, given } = draft;
  const isHeld = (entry: SessionEntry): boolean => isGuarded(entry) || !rules.isOffered(entry) || entry.form !== 'whole';
  const all = left.filter((entry) => rules.isLoopThinking(entry) && !isHeld(entry));
  const earlier = all.filter((entry) => !rules.isNewestThinking(entry));
  return [earlier, all]
    .filter(({ length }) => length > 0)
    .map((thinking) => ({ ...draft, given: new Map([...given, ...thinking.map(({ id }) => [id, { to: 'stripped' }] as const)]) }));
}

/** Lets previews of the remaining entries grow again where much room is left below the target. */
function grown(draft: Draft, left: readonly SessionEntry[], { formOf, target, tailLevel, fixedTokens }: Standing): FormOf {
  const { input, rules, largest } = draft;
  const room = target - fixedTokens - sumTokens(left, formOf);
  if (room < usableTokens(input.policy) * GROWTH_SHARE) return formOf;
  const at =
    (level: number): FormOf =>
    (entry) => {
      const each = rules.isTail(entry) ? Math.max(level, tailLevel) : level;
      return openSpared(levelled(draft, each))(entry) ?? grownForm(entry, each, rules);
    };
  const least = previewTokens(input.policy);
  return at(highestLevel(least, largest, target - fixedTokens, tokensByLevel(left, least, at)));
}

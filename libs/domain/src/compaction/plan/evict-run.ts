import { MARKER_TOKENS } from '../../policy/derive-budgets.ts';
import { liveBetween } from '../../session/live-requests.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { markersACycle } from '../markers/make-markers.ts';
import { triggerTokens, usableTokens } from '../tokens/used-tokens.ts';
import type { CompactionInput } from './compaction-input.ts';
import { chooseSpan, groupAtoms, weighAge, type Atom } from './choose-span.ts';
import { isGuarded } from './guarded.ts';
import { formsOf, isOwnAccord, levelled, runningSpared, type Draft, type FormOf, type PlannedChange } from './plan-draft.ts';
import {
  grownForm,
  highestLevel,
  LEAST_PREVIEW_TOKENS,
  leastPreviewTokens,
  plannedTokens,
  sumTokens,
  tokensByLevel,
  type PlannedForms,
} from './size-levels.ts';
import type { Survey } from './survey-entries.ts';

/** Tokens behind each marker, at least, where one compaction makes more than its share of them. */
const SPAN_TOKENS = 32 * MARKER_TOKENS;
/** Share of the usable window that must be free for previews to grow. */
const GROWTH_SHARE = 1 / 20;

/**
 * Shows everything large as a preview, then evicts one run of atoms, down to the target. The tail keeps its budget if
 * that fits.
 */
export function evictRun(draft: Draft, target: number): PlannedChange | undefined {
  const { input, view, rules, fixedTokens, largest } = draft;
  const { state, policy } = input;
  const least = leastPreviewTokens(input);
  // Thinking of the running loop is in the tail as it is, so it takes nothing of what the rest of the tail may have.
  const tail = state.entries.filter((entry) => rules.isTail(entry) && !rules.isLoopThinking(entry));
  const tailLevel = highestLevel(
    least,
    largest,
    policy.budgets.tail,
    tokensByLevel(tail, least, (level) => runningSpared(draft, levelled(draft, level))),
  );
  const small = levelled(draft, least);
  const large = levelled(draft, tailLevel);
  const formOf = runningSpared(draft, (entry) => (rules.isTail(entry) ? large(entry) : small(entry)));
  const excess = fixedTokens + sumTokens(state.entries, formOf) - target;
  const atoms = excess > 0 ? evictableAtoms(state, view, formOf) : [];
  const newMarkers = mostNewMarkers(input, excess);
  let markerTokens = MARKER_TOKENS * newMarkers;
  let span = chooseSpan(atoms, excess + markerTokens);
  if (isParted(state, span)) {
    markerTokens += MARKER_TOKENS;
    span = chooseSpan(atoms, excess + markerTokens);
  }
  const freed = span.reduce((sum, atom) => sum + atom.tokens, 0);
  const gone = new Set(freed > MARKER_TOKENS ? span.flatMap((atom) => atom.entries.map(({ id }) => id)) : []);
  const left = state.entries.filter(({ id }) => !gone.has(id));
  const marker = gone.size > 0 ? markerTokens : 0;
  const standing = { formOf, tailLevel, target, fixedTokens: fixedTokens + marker };
  const forms = formsOf(left, lastResort(draft, left, standing) ?? grown(draft, left, standing));
  if (gone.size === 0 && !frees(left, forms)) return undefined;
  return { evicted: state.entries.filter(({ id }) => gone.has(id)), forms, newMarkers };
}

function mostNewMarkers({ state, policy, isForCall }: CompactionInput, evictedTokens: number): number {
  const aCycle = markersACycle(policy.budgets.markerCap);
  if (isForCall !== true) return aCycle;
  const free = policy.budgets.markerCap - state.markers.length;
  return Math.max(aCycle, Math.min(free, Math.floor(evictedTokens / SPAN_TOKENS)));
}

/** Returns true where a live request stays between the entries of a span: it may take a marker more. */
function isParted(state: SessionState, span: readonly Atom[]): boolean {
  return (
    liveBetween(
      state,
      span.flatMap(({ entries }) => entries),
    ) !== undefined
  );
}

function evictableAtoms(state: SessionState, view: Survey, formOf: FormOf): Atom[] {
  const atoms = groupAtoms(state.entries, view.weightOf, (entry) => plannedTokens(entry, formOf(entry)));
  return weighAge(atoms.filter((atom) => atom.weight > 0));
}

function frees(entries: readonly SessionEntry[], forms: PlannedForms): boolean {
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
  const least = leastPreviewTokens(input);
  const tokensAt = (of: (level: number) => FormOf) => (level: number) => fixedTokens + sumTokens(left, of(level));
  let smallest: FormOf = formOf;
  for (const step of [draft, ...withLessThinking(draft, left)]) {
    const lower =
      (level: number): FormOf =>
      (entry) =>
        runningSpared(step, levelled(step, rules.isTail(entry) ? level : least))(entry);
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
      return runningSpared(draft, levelled(draft, each))(entry) ?? grownForm(entry, each, rules);
    };
  const least = leastPreviewTokens(input);
  return at(highestLevel(least, largest, target - fixedTokens, tokensByLevel(left, least, at)));
}

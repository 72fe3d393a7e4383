import type { CompactionInput } from './compaction-input.ts';
import type { SessionPolicy } from '../../policy/session-policy.ts';
import { liveRequests, requestFloors } from '../../session/live-requests.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { isGuarded } from './guarded.ts';
import { loopThinking } from './loop-thinking.ts';
import { attachedTokens, formTokens } from '../tokens/entry-tokens.ts';
import { tailStart } from './tail.ts';
import { unreadPictures, unreadResults } from './unread-inputs.ts';

/** Planned form of an entry. A preview gets at most `roomTokens`, framing included. */
export type PlannedForm = { readonly to: 'whole' | 'stripped' } | { readonly to: 'preview'; readonly roomTokens: number };

/** Planned forms by event id. */
export type PlannedForms = ReadonlyMap<string, PlannedForm>;

/** Smallest planned preview, even as a last resort: its note alone takes half of it. */
export const LEAST_PREVIEW_TOKENS = 48;
/**
 * An entry is cut only if it exceeds the level by this factor. Less would not make up for the note and for the lost
 * prompt cache.
 */
const TOLERANCE = 1.15;
/** Computes the smallest size of previews, in tokens, while anything else can give way. */
export function previewTokens(policy: SessionPolicy): number {
  return Math.max(LEAST_PREVIEW_TOKENS, policy.compaction.largeResultTokens);
}

/** Computes the same for one compaction, which may name a smaller size. */
export function leastPreviewTokens({ policy, leastTokens }: Pick<CompactionInput, 'policy' | 'leastTokens'>): number {
  return Math.max(LEAST_PREVIEW_TOKENS, Math.min(previewTokens(policy), leastTokens ?? Infinity));
}

export interface SizeRules {
  /** Returns true when the compaction's filters allow it to touch the entry. */
  isOffered(entry: SessionEntry): boolean;
  /** Returns true when a compaction may show less of the entry. */
  mayShrink(entry: SessionEntry): boolean;
  /** Returns the size that an entry is never cut below, at any level: the share of a live request. */
  floorOf(entry: SessionEntry): number;
  isTail(entry: SessionEntry): boolean;
  /** Returns true for a result or a picture of the user's that the model has not seen yet, as far as those fit their budgets. */
  isUnread(entry: SessionEntry): boolean;
  isLive(entry: SessionEntry): boolean;
  /** Returns true for thinking of the running tool loop, which stays whole while anything else can give way. */
  isLoopThinking(entry: SessionEntry): boolean;
  /** Returns true for that of its newest response, without which the vendor refuses the results behind it. */
  isNewestThinking(entry: SessionEntry): boolean;
}

/** Creates the rules of one compaction; `only` names the kinds it may touch. Live requests yield to the message of `caller`. */
export function sizeRules(
  state: SessionState,
  policy: SessionPolicy,
  { only, except, caller }: Pick<CompactionInput, 'only' | 'except' | 'caller'> = {},
): SizeRules {
  const isOffered = ({ id, kind }: SessionEntry): boolean => (only === undefined || only.has(kind)) && except?.has(id) !== true;
  const floors = requestFloors(liveRequests(state), policy.budgets.user - (caller?.user ?? 0));
  const start = tailStart(state, policy.compaction.tailTurns, policy.budgets.tail);
  const { ids, newest } = loopThinking(state);
  const unread = new Set([...unreadResults(state, policy), ...unreadPictures(state, policy)]);
  return {
    isOffered,
    mayShrink: (entry) => entry.state === 'readable' && !isGuarded(entry) && isOffered(entry) && !ids.has(entry.id),
    floorOf: (entry) => floors.get(entry.id) ?? 0,
    isTail: (entry) => entry.turn >= start,
    isUnread: (entry) => unread.has(entry.id),
    isLive: (entry) => floors.has(entry.id),
    isLoopThinking: (entry) => ids.has(entry.id),
    isNewestThinking: (entry) => newest.has(entry.id),
  };
}

/** Returns the tokens of an entry in a planned form, including everything that stands beside it. */
export function plannedTokens(entry: SessionEntry, form: PlannedForm | undefined): number {
  const own = form === undefined ? formTokens(entry) : form.to === 'preview' ? form.roomTokens : entry.tokens[form.to];
  return own + attachedTokens(entry);
}

/** Returns true when an entry is small enough to stay unchanged at this level and all higher ones. Most are. */
function isSteady(entry: SessionEntry, level: number): boolean {
  return formTokens(entry) <= Math.max(level, LEAST_PREVIEW_TOKENS) * TOLERANCE;
}

/**
 * Chooses the form of an entry at a level: a preview of the level's size if the entry is clearly larger, else
 * undefined, which means unchanged.
 */
export function formAt(entry: SessionEntry, level: number, rules: SizeRules): PlannedForm | undefined {
  if (isSteady(entry, level)) return undefined;
  const roomTokens = Math.max(level, rules.floorOf(entry), LEAST_PREVIEW_TOKENS);
  if (!rules.mayShrink(entry) || formTokens(entry) <= roomTokens * TOLERANCE) return undefined;
  // A part of a thought cannot be sent back, because its signature covers all of it.
  return entry.kind === 'thinking' ? { to: 'stripped' } : { to: 'preview', roomTokens };
}

/** Returns the form in which each evicted entry could have stayed: a standard preview of a large one (I-18). */
export function keptForms(state: SessionState, policy: SessionPolicy): (entry: SessionEntry) => PlannedForm | undefined {
  const rules = sizeRules(state, policy);
  const level = previewTokens(policy);
  return (entry) =>
    formAt(entry, level, rules) && entry.tokens.preview < formTokens(entry)
      ? { to: 'preview', roomTokens: entry.tokens.preview }
      : undefined;
}

/** Chooses a larger form where there is room again: a cut entry grows to the level, or back to its whole. */
export function grownForm(entry: SessionEntry, level: number, rules: SizeRules): PlannedForm | undefined {
  if (entry.form === 'whole' || !rules.mayShrink(entry)) return undefined;
  if (entry.tokens.whole <= level * TOLERANCE) return { to: 'whole' };
  const roomTokens = Math.max(level, rules.floorOf(entry));
  return entry.form === 'preview' && roomTokens > formTokens(entry) * TOLERANCE ? { to: 'preview', roomTokens } : undefined;
}

/**
 * Sums the tokens of entries by level, for levels from `least` up. Entries that no level changes are summed once.
 * `formOf` must combine only `formAt` and `grownForm` of that level or a higher one, and forms that no level changes.
 */
export function tokensByLevel(
  entries: readonly SessionEntry[],
  least: number,
  formOf: (level: number) => (entry: SessionEntry) => PlannedForm | undefined,
): (level: number) => number {
  const atLeast = formOf(least);
  let steadyTokens = 0;
  const others: SessionEntry[] = [];
  for (const entry of entries) {
    if (entry.form === 'whole' && isSteady(entry, least)) steadyTokens += plannedTokens(entry, atLeast(entry));
    else others.push(entry);
  }
  return (level) => steadyTokens + sumTokens(others, formOf(level));
}

export function sumTokens(entries: readonly SessionEntry[], formOf: (entry: SessionEntry) => PlannedForm | undefined): number {
  let sum = 0;
  for (const entry of entries) sum += plannedTokens(entry, formOf(entry));
  return sum;
}

/**
 * Finds the highest level in `from..to` at which `tokensAt` does not exceed the bound; `from` if there is none.
 * `tokensAt` must not fall as levels rise.
 */
export function highestLevel(from: number, to: number, boundTokens: number, tokensAt: (level: number) => number): number {
  let low = from;
  let high = Math.max(from, to);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensAt(middle) <= boundTokens) low = middle;
    else high = middle - 1;
  }
  return low;
}

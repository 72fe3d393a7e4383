import type { SessionPolicy } from '../policy/session-policy.ts';
import type { SessionEntry, SessionState } from '../session/session-state.ts';
import { keptForms, plannedTokens } from './size-levels.ts';

export interface PutBackInput {
  /** As it was decided on. */
  readonly state: SessionState;
  readonly policy: SessionPolicy;
  readonly evicted: readonly SessionEntry[];
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Ids of entries that were tried: their markers took the room. */
  readonly refused?: readonly string[];
}

/**
 * Atoms at the ends of evicted runs that could stay, in their preview form, without passing the target (I-18), the newest first. A run
 * ends at what stays between two evicted atoms too, so that what is behind an atom that stays is an end then.
 */
export function atomsToKeep({
  state,
  policy,
  evicted,
  tokensAfter,
  targetTokens,
  refused = [],
}: PutBackInput): readonly (readonly SessionEntry[])[] {
  let room = targetTokens - tokensAfter;
  if (room <= 0 || evicted.length === 0) return [];
  const gone = new Set(evicted.map(({ id }) => id));
  const keptForm = keptForms(state, policy);
  const atoms = groupInOrder(state.entries);
  const kept: SessionEntry[][] = [];
  for (;;) {
    const isGone = (at: number) => atoms[at]?.some(({ id }) => gone.has(id)) === true;
    const size = (atom: readonly SessionEntry[]) => atom.reduce((sum, entry) => sum + plannedTokens(entry, keptForm(entry)), 0);
    const fits = atoms.findLast(
      (atom, at) => isGone(at) && !(isGone(at - 1) && isGone(at + 1)) && !atom.some(({ id }) => refused.includes(id)) && size(atom) <= room,
    );
    if (!fits) return kept;
    kept.push(fits);
    room -= size(fits);
    for (const { id } of fits) gone.delete(id);
  }
}

/** Atoms by their first entry. */
function groupInOrder(entries: readonly SessionEntry[]): SessionEntry[][] {
  const atoms = new Map<number, SessionEntry[]>();
  for (const entry of entries) {
    const atom = atoms.get(entry.atom);
    if (atom) atom.push(entry);
    else atoms.set(entry.atom, [entry]);
  }
  return [...atoms.values()];
}

import type { SessionPolicy } from '../../policy/session-policy.ts';
import type { SessionEntry, SessionState } from '../../session/session-state.ts';
import { atomsOf } from '../plan/atoms.ts';
import { keptForms, sumTokens } from '../plan/size-levels.ts';

/** An eviction as far as it is drafted. */
interface DraftedEviction {
  readonly evicted: readonly SessionEntry[];
  readonly tokensAfter: number;
  readonly targetTokens: number;
  /** Ids of entries already tried: their markers needed the room. */
  readonly refused?: readonly string[];
}

interface SparableInput extends DraftedEviction {
  /** Session state that the plan was decided on. */
  readonly state: SessionState;
  readonly policy: SessionPolicy;
}

/** Finds the atoms of a drafted eviction that could stay. */
export type SpareFinder = (drafted: DraftedEviction) => readonly (readonly SessionEntry[])[];

/**
 * Returns atoms at the ends of evicted runs that could stay as previews without passing the target (I-18), newest
 * first. An atom that stays ends a run, so the atoms next to it become ends too.
 */
export function sparableAtoms({ state, policy, ...drafted }: SparableInput): readonly (readonly SessionEntry[])[] {
  return createSpareFinder(state, policy)(drafted);
}

/** Prepares `sparableAtoms` for many tries in one compaction. */
export function createSpareFinder(state: SessionState, policy: SessionPolicy): SpareFinder {
  const keptForm = keptForms(state, policy);
  const atoms = atomsOf(state.entries);
  const sizes = atoms.map((atom) => sumTokens(atom, keptForm));
  return ({ evicted, tokensAfter, targetTokens, refused = [] }) => {
    let room = targetTokens - tokensAfter;
    if (room <= 0 || evicted.length === 0) return [];
    const gone = new Set(evicted.map(({ id }) => id));
    const isGone = atoms.map((atom) => atom.some(({ id }) => gone.has(id)));
    const mayStay = atoms.map((atom, at) => isGone[at] === true && !atom.some(({ id }) => refused.includes(id)));
    const kept: SessionEntry[][] = [];
    for (;;) {
      const fits = sizes.findLastIndex(
        (size, at) => mayStay[at] === true && isGone[at] === true && !(isGone[at - 1] === true && isGone[at + 1] === true) && size <= room,
      );
      if (fits === -1) return kept;
      kept.push(atoms[fits]!);
      room -= sizes[fits]!;
      isGone[fits] = false;
    }
  };
}

import type { SessionEntry } from '../../session/session-state.ts';
import { entryTokens } from '../tokens/entry-tokens.ts';
import { atomsOf } from './atoms.ts';

/** Entries that are evicted or kept together. Source: 004. */
export interface Atom {
  readonly entries: readonly SessionEntry[];
  readonly tokens: number;
  /** Sum over entries of weight times tokens. */
  readonly weight: number;
}

/** Groups entries to atoms, in the order of their first entries. An atom with a guarded entry has weight 0. */
export function groupAtoms(
  entries: readonly SessionEntry[],
  weightOf: (entry: SessionEntry) => number,
  tokensOf: (entry: SessionEntry) => number = entryTokens,
): Atom[] {
  return atomsOf(entries).map((atom) => {
    let tokens = 0;
    let weight = 0;
    let guarded = false;
    for (const entry of atom) {
      const size = tokensOf(entry);
      const each = weightOf(entry);
      tokens += size;
      weight += each * size;
      if (each === 0) guarded = true;
    }
    return { entries: atom, tokens, weight: guarded ? 0 : weight };
  });
}

/**
 * Adds to the weight of atoms what their age gives: from nothing for the newest to as much again for the oldest. Age is
 * the share of all tokens that came later.
 */
export function weighAge(atoms: readonly Atom[]): Atom[] {
  const all = atoms.reduce((sum, { tokens }) => sum + tokens, 0);
  let newer = all;
  return atoms.map((atom) => {
    const share = all === 0 ? 0 : (newer - atom.tokens / 2) / all;
    newer -= atom.tokens;
    return { ...atom, weight: atom.weight * (1 + share) };
  });
}

/**
 * Chooses the run of evictable atoms (guarded ones in between are skipped) that frees `neededTokens`, has the greatest
 * weight per token, and could not spare the atom at either end (I-18); the oldest of equals. Returns all atoms if
 * together they free less. Linear.
 */
export function chooseSpan(evictable: readonly Atom[], neededTokens: number): readonly Atom[] {
  let best: { from: number; to: number; density: number } | undefined;
  let tokens = 0;
  let weight = 0;
  let from = 0;
  for (let to = 0; to < evictable.length; to++) {
    tokens += evictable[to]!.tokens;
    weight += evictable[to]!.weight;
    while (from < to && tokens - evictable[from]!.tokens >= neededTokens) {
      tokens -= evictable[from]!.tokens;
      weight -= evictable[from]!.weight;
      from++;
    }
    if (tokens < neededTokens || (from < to && tokens - evictable[to]!.tokens >= neededTokens)) continue;
    const density = tokens === 0 ? 0 : weight / tokens;
    if (!best || density > best.density + 1e-9) best = { from, to, density };
  }
  return best ? evictable.slice(best.from, best.to + 1) : evictable;
}

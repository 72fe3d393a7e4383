import type { SessionEntry } from '../../session/session-state.ts';

/** Groups entries to atoms: those that are evicted or kept together, in the order of the first of each. */
export function atomsOf(entries: readonly SessionEntry[]): SessionEntry[][] {
  const atoms = new Map<number, SessionEntry[]>();
  for (const entry of entries) {
    const atom = atoms.get(entry.atom);
    if (atom) atom.push(entry);
    else atoms.set(entry.atom, [entry]);
  }
  return [...atoms.values()];
}

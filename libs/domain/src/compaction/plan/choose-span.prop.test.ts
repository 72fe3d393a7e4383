import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import { chooseSpan, groupAtoms, weighAge, type Atom } from './choose-span.ts';

const arbitraryAtoms: fc.Arbitrary<Atom[]> = fc.array(
  fc
    .record({ tokens: fc.integer({ min: 1, max: 40 }), each: fc.integer({ min: 1, max: 10 }) })
    .map(({ tokens, each }): Atom => ({ entries: [], tokens, weight: each * tokens })),
  { maxLength: 12 },
);
const tokensOf = (atoms: readonly Atom[]): number => atoms.reduce((sum, atom) => sum + atom.tokens, 0);
const densityOf = (atoms: readonly Atom[]): number => atoms.reduce((sum, atom) => sum + atom.weight, 0) / tokensOf(atoms);

/** Returns all runs that free enough, but would not without the atom at either end: the candidates of the choice. */
function tightRuns(atoms: readonly Atom[], needed: number): Atom[][] {
  const runs: Atom[][] = [];
  for (let from = 0; from < atoms.length; from++) {
    for (let to = from; to < atoms.length; to++) {
      const run = atoms.slice(from, to + 1);
      if (tokensOf(run) >= needed && (run.length === 1 || Math.max(tokensOf(run.slice(1)), tokensOf(run.slice(0, -1))) < needed))
        runs.push(run);
    }
  }
  return runs;
}

describe('choosing a span', () => {
  it('takes the densest of the runs that free enough, as every other choice tried shows, the oldest of equals', () => {
    fc.assert(
      fc.property(arbitraryAtoms, fc.integer({ min: 1, max: 200 }), (atoms, needed) => {
        const chosen = chooseSpan(atoms, needed);
        const runs = tightRuns(atoms, needed);
        if (tokensOf(atoms) < needed) {
          expect(chosen).toEqual(atoms);
          return;
        }
        const best = Math.max(...runs.map(densityOf));
        expect(tokensOf(chosen)).toBeGreaterThanOrEqual(needed);
        expect(densityOf(chosen)).toBeCloseTo(best, 6);
        const oldestEnd = Math.min(
          ...runs.filter((run) => Math.abs(densityOf(run) - best) < 1e-9).map((run) => atoms.indexOf(run.at(-1)!)),
        );
        expect(atoms.indexOf(chosen.at(-1)!)).toBe(oldestEnd);
      }),
      { numRuns: 400 },
    );
  });

  it('takes old talk before somewhat denser steps of late turns, and results of any age before talk of theirs', () => {
    const atom = (each: number): Atom => ({ entries: [], tokens: 10, weight: each * 10 });
    const [result, talk] = [10, 5].map(atom) as [Atom, Atom];
    const turns = [talk, talk, talk, talk, talk, result, talk];
    expect(chooseSpan(turns, 30)).toEqual(turns.slice(3, 6));
    const aged = weighAge(turns);
    expect(chooseSpan(aged, 30)).toEqual(aged.slice(0, 3));
    expect(chooseSpan(aged, 10)).toEqual(aged.slice(5, 6));
  });

  it('keeps the order of ages, adds at most as much again, and gives nothing what had no weight', () => {
    fc.assert(
      fc.property(arbitraryAtoms, (atoms) => {
        const aged = weighAge(atoms);
        const shares = aged.map(({ weight }, at) => weight / atoms[at]!.weight - 1);
        expect(aged.map(({ tokens }) => tokens)).toEqual(atoms.map(({ tokens }) => tokens));
        expect(shares.every((share) => share > 0 && share < 1)).toBe(true);
        expect(shares).toEqual(shares.toSorted((a, b) => b - a));
      }),
    );
    expect(weighAge([{ entries: [], tokens: 4, weight: 0 }])[0]!.weight).toBe(0);
    expect(weighAge([{ entries: [], tokens: 0, weight: 0 }])[0]!.weight).toBe(0);
  });

  it('groups atoms by their first entry and gives one with a guarded entry no weight', () => {
    const entries = [
      makeEntry(1, 'tool_call', 10),
      makeEntry(2, 'agent_message', 5),
      makeEntry(3, 'tool_result', 20, { atom: 1 }),
      makeEntry(4, 'tool_result', 7, { atom: 2 }),
    ];
    const atoms = groupAtoms(entries, (entry) => (entry.ordinal === 4 ? 0 : 2));
    expect(atoms.map(({ entries: [first], tokens, weight }) => [first!.id, tokens, weight])).toEqual([
      ['E1', 30, 60],
      ['E2', 12, 0],
    ]);
  });
});

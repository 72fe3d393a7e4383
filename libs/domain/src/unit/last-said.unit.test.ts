import { describe, expect, it } from 'vitest';
import type { LedgerAct, LedgerEntry } from '../ledger/ledger-entry.ts';
import { evolveUnits } from './evolve-units.ts';
import { saidAgain } from './last-said.ts';
import { emptySpaceUnits } from './space-units.ts';
import type { Confirmation, NewUnit, Unit, UnitDecision, UnitEvidence } from './unit.ts';

const said = (at: number): UnitEvidence => ({ eventId: `e${at}`, session: `run-${at}`, from: 0, to: 9, at });
const FACT: NewUnit = { id: 'e1.0', label: 'project', key: 'k', subject: 's', evidence: said(1), validFrom: 1 };
const TIMES = Array.from({ length: 20 }, (_, nth) => nth + 1);
const again = TIMES.slice(1).map((at) => saidAgain(FACT.id, said(at)));
/** As programs wrote it that kept the first sentences. */
const earlier = again.map(({ keeps: _keeps, ...rest }): Confirmation => rest);
const erased = (times: readonly number[]): LedgerAct => ({
  type: 'ErasureRequested',
  scope: { kind: 'session', space: 'main', session: 'run' },
  targets: { spaces: [], events: [], artifacts: [], sessions: times.map((at) => ({ space: 'main', session: `run-${at}` })) },
  counts: { events: 0, quoting: 0, sessions: times.length, spaces: 0, artifacts: 0 },
});

function fold(decisions: readonly UnitDecision[], ...acts: readonly LedgerAct[]): Unit | undefined {
  const all: LedgerAct[] = [{ type: 'UnitsDecided', decisions: [{ do: 'add', unit: FACT }, ...decisions] }, ...acts];
  const entries = all.map((act, nth): LedgerEntry => ({
    id: `l${nth}`,
    tenant: 't',
    space: 'main',
    sequence: nth + 1,
    epoch: 1,
    at: 90,
    actor: 'a',
    act,
  }));
  return evolveUnits(emptySpaceUnits('t', 'main'), entries).units.get(FACT.id);
}
const named = (unit: Unit | undefined) => unit?.evidence.map(({ at }) => at);
const decided = (...decisions: UnitDecision[]): LedgerAct => ({ type: 'UnitsDecided', decisions });

describe('a fact that is said more often than it names', () => {
  it('names the first sentence and the latest', () => {
    expect(named(fold(again))).toEqual([1, 14, 15, 16, 17, 18, 19, 20]);
    expect(fold(again)).toMatchObject({ statements: 20, knownAt: 1, validFrom: 1 });
  });

  it('stands where its first sentences are erased, and is known from what is left', () => {
    const left = fold(again, erased(TIMES.slice(0, 15)));
    expect(named(left)).toEqual([16, 17, 18, 19, 20]);
    expect(left).toMatchObject({ statements: 17, knownAt: 16 });
    expect(left).not.toHaveProperty('validFrom');
    expect(named(fold(again, erased(TIMES.slice(0, 15)), decided(saidAgain(FACT.id, said(21)))))).toEqual([16, 17, 18, 19, 20, 21]);
  });

  it('is folded from entries of earlier programs as they folded it, also where it is forgotten', () => {
    expect(named(fold(earlier))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(fold(earlier)).toMatchObject({ statements: 20, lastAt: 20 });
    expect(fold(earlier, erased(TIMES.slice(0, 8)))).toBeUndefined();
    const forgotten = decided({ do: 'tombstone', unit: FACT.id, withholds: true, evidence: TIMES.slice(8).map(said) });
    expect(named(fold(earlier, forgotten))).toEqual(TIMES);
    expect(named(fold(earlier, decided(saidAgain(FACT.id, said(21)))))).toEqual([1, 3, 4, 5, 6, 7, 8, 21]);
  });

  it('names each of them once it is forgotten', () => {
    const forgotten = decided({ do: 'tombstone', unit: FACT.id, withholds: true, evidence: TIMES.slice(1, 13).map(said) });
    expect(named(fold(again, forgotten))?.toSorted((a, b) => a - b)).toEqual(TIMES);
    expect(named(fold(again, forgotten, decided(saidAgain(FACT.id, said(21)))))).toHaveLength(21);
  });
});

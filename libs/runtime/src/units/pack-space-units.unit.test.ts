import {
  emptySpaceUnits,
  evolveUnits,
  saidAgain,
  storedSpaceUnits,
  TAIL_ENTRIES,
  type LedgerEntry,
  type NewUnit,
  type SpaceUnits,
  type Unit,
  type UnitDecision,
} from '@total-recall/domain';
import { UNIT_STATE_BYTES } from '@total-recall/ports';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { packSpaceUnits, unpackSpaceUnits, UNITS_VERSION } from './pack-space-units.ts';

/** A unit names no more sentences than these. */
const MOST_EVIDENCE = 8;

/** As random as the ids and the keyed hashes of real units, which do not compress. */
const mark = (of: string): string => createHash('sha256').update(of).digest('base64url').slice(0, 26);

function fullUnit(at: number): Unit {
  const evidence = Array.from({ length: MOST_EVIDENCE }, (_, index) => ({
    eventId: mark(`event ${at} ${index}`),
    session: mark(`session ${at} ${index}`),
    from: 12_345,
    to: 16_384,
    at: 1_790_000_000_000 + at,
  }));
  return {
    id: `${mark(`event ${at}`)}.12345`,
    label: 'project',
    key: mark(`key ${at}`),
    subject: mark(`subject ${at}`),
    audience: mark(`audience ${at}`),
    evidence,
    statements: 1_000,
    knownAt: 1_790_000_000_000,
    validFrom: 1_790_000_000_000,
    validTo: 1_790_000_000_000,
    byPerson: false,
    addedBy: 1_000_000,
    status: { is: 'superseded', by: `${mark(`by ${at}`)}.12345`, at: 1_790_000_000_000, reason: 'later_statement' },
  };
}

/** A space with as many units as one may have, each as large as one gets, many sessions and a tail of large entries. */
function fullSpace(): SpaceUnits {
  const units = Array.from({ length: 20_000 }, (_, at) => fullUnit(at));
  return {
    ...emptySpaceUnits('acme', 'full'),
    sequence: 2_000_000,
    cursors: new Map(Array.from({ length: 20_000 }, (_, at) => [mark(`run ${at}`), 1_000_000])),
    units: new Map(units.map((unit) => [unit.id, unit])),
    tail: Array.from({ length: TAIL_ENTRIES }, (_, at) => ({
      id: mark(`entry ${at}`),
      sequence: at,
      before: units.slice(at * 64, at * 64 + 64).map((unit) => [unit.id, unit] as const),
    })),
  };
}

it('the packed state of a full space is whole, far below the bound, and lets others in while it is made and read', async () => {
  const state = fullSpace();
  const stored = JSON.stringify(storedSpaceUnits(state));
  const turns = countTurns();
  const [{ packed } = { packed: new Uint8Array() }] = await packSpaceUnits([state]);
  const whilePacked = turns.count;
  const read = await unpackSpaceUnits(packed);
  const whileRead = turns.count - whilePacked;
  turns.stop();
  expect(stored.length).toBeGreaterThan(UNIT_STATE_BYTES / 16);
  expect(packed.length).toBeLessThan(UNIT_STATE_BYTES / 4 / 2);
  expect(JSON.stringify(storedSpaceUnits(read)) === stored).toBe(true);
  expect(Math.min(whilePacked, whileRead)).toBeGreaterThan(50);
});

/** Counts how often others come in. */
function countTurns() {
  const turns = { count: 0, stop: () => clearImmediate(next) };
  const turn = (): void => {
    turns.count += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  return turns;
}

it('has another version where a fold of the same entries gave another state: this is that of version 10', () => {
  const added = (id: string, at: number, from?: number): UnitDecision => {
    const evidence = { eventId: id, session: 'run-1', from: 0, to: 1, at };
    const unit: NewUnit = { id, label: 'project', key: 'k', subject: 's', evidence, ...(from !== undefined && { validFrom: from }) };
    return { do: 'add', unit };
  };
  const again = (at: number): UnitDecision => saidAgain('a', { eventId: `a${at}`, session: 'run-1', from: 0, to: 1, at });
  const replaced = (by: string): UnitDecision => ({ do: 'supersede', unit: 'a', by, reason: 'later_statement' });
  const decisions = [
    added('a', 1),
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map(again),
    added('b', 20, 1_000),
    replaced('b'),
    added('c', 30),
    replaced('c'),
  ];
  const entry: LedgerEntry = {
    id: 'e1',
    tenant: 't',
    space: 's',
    sequence: 1,
    epoch: 1,
    at: 40,
    actor: 'system',
    act: { type: 'UnitsDecided', decisions },
  };
  const { units } = evolveUnits(emptySpaceUnits('t', 's'), [entry]);
  const { status, evidence } = units.get('a')!;
  expect([UNITS_VERSION, status]).toEqual([10, { is: 'superseded', by: 'c', at: 30, reason: 'later_statement' }]);
  expect(evidence.map(({ at }) => at)).toEqual([1, 4, 5, 6, 7, 8, 9, 10]);
});

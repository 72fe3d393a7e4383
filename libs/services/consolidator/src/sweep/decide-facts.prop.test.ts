import {
  emptySpaceUnits,
  evolveUnits,
  knownUnits,
  type LedgerEntry,
  type NewUnit,
  type SpaceUnits,
  type StatedFact,
} from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideFact } from './decide-facts.ts';

/** A value of one thing, and when it was said. */
interface Said {
  readonly at: number;
  readonly value: string;
}

const statedOf = ({ value }: Said): StatedFact => ({
  label: 'project',
  subject: 'project',
  attribute: 'port',
  value,
  kind: 'value',
  from: 0,
  to: 9,
});
const unitOf = ({ at, value }: Said): NewUnit => ({
  id: `e${at}.0`,
  label: 'project',
  key: 'k',
  subject: 's',
  evidence: { eventId: `e${at}`, session: `run-${value}`, from: 0, to: 9, at },
});
const compare = (earlier: StatedFact, later: StatedFact) => (earlier.value === later.value ? 'same' : 'supersedes');

/** Takes statements one after the other, as sweeps that find them do. */
function taken(said: readonly Said[]): SpaceUnits {
  const values = new Map(said.map((one) => [unitOf(one).id, one]));
  return said.reduce(
    (state, one, index) => {
      const known = [...state.units.values()].map((unit) => ({ unit, stated: statedOf(values.get(unit.id)!) }));
      const decisions = decideFact({ unit: unitOf(one), stated: statedOf(one) }, known, compare);
      const entry: LedgerEntry = {
        id: `entry-${index}`,
        sequence: index + 1,
        epoch: 1,
        tenant: 't',
        space: 'main',
        at: 0,
        actor: 'a',
        act: { type: 'UnitsDecided', decisions },
      };
      return evolveUnits(state, [entry]);
    },
    emptySpaceUnits('t', 'main'),
  );
}

describe('statements of one thing', () => {
  it('that come in any order leave at every time the latest one of then', () => {
    const statements = fc
      .uniqueArray(fc.nat(40), { minLength: 1, maxLength: 9 })
      // No value is said twice, so that each statement is a unit of its own.
      .map((times) => times.map((at): Said => ({ at, value: `v${at}` })));
    fc.assert(
      fc.property(statements, fc.nat(45), (said, asOf) => {
        const state = taken(said);
        const current = (moment: number) => knownUnits(state, { asOf: moment }).filter(({ status }) => status.is === 'current');
        for (const moment of [asOf, 50]) {
          const latest = said.filter(({ at }) => at <= moment).sort((a, b) => b.at - a.at)[0];
          expect(current(moment).map(({ id }) => id)).toEqual(latest ? [unitOf(latest).id] : []);
        }
        const valid = knownUnits(state, { validAt: asOf }).map(({ id }) => id);
        const then = said.filter(({ at }) => at <= asOf).sort((a, b) => b.at - a.at)[0];
        expect(valid).toEqual(then ? [unitOf(then).id] : []);
      }),
    );
  });
});

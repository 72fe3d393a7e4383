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
  /** The day on which it begins by its own words. */
  readonly from?: number;
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
const unitOf = ({ at, value, from }: Said): NewUnit => ({
  id: `e${at}.0`,
  label: 'project',
  key: 'k',
  subject: 's',
  evidence: { eventId: `e${at}`, session: `run-${value}`, from: 0, to: 9, at },
  ...(from !== undefined && { validFrom: from }),
});
const compare = (earlier: StatedFact, later: StatedFact) => (earlier.value === later.value ? 'same' : 'supersedes');

/** Takes statements one after the other, as sweeps that find them do. */
function taken(said: readonly Said[]): SpaceUnits {
  const values = new Map(said.map((one) => [unitOf(one).id, one]));
  return said.reduce(
    (state, one, index) => {
      const known = [...state.units.values()].map((unit) => ({ unit, stated: statedOf(values.get(unit.id.split('+')[0]!)!) }));
      const decisions = decideFact({ unit: unitOf(one), stated: statedOf(one) }, known, { compare, isUnit: (id) => state.units.has(id) });
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
  it('that come in any order leave at every time the latest one of then, also where a value is said again', () => {
    const statements = fc
      .uniqueArray(fc.tuple(fc.nat(40), fc.nat(2)), { minLength: 1, maxLength: 9, selector: ([at]) => at })
      .map((all) => all.map(([at, value]): Said => ({ at, value: `v${value}` })));
    fc.assert(
      fc.property(statements, fc.nat(45), (said, asOf) => {
        const state = taken(said);
        const valueOf = ({ id }: { readonly id: string }) => said.find((one) => unitOf(one).id === id.split('+')[0])!.value;
        const current = (moment: number) => knownUnits(state, { asOf: moment }).filter(({ status }) => status.is === 'current');
        const latest = (moment: number) => said.filter(({ at }) => at <= moment).sort((a, b) => b.at - a.at)[0];
        for (const moment of [asOf, 50]) expect(current(moment).map(valueOf)).toEqual(latest(moment) ? [latest(moment)!.value] : []);
        expect(knownUnits(state, { validAt: asOf }).map(valueOf)).toEqual(latest(asOf) ? [latest(asOf)!.value] : []);
        // Each sentence is counted with the words that were in force when it was said.
        for (const one of said)
          expect(knownUnits(state, { validAt: one.at }).flatMap(({ evidence }) => evidence.map(({ at }) => at))).toContain(one.at);
      }),
      { numRuns: 1_000 },
    );
  });

  it('hold from the day that they name until the next one begins, in whatever order they come', () => {
    const begin = ({ at, from = at }: Said): number => Math.max(at, from);
    const statements = fc
      .uniqueArray(fc.tuple(fc.nat(40), fc.option(fc.integer({ min: -3, max: 20 }))), {
        minLength: 1,
        maxLength: 9,
        selector: ([at]) => at,
      })
      .map((all) => all.map(([at, ahead], nth): Said => ({ at, value: `v${nth}`, ...(ahead !== null && { from: at + ahead }) })))
      .map((all) => [...new Map(all.map((one) => [begin(one), one])).values()]);
    fc.assert(
      fc.property(statements, fc.nat(70), fc.nat(45), (said, moment, asOf) => {
        const state = taken(said);
        const valuesAt = (known: readonly { readonly id: string }[]) =>
          known.map(({ id }) => said.find((one) => unitOf(one).id === id)!.value);
        const latest = (heard: readonly Said[]) =>
          heard.filter((one) => begin(one) <= moment).sort((a, b) => begin(b) - begin(a) || b.at - a.at)[0];
        // A value that began before it was said leaves the former one its place until then.
        const isAhead = said.every(({ at, from = at }) => from >= at);
        for (const at of isAhead ? [asOf, undefined] : []) {
          const last = latest(said.filter((one) => at === undefined || one.at <= at));
          expect(valuesAt(knownUnits(state, { validAt: moment, ...(at !== undefined && { asOf: at }) }))).toEqual(last ? [last.value] : []);
        }
        for (const at of [asOf, undefined])
          for (const { since, until = Infinity } of knownUnits(state, at === undefined ? {} : { asOf: at }))
            expect(until).toBeGreaterThanOrEqual(since);
      }),
      { numRuns: 2_000 },
    );
  });

  it('take back what was announced for later where they name it', () => {
    const [now, plan]: Said[] = [
      { at: 1, value: '8080' },
      { at: 2, value: '9090', from: 30 },
    ];
    const decide = (later: Partial<StatedFact>) => {
      const known = [...taken([now!, plan!]).units.values()].map((unit) => ({ unit, stated: statedOf(unit.id === 'e2.0' ? plan! : now!) }));
      const stated = { ...statedOf({ at: 3, value: '8085' }), ...later };
      const decisions = decideFact({ unit: unitOf({ at: 3, value: '8085' }), stated }, known, { compare, isUnit: () => false });
      return decisions.flatMap((one) => (one.do === 'supersede' ? `${one.unit} by ${one.by}` : []));
    };
    expect(decide({})).toEqual(['e1.0 by e3.0', 'e3.0 by e2.0']);
    expect(decide({ replaces: '9090' })).toContain('e2.0 by e3.0');
    expect(decide({ ends: true })).toContain('e2.0 by e3.0');
  });

  it('of which more were said than a unit lists are not replaced by one that came before the last of them', () => {
    const between = { at: 8.5, value: 'v2' };
    const current = (times: readonly number[]) =>
      knownUnits(taken([...times.map((at): Said => ({ at, value: 'v1' })), between])).filter(({ status }) => status.is === 'current');
    expect(current([1, 9, 2, 3, 4, 5, 6, 7, 8])).toMatchObject([{ id: 'e1.0', statements: 9, lastAt: 9 }]);
    expect(current([1, 2, 3, 4, 5, 6, 7, 8, 9])).toMatchObject([{ id: 'e9.0', statements: 1 }]);
  });
});

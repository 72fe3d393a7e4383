import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { act, arbitraryLedger as ledger, decision, entriesOf, erasure } from '../../testing/arbitrary-ledger.ts';
import type { LedgerAct, LedgerEntry } from '../ledger/ledger-entry.ts';
import { evolveUnits } from './evolve-units.ts';
import { emptySpaceUnits, findUnit, readSpaceUnits, storedSpaceUnits, type SpaceUnits } from './space-units.ts';
import { undoProblem } from './undo-problem.ts';
import { LINK_TYPES, MOST_LINKS } from './unit-link.ts';
import { standsFor } from './unit-status.ts';
import { hopCounts, MOST_HOPS, unitSurface } from './unit-surface.ts';
import { MOST_EVIDENCE, type AnyUnit, type NewUnit } from './unit.ts';

const fold = (acts: readonly LedgerAct[]): SpaceUnits => evolveUnits(emptySpaceUnits('t', 'main'), entriesOf(acts));
const allOf = ({ units, groups }: SpaceUnits): AnyUnit[] => [...units.values(), ...groups.values()];
const placesOf = (of: AnyUnit): string[] => ('kind' in of ? of.events : of.evidence).map(({ eventId }) => eventId);
const kindOf = (of: AnyUnit): string => ('kind' in of ? of.kind : 'fact');

describe('the fold of a ledger to units of every kind', () => {
  it('is total, takes an entry once, and gives the same in one step as in many', () => {
    fc.assert(
      fc.property(ledger, (acts) => {
        const entries = entriesOf(acts);
        const state = fold(acts);
        expect(evolveUnits(state, entries)).toEqual(state);
        expect(entries.reduce((before, entry) => evolveUnits(before, [entry]), emptySpaceUnits('t', 'main'))).toEqual(state);
        expect(readSpaceUnits(JSON.parse(JSON.stringify(storedSpaceUnits(state))) as never)).toEqual(state);
      }),
    );
  });

  it('leaves each archived unit within three links of a visible one (I-09), whatever was undone or erased', () => {
    let archived = 0;
    fc.assert(
      fc.property(ledger, (acts) => {
        const state = fold(acts);
        const surface = unitSurface(state);
        const near = new Set(surface.visible.keys());
        for (let hop = 0; hop < MOST_HOPS; hop += 1)
          for (const { type, to } of Array.from(near, surface.linksOf).flat()) if (type === 'version') near.add(to.id);
        archived += Number(surface.archived.size > 0);
        expect([...surface.archived.keys()].filter((of) => !near.has(of))).toEqual([]);
        expect(hopCounts(surface).unreachable).toBe(0);
        // What is on neither side was forgotten, or has nothing left; a unit that nothing current stands for is visible.
        for (const one of allOf(state)) {
          const isHidden =
            one.status.is === 'tombstoned' ||
            (placesOf(one).length === 0 && !('members' in one && one.members.some((of) => findUnit(state, of))));
          expect(surface.visible.has(one.id) || surface.archived.has(one.id)).toBe(!isHidden);
          if (one.status.is === 'current' && !isHidden) expect(surface.visible.has(one.id)).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
    expect(archived).toBeGreaterThan(40);
  });

  it('leaves each of a long row of replaced values within three links, also where some between were forgotten (I-09)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 14 }), fc.array(fc.nat(13), { maxLength: 4 }), (length, forgotten) => {
        const values = Array.from({ length }, (_, of): NewUnit => ({
          id: `v${of}.0`,
          label: 'project',
          key: 'k1',
          subject: 's',
          evidence: { eventId: `v${of}`, session: 'run-0', from: 0, to: 10, at: 1_000 * (of + 1) },
        }));
        const state = fold([
          ...values.map((one, of): LedgerAct => ({
            type: 'UnitsDecided',
            decisions: [
              { do: 'add', unit: one },
              ...(of > 0 ? [{ do: 'supersede', unit: `v${of - 1}.0`, by: one.id, reason: 'later_statement' } as const] : []),
            ],
          })),
          ...forgotten.map((of): LedgerAct => ({
            type: 'UnitsDecided',
            byPerson: true,
            decisions: [{ do: 'tombstone', unit: `v${of % (length - 1)}.0`, withholds: false }],
          })),
        ]);
        const surface = unitSurface(state);
        expect([...surface.visible.keys()]).toContain(`v${length - 1}.0`);
        const { hops, unreachable } = hopCounts(surface);
        expect(unreachable).toBe(0);
        expect(hops.length).toBeLessThanOrEqual(MOST_HOPS);
        expect(surface.visible.size + surface.archived.size).toBe(length - new Set(forgotten.map((of) => of % (length - 1))).size);
      }),
    );
  });

  it('is restored by undoing any entry that may be undone (I-10), and by nothing else', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 1, maxLength: 25 }), fc.nat(24), (acts, chosen) => {
        const entries = entriesOf(acts);
        const target = entries[chosen % entries.length]!;
        const state = fold(acts);
        const undo: LedgerEntry = { ...target, id: 'undo', sequence: entries.length + 1, act: { type: 'EntryUndone', entryId: target.id } };
        const after = evolveUnits(state, [undo]);
        if (undoProblem(state, target.id)) {
          expect(allOf(after)).toEqual(allOf(state));
          return;
        }
        const changed = new Set(state.tail.find(({ id: of }) => of === target.id)!.before.map(([of]) => of));
        const before = fold(acts.slice(0, entries.indexOf(target)));
        for (const of of new Set([...changed, ...allOf(state).map((one) => one.id)])) {
          const was = findUnit(changed.has(of) ? before : state, of);
          if (was === undefined && findUnit(state, of)?.byPerson) expect(findUnit(after, of)?.status.is).toBe('tombstoned');
          else expect(findUnit(after, of)).toEqual(was);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('changes no status that a person decided, and shows nothing of one person to others', () => {
    fc.assert(
      fc.property(ledger, fc.array(decision, { maxLength: 8 }), (acts, decisions) => {
        const before = fold(acts);
        const all: readonly LedgerAct[] = [...acts, { type: 'UnitsDecided', decisions }];
        const after = fold(all);
        // A unit that an undo took back may come again for one person alone. What led to it stays, and readers mind the
        // audience; so the unit counts as it was when what leads to it was made.
        const whenMade = (from: AnyUnit, leads: (of: AnyUnit) => boolean): SpaceUnits =>
          all
            .map((_, at) => fold(all.slice(0, at + 1)))
            .find((state) => {
              const then = findUnit(state, from.id);
              return then !== undefined && leads(then);
            })!;
        for (const one of allOf(before)) if (one.byPerson) expect(findUnit(after, one.id)!.status).toEqual(one.status);
        for (const one of allOf(after)) {
          const isShown = (to: AnyUnit | undefined): boolean => [undefined, one.audience].includes(to?.audience);
          const wasShown = (id: string, leads: (of: AnyUnit) => boolean): boolean =>
            isShown(findUnit(after, id)) || isShown(findUnit(whenMade(one, leads), id));
          for (const { to } of one.links ?? []) expect(wasShown(to, (of) => of.links?.some((link) => link.to === to) === true)).toBe(true);
          const archivedBy = one.status.is === 'archived' ? standsFor(one) : [];
          for (const by of archivedBy.flatMap((of) => findUnit(after, of) ?? [])) {
            expect(kindOf(by)).toBe(kindOf(one));
            expect(wasShown(by.id, (of) => of.status.is === 'archived' && standsFor(of).includes(by.id))).toBe(true);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  it('makes parts and wholes of nothing but the evidence of what they stand for, within the bounds', () => {
    fc.assert(
      fc.property(ledger, fc.array(decision, { maxLength: 8 }), (acts, decisions) => {
        const before = fold(acts);
        const after = fold([...acts, { type: 'UnitsDecided', decisions }]);
        const known = new Set(allOf(before).flatMap(placesOf));
        for (const one of decisions) {
          if (one.do === 'add') for (const of of 'kind' in one.unit ? one.unit.events : [one.unit.evidence]) known.add(of.eventId);
          if (one.do === 'confirm') known.add(one.evidence.eventId);
          if (one.do === 'update') for (const of of one.events ?? []) known.add(of.eventId);
        }
        for (const one of allOf(after)) {
          for (const of of placesOf(one)) expect(known.has(of)).toBe(true);
          expect(placesOf(one).length + ('kind' in one ? one.members.length : 0)).toBeGreaterThan(0);
          if (!('kind' in one)) expect(one.evidence.length).toBeLessThanOrEqual(MOST_EVIDENCE);
          for (const type of LINK_TYPES)
            expect((one.links ?? []).filter((of) => of.type === type).length).toBeLessThanOrEqual(MOST_LINKS[type]);
        }
      }),
    );
  });

  it('keeps nothing of what an erasure names, and no words that were those of erased events', () => {
    fc.assert(
      fc.property(ledger, erasure, (acts, erased) => {
        const before = fold(acts);
        const state = fold([...acts, erased]);
        const events = new Set(erased.targets.events.flatMap(({ eventIds }) => eventIds));
        const sessions = new Set(erased.targets.sessions.map(({ session }) => session));
        const isErased = (one: { eventId: string; session: string }): boolean => events.has(one.eventId) || sessions.has(one.session);
        const lost = allOf(before).filter((one) => ('kind' in one ? one.events : one.evidence).some(isErased));
        for (const one of [...allOf(state), ...state.tail.flatMap(({ before: was }) => was.flatMap(([, of]) => (of ? [of] : [])))])
          for (const of of 'kind' in one ? one.events : one.evidence) expect(isErased(of)).toBe(false);
        const gone = new Set(lost.filter((one) => !findUnit(state, one.id)).map((one) => one.id));
        for (const one of allOf(state)) {
          for (const { to } of one.links ?? []) expect(gone.has(to)).toBe(false);
          if ('kind' in one) for (const of of one.members) expect(gone.has(of)).toBe(false);
          if ('kind' in one && lost.some((of) => of.id === one.id || one.members.includes(of.id))) expect(one.marks).toBeUndefined();
        }
      }),
      { numRuns: 400 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerAct, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Proposal } from '../reflection/reflect.ts';
import { concernsUnits, evolveUnits } from './evolve-units.ts';
import { knownUnits } from './known-units.ts';
import { emptySpaceUnits, readSpaceUnits, storedSpaceUnits, TAIL_ENTRIES, type SpaceUnits } from './space-units.ts';
import { undoableEntries, undoProblem } from './undo-problem.ts';
import type { NewUnit, UnitDecision } from './unit.ts';

const SESSIONS = ['run-1', 'run-2'] as const;
/** Ledgers as long as they may be: by default most have a few entries, which replace nothing. */
const LONG = { size: 'max' } as const;
const place = fc.record({
  event: fc.integer({ min: 0, max: 7 }),
  from: fc.integer({ min: 0, max: 1 }),
  session: fc.constantFrom(...SESSIONS),
});
const evidenceOf = ({ event, from, session }: { event: number; from: number; session: string }) => ({
  eventId: `${session}-e${event}`,
  session,
  from,
  to: from + 10,
  at: 1_000 * (event + 1),
});
const OWN_EVIDENCE = { eventId: 'own', session: 'run-1', from: 0, to: 10, at: 500 };
const idOf = (of: { event: number; from: number; session: string }): string => `${of.session}-e${of.event}.${of.from}`;
const unit = fc
  .record({ place, key: fc.constantFrom('k1', 'k2'), dates: fc.option(fc.integer({ min: 0, max: 9_000 })) })
  .map(({ place: at, key, dates }): NewUnit => ({
    id: idOf(at),
    label: 'project',
    key,
    subject: 's',
    evidence: evidenceOf(at),
    ...(dates !== null && { validFrom: dates }),
  }));
const id = place.map(idOf);
const decision: fc.Arbitrary<UnitDecision> = fc.oneof(
  { weight: 4, arbitrary: unit.map((added): UnitDecision => ({ do: 'add', unit: added })) },
  fc
    .record({ unit: id, place, keeps: fc.constantFrom({}, { keeps: 'latest' } as const) })
    .map(({ unit: confirmed, place: at, keeps }): UnitDecision => ({ do: 'confirm', unit: confirmed, evidence: evidenceOf(at), ...keeps })),
  fc.record({ unit: id, by: id }).map(({ unit: old, by }): UnitDecision => ({ do: 'supersede', unit: old, by, reason: 'later_statement' })),
  fc
    .record({ unit: id, withholds: fc.boolean(), places: fc.option(fc.array(place, { maxLength: 4 }), { nil: undefined }) })
    .map(({ unit: gone, withholds, places }): UnitDecision => ({
      do: 'tombstone',
      unit: gone,
      withholds,
      ...(places && { evidence: places.map(evidenceOf) }),
    })),
);
/** An entry with which there are units to decide about. */
const additions = fc
  .array(unit, { minLength: 12, maxLength: 24 })
  .map((units): LedgerAct => ({ type: 'UnitsDecided', decisions: units.map((one) => ({ do: 'add', unit: one })) }));
const setting = fc.uniqueArray(
  fc.record({
    setting: fc.constantFrom('targetRatio', 'pullTokens'),
    from: fc.constant(1),
    to: fc.integer({ min: 1, max: 9 }),
    why: fc.constant('pulls_often'),
  }),
  { selector: (one) => one.setting, minLength: 1, maxLength: 2 },
) as fc.Arbitrary<Proposal[]>;
const act: fc.Arbitrary<LedgerAct> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        decisions: fc.array(decision, { maxLength: 4 }),
        by: fc.constantFrom({ byPerson: true } as const, { byAgent: true } as const, {}, {}),
      })
      .map(({ decisions, by }): LedgerAct => ({ type: 'UnitsDecided', decisions, ...by })),
  },
  fc
    .record({ session: fc.constantFrom(...SESSIONS), through: fc.nat(9) })
    .map((cursor): LedgerAct => ({ type: 'SweepCommitted', cursors: [cursor], reader: 1, events: 1 })),
  setting.map((changes): LedgerAct => ({ type: 'SettingsReflected', changes, since: 0 })),
  fc.nat(12).map((at): LedgerAct => ({ type: 'EntryUndone', entryId: `entry-${at}` })),
);
const erasure: fc.Arbitrary<LedgerAct> = fc
  .record({ place, isWhole: fc.boolean() })
  .map(({ place: { event, session }, isWhole }): LedgerAct => ({
    type: 'ErasureRequested',
    scope: { kind: 'session', space: 'main', session },
    targets: {
      events: isWhole ? [] : [{ space: 'main', session, eventIds: [`${session}-e${event}`] }],
      sessions: isWhole ? [{ space: 'main', session }] : [],
      spaces: [],
      artifacts: [],
    },
    counts: { events: 1, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 },
  }));
const entriesOf = (acts: readonly LedgerAct[]): LedgerEntry[] =>
  acts.map((one, at) => ({
    id: `entry-${at}`,
    sequence: at + 1,
    epoch: 1,
    tenant: 't',
    ...(one.type !== 'ErasureRequested' && { space: 'main' }),
    at: 50_000 + at,
    actor: 'a',
    act: one,
  }));
const fold = (entries: readonly LedgerEntry[]): SpaceUnits => evolveUnits(emptySpaceUnits('t', 'main'), entries);
/** The surviving set: what holds or was replaced, without what was withdrawn. */
const surviving = ({ units }: SpaceUnits) => knownUnits({ units }).filter(({ status }) => status.is !== 'tombstoned');

describe('the fold of a ledger to units', () => {
  it('is total, takes an entry once, and gives the same in one step as in many', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(act, erasure), { maxLength: 40, ...LONG }), (acts) => {
        const entries = entriesOf(acts);
        const state = fold(entries);
        expect(evolveUnits(state, entries)).toEqual(state);
        expect(entries.reduce((before, entry) => evolveUnits(before, [entry]), emptySpaceUnits('t', 'main'))).toEqual(state);
        expect(state.units.size).toBeLessThanOrEqual(32);
        expect(readSpaceUnits(JSON.parse(JSON.stringify(storedSpaceUnits(state))) as never)).toEqual(state);
        expect(fold(entries.filter(concernsUnits))).toEqual(state);
      }),
    );
  });

  it('keeps the latest entries that changed a unit, and no more, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(decision, { minLength: 1, maxLength: 2 }), { minLength: 40, maxLength: 60 }), (all) => {
        // Each entry adds a unit of its own, so that it changes something whatever its decisions do.
        const acts = Array.from({ length: TAIL_ENTRIES + 30 }, (_, at): LedgerAct => {
          const added = { id: `own-${at}`, label: 'project', key: 'own', subject: 's', evidence: OWN_EVIDENCE } as const;
          return { type: 'UnitsDecided', decisions: [{ do: 'add', unit: added }, ...all[at % all.length]!] };
        });
        const { tail } = fold(entriesOf(acts));
        expect(tail.map(({ id: of }) => of)).toEqual(acts.slice(-TAIL_ENTRIES).map((_, at) => `entry-${at + 30}`));
        expect(undoProblem(fold(entriesOf(acts)), 'entry-29')).toBeDefined();
      }),
      { numRuns: 20 },
    );
  });

  it('is restored by undoing any entry that may be undone (I-10), and by nothing else', () => {
    let restored = 0;
    fc.assert(
      fc.property(additions, fc.array(act, { minLength: 1, maxLength: 12, ...LONG }), fc.nat(24), (added, acts, chosen) => {
        const entries = entriesOf([added, ...acts]);
        const at = chosen % entries.length;
        const target = entries[at]!;
        const state = fold(entries);
        const problem = undoProblem(state, target.id);
        const undo: LedgerEntry = { ...target, id: 'undo', sequence: entries.length + 1, act: { type: 'EntryUndone', entryId: target.id } };
        const after = evolveUnits(state, [undo]);
        if (problem) {
          expect(surviving(after)).toEqual(surviving(state));
          expect(after.reflected).toEqual(state.reflected);
          return;
        }
        const undone = state.tail.find(({ id: of }) => of === target.id)!;
        if (undone.before.some(([, was]) => was !== null)) restored += 1;
        const changed = new Set(undone.before.map(([of]) => of));
        // Settings that it set are what reflections before it had set; those of later reflections stay.
        const names = new Set<string>(undone.settings?.map(([name]) => name));
        const [was, is] = [fold(entries.slice(0, at)).reflected?.settings, state.reflected?.settings];
        for (const name of ['targetRatio', 'pullTokens'] as const)
          expect(after.reflected?.settings[name]).toEqual((names.has(name) ? was : is)?.[name]);
        const before = fold(entries.slice(0, at)).units;
        // Units that it changed are as they were before it, everything else is as it was after all entries. What a person or an agent had
        // added is withdrawn, so that its event is withheld.
        for (const of of new Set([...changed, ...state.units.keys()])) {
          const was = (changed.has(of) ? before : state.units).get(of);
          const is = state.units.get(of);
          const isWithdrawn = was === undefined && (is?.byPerson === true || is?.byAgent === true);
          expect(isWithdrawn ? after.units.get(of)?.status : after.units.get(of)).toEqual(
            isWithdrawn ? { is: 'tombstoned', at: undo.at, withholds: true } : was,
          );
        }
        for (const { status } of after.units.values()) if (status.is === 'superseded') expect(after.units.has(status.by)).toBe(true);
        expect(undoProblem(after, target.id)).toEqual({ reason: 'undone', by: 'undo' });
      }),
      { numRuns: 300 },
    );
    // Undoing what only added shows nothing of what is restored.
    expect(restored).toBeGreaterThan(20);
  });

  it('names the entries that can be undone: those of which nothing tells that they cannot', () => {
    let several = 0;
    fc.assert(
      fc.property(additions, fc.array(fc.oneof({ weight: 8, arbitrary: act }, erasure), { maxLength: 20, ...LONG }), (added, acts) => {
        const state = fold(entriesOf([added, ...acts]));
        const free = state.tail.map(({ id: of }) => of).filter((of) => undoProblem(state, of) === undefined);
        expect([...undoableEntries(state)].toSorted()).toEqual(free.toSorted());
        several += Number(free.length > 1 && free.length < state.tail.length);
      }),
      { numRuns: 300 },
    );
    expect(several).toBeGreaterThan(20);
  });

  it('undoes the last entry to the state before it', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20, ...LONG }), fc.array(decision, { minLength: 1, maxLength: 4 }), (acts, decisions) => {
        const before = fold(entriesOf(acts));
        const [last] = entriesOf([...acts, { type: 'UnitsDecided', decisions }]).slice(-1);
        const undo: LedgerEntry = { ...last!, id: 'undo', sequence: last!.sequence + 1, act: { type: 'EntryUndone', entryId: last!.id } };
        expect(surviving(evolveUnits(before, [last!, undo]))).toEqual(surviving(before));
      }),
    );
  });

  it('refuses to undo a reflection while a later one that stands set the same', () => {
    fc.assert(
      fc.property(setting, setting, (first, second) => {
        const state = fold(entriesOf([first, second].map((changes) => ({ type: 'SettingsReflected', changes, since: 0 }))));
        const isShared = first.some((one) => second.some((other) => one.setting === other.setting));
        expect(undoProblem(state, 'entry-0')).toEqual(isShared ? { reason: 'depended_on', later: ['entry-1'] } : undefined);
        expect(undoProblem(state, 'entry-1')).toBeUndefined();
      }),
    );
  });

  it('lets no sweep change what a person decided', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20, ...LONG }), fc.array(decision, { maxLength: 6 }), (acts, decisions) => {
        const before = fold(entriesOf(acts));
        const [sweep] = entriesOf([...acts, { type: 'UnitsDecided', decisions }]).slice(-1);
        const after = evolveUnits(before, [sweep!]);
        for (const one of before.units.values()) if (one.byPerson) expect(after.units.get(one.id)!.status).toEqual(one.status);
      }),
    );
  });

  it('keeps nothing of what an erasure names', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25, ...LONG }), erasure, (acts, erased) => {
        if (erased.type !== 'ErasureRequested') return;
        const state = fold(entriesOf([...acts, erased]));
        const gone = new Set(erased.targets.events.flatMap(({ eventIds }) => eventIds));
        const sessions = new Set(erased.targets.sessions.map(({ session }) => session));
        for (const one of [...state.units.values(), ...state.tail.flatMap(({ before }) => before.flatMap(([, was]) => (was ? [was] : [])))])
          for (const { eventId, session } of 'kind' in one ? one.events : one.evidence)
            expect(gone.has(eventId) || sessions.has(session)).toBe(false);
      }),
    );
  });

  it('shows at a moment what the evidence up to it said', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25, ...LONG }), fc.nat(9_000), (acts, asOf) => {
        const state = fold(entriesOf(acts));
        for (const one of knownUnits(state, { asOf })) {
          expect(one.knownAt).toBeLessThanOrEqual(asOf);
          if (one.status.is === 'superseded') expect(one.status.at).toBeLessThanOrEqual(asOf);
        }
        expect(knownUnits(state, { asOf: Number.MAX_SAFE_INTEGER })).toEqual(knownUnits(state));
      }),
    );
  });
});

import fc from 'fast-check';
import type { LedgerAct, LedgerEntry } from '../src/ledger/ledger-entry.ts';
import { GROUP_KINDS, type GroupEvent, type NewGroup } from '../src/unit/group.ts';
import { saidAgain } from '../src/unit/last-said.ts';
import { LINK_TYPES } from '../src/unit/unit-link.ts';
import type { NewAnyUnit, NewUnit, UnitDecision } from '../src/unit/unit.ts';

const AUDIENCES = [undefined, 'maria'] as const;
const sessionOf = (at: number): string => `run-${at % 2}`;
const eventOf = (at: number): GroupEvent => ({ eventId: `e${at}`, session: sessionOf(at), ordinal: at, at: 1_000 * (at + 1) });
const at = fc.nat(7);
/** Units of two audiences stand for nothing of one another, so most are for all. */
const audience = fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.constantFrom(...AUDIENCES));
const fact = fc
  .record({ at, audience, key: fc.constantFrom('k1', 'k2'), n: fc.nat(1) })
  .map(({ at: of, audience: who, key, n }): NewUnit => ({
    id: `e${of}.${n}`,
    label: 'project',
    key,
    subject: 's',
    evidence: { eventId: `e${of}`, session: sessionOf(of), from: n, to: n + 10, at: 1_000 * (of + 1) },
    ...(who !== undefined && { audience: who }),
  }));
const id = fc.oneof(
  fc.record({ at, n: fc.nat(1) }).map(({ at: of, n }) => `e${of}.${n}`),
  fc.record({ kind: fc.constantFrom(...GROUP_KINDS), n: fc.nat(3) }).map(({ kind, n }) => `${kind}:${n}`),
);
const group = fc
  .record({
    kind: fc.constantFrom(...GROUP_KINDS),
    n: fc.nat(3),
    audience,
    events: fc.uniqueArray(at, { maxLength: 4 }),
    members: fc.array(id, { maxLength: 4 }),
  })
  .map(({ kind, n, audience: who, events, members }): NewGroup => ({
    id: `${kind}:${n}`,
    kind,
    events: kind === 'episode' ? events.map(eventOf) : [],
    members: kind === 'episode' ? [] : members,
    marks: ['m1'],
    ...(who !== undefined && { audience: who }),
  }));
const unit: fc.Arbitrary<NewAnyUnit> = fc.oneof(fact, group);
const link = fc.record({ type: fc.constantFrom(...LINK_TYPES), to: id, weight: fc.constantFrom(0.2, 0.5, 0.9) });
/** Parts of facts and groups that may be there. */
const part = fc.tuple(unit, fc.nat(9)).map(([of, n]): NewAnyUnit => ({ ...of, id: `${of.id}/${n}` }));
/** A decision about some of few units, of every kind. */
export const decision: fc.Arbitrary<UnitDecision> = fc.oneof(
  { weight: 8, arbitrary: unit.map((added): UnitDecision => ({ do: 'add', unit: added })) },
  {
    weight: 6,
    arbitrary: fc.tuple(id, id).map(([old, by]): UnitDecision => ({ do: 'supersede', unit: old, by, reason: 'later_statement' })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(id, fact, fc.boolean()).map(([unit, { evidence }, isEarlier]): UnitDecision => {
      const { keeps, ...said } = saidAgain(unit, { ...evidence, from: evidence.from + 20 });
      return isEarlier ? said : { ...said, keeps };
    }),
  },
  fc.tuple(id, fc.boolean()).map(([gone, withholds]): UnitDecision => ({ do: 'tombstone', unit: gone, withholds })),
  {
    weight: 3,
    arbitrary: fc.tuple(id, fc.array(link, { maxLength: 6 })).map(([of, links]): UnitDecision => ({ do: 'link', unit: of, links })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(id, fc.array(id, { minLength: 1, maxLength: 3 }))
      .map(([of, by]): UnitDecision => ({ do: 'archive', unit: of, by })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(id, fc.array(part, { minLength: 2, maxLength: 3 }))
      .map(([of, into]): UnitDecision => ({ do: 'split', unit: of, into })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.uniqueArray(id, { minLength: 2, maxLength: 3 }), part)
      .map(([units, into]): UnitDecision => ({ do: 'merge', units, into })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(id, fc.uniqueArray(at, { maxLength: 3 }), fc.option(fc.array(id, { maxLength: 3 })), fc.option(id))
      .map(([of, events, members, archives]): UnitDecision => ({
        do: 'update',
        unit: of,
        events: events.map(eventOf),
        ...(members && { members }),
        ...(archives !== null && { archives }),
      })),
  },
);
/** Decisions of sweeps and persons, progress, and undoings. */
export const act: fc.Arbitrary<LedgerAct> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ decisions: fc.array(decision, { maxLength: 5 }), byPerson: fc.nat(5) })
      .map(({ decisions, byPerson }): LedgerAct => ({ type: 'UnitsDecided', decisions, ...(byPerson === 0 && { byPerson: true }) })),
  },
  fc
    .record({ session: fc.constantFrom('run-0', 'run-1'), through: fc.nat(9) })
    .map((cursor): LedgerAct => ({ type: 'EpisodesCommitted', cursors: [cursor], version: 1 })),
  { weight: 2, arbitrary: fc.nat(20).map((of): LedgerAct => ({ type: 'EntryUndone', entryId: `entry-${of}` })) },
);
/** An erasure of an event or of its session. */
export const erasure = fc.record({ at, isWhole: fc.boolean() }).map(({ at: of, isWhole }): LedgerAct & { type: 'ErasureRequested' } => ({
  type: 'ErasureRequested',
  scope: { kind: 'session', space: 'main', session: sessionOf(of) },
  targets: {
    events: isWhole ? [] : [{ space: 'main', session: sessionOf(of), eventIds: [`e${of}`] }],
    sessions: isWhole ? [{ space: 'main', session: sessionOf(of) }] : [],
    spaces: [],
    artifacts: [],
  },
  counts: { events: 1, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 },
}));
/** A ledger. Entries that add units stand first, and all are as many as they may be: by default most ledgers replace nothing. */
export const arbitraryLedger: fc.Arbitrary<LedgerAct[]> = fc
  .tuple(
    fc.array(fc.array(unit, { minLength: 3, maxLength: 8 }), { minLength: 3, maxLength: 6, size: 'max' }),
    fc.array(fc.oneof({ weight: 16, arbitrary: act }, erasure), { maxLength: 30, size: 'max' }),
  )
  .map(([added, acts]): LedgerAct[] => [
    ...added.map((units): LedgerAct => ({ type: 'UnitsDecided', decisions: units.map((one) => ({ do: 'add', unit: one })) })),
    ...acts,
  ]);
/** Numbers acts as entries of a space. */
export const entriesOf = (acts: readonly LedgerAct[]): LedgerEntry[] =>
  acts.map((one, of) => ({
    id: `entry-${of}`,
    sequence: of + 1,
    epoch: 1,
    tenant: 't',
    ...(one.type !== 'ErasureRequested' && { space: 'main' }),
    at: 50_000 + of,
    actor: 'a',
    act: one,
  }));

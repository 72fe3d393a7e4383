import { createMemoryLedger } from '@total-recall/adapter-memory';
import type { LedgerAct, NewUnit, Unit, UnitDecision, UnitEvidence } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { unnamedEvidence } from './unnamed-evidence.ts';

const PLACE = { tenant: 'acme', space: 'main' } as const;
const said = (eventId: string, session = 's1'): UnitEvidence => ({ eventId, session, from: 0, to: 9, at: 1 });
const added = (id: string): NewUnit => ({ id, label: 'project', key: 'k', subject: 's', evidence: said(id) });
const add = (id: string): UnitDecision => ({ do: 'add', unit: added(id) });
const confirm = (unit: string, eventId: string, session?: string): UnitDecision => ({
  do: 'confirm',
  unit,
  evidence: { ...said(eventId, session), points: { subject: [0, 1] } as never },
});
const decided = (...decisions: UnitDecision[]): LedgerAct => ({ type: 'UnitsDecided', decisions });
const targetsOf = (targets: object) => ({ spaces: [], sessions: [], events: [], artifacts: [], ...targets });
const erased = (targets: object): LedgerAct => ({
  type: 'ErasureRequested',
  scope: { kind: 'events', space: 'main', eventIds: [] },
  targets: targetsOf(targets),
  counts: { events: 0, sessions: 0 } as never,
});
const extended = (targets: object): LedgerAct => ({ type: 'ErasureExtended', erasureId: 'e1', targets: targetsOf(targets) });

/** Returns the events of the sentences that are found, of entries named e1, e2, ... */
async function found(acts: readonly LedgerAct[], { id = 'a', names = ['a'], most = 99 } = {}): Promise<string[]> {
  const ledger = createMemoryLedger();
  const entries = acts.map((act, nth) => ({ id: `e${nth + 1}`, ...PLACE, at: 1, actor: 'x', act }));
  await (await ledger.own(0)).append(0, entries);
  const unit = { ...added(id), evidence: names.map((one) => said(one)), statements: 50 } as unknown as Unit;
  return (await unnamedEvidence({ ledger }, PLACE, unit, most)).map(({ eventId }) => eventId);
}

it('finds what confirmed a unit that it does not name, the latest first, and of no other unit', async () => {
  const acts = [decided(add('a'), confirm('a', 'b')), decided(add('z')), decided(confirm('z', 'y')), decided(confirm('a', 'c'))];
  expect(await found(acts)).toEqual(['c', 'b']);
  expect(await found(acts, { names: ['a', 'b'] })).toEqual(['c']);
  expect(await found(acts, { most: 1 })).toEqual(['c']);
});

it('leaves out what an undoing took back, and what an erasure took before it was said again', async () => {
  const undone = [decided(add('a')), decided(confirm('a', 'b')), { type: 'EntryUndone', entryId: 'e2' } as const];
  expect(await found([...undone, decided(confirm('a', 'c'))])).toEqual(['c']);
  const confirmed = [decided(add('a'), confirm('a', 'b'), confirm('a', 'c', 's2'), confirm('a', 'd', 's3'))];
  const events = [{ space: 'main', session: 's1', eventIds: ['b'] }];
  for (const act of [erased({ events }), extended({ events })]) expect(await found([...confirmed, act])).toEqual(['d', 'c']);
  expect(await found([...confirmed, erased({ sessions: [{ space: 'main', session: 's2' }] })])).toEqual(['d', 'b']);
  expect(await found([...confirmed, erased({ sessions: [{ space: 'other', session: 's2' }] })])).toEqual(['d', 'c', 'b']);
  expect(await found([...confirmed, erased({ spaces: ['main'] }), decided(confirm('a', 'e'))])).toEqual(['e']);
});

it('finds what stated the units that one was merged from', async () => {
  const merge: UnitDecision = { do: 'merge', units: ['a', 'z'], into: { ...added('m'), evidence: said('a') } };
  const acts = [decided(add('a'), add('z')), decided(confirm('a', 'b'), confirm('z', 'y')), decided(merge), decided(confirm('m', 'n'))];
  expect((await found(acts, { id: 'm', names: ['a', 'z'] })).toSorted()).toEqual(['b', 'n', 'y']);
});

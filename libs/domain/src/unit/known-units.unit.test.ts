import { expect, it } from 'vitest';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { evolveUnits } from './evolve-units.ts';
import { knownUnits } from './known-units.ts';
import { emptySpaceUnits } from './space-units.ts';
import type { NewUnit, UnitEvidence } from './unit.ts';

const said = (eventId: string, at: number): UnitEvidence => ({ eventId, session: 'run', from: 0, to: 9, at });
const unit: NewUnit = { id: 'late.0', label: 'project', key: 'k', subject: 's', evidence: said('late', 9), validFrom: 7 };

const entry = (sequence: number, act: LedgerEntry['act']): LedgerEntry => ({
  id: `entry-${sequence}`,
  tenant: 'acme',
  space: 'main',
  at: 20,
  actor: 'consolidator',
  epoch: 1,
  sequence,
  act,
});
const found = evolveUnits(emptySpaceUnits('acme', 'main'), [
  entry(1, {
    type: 'UnitsDecided',
    decisions: [
      { do: 'add', unit },
      { do: 'confirm', unit: unit.id, evidence: said('early', 2) },
    ],
  }),
]);

it('a fact as of a time shows the evidence that had occurred by then', () => {
  expect(knownUnits(found, { asOf: 5 })).toMatchObject([{ evidence: [{ eventId: 'early' }], statements: 1 }]);
  expect(knownUnits(found, { asOf: 9 })).toMatchObject([{ evidence: [{ eventId: 'late' }, { eventId: 'early' }], statements: 2 }]);
});

it.each([
  ['early', { knownAt: 9, validFrom: 7, since: 7 }],
  ['late', { knownAt: 2, since: 2, validFrom: undefined }],
])('what the erased event %s alone told, of when it was known and true, goes with it', (eventId, left) => {
  const targets = { spaces: [], sessions: [], artifacts: [], events: [{ space: 'main', session: 'run', eventIds: [eventId] }] };
  const scope = { kind: 'events', space: 'main', eventIds: [eventId] } as const;
  const counts = { events: 1, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 };
  for (const act of [
    { type: 'ErasureRequested', scope, targets, counts },
    { type: 'ErasureExtended', erasureId: 'entry-1', targets },
  ] as const) {
    const [after] = knownUnits(evolveUnits(found, [entry(2, act)]));
    expect(after).toMatchObject({ statements: 1, knownAt: left.knownAt, since: left.since });
    expect(after!.validFrom).toBe(left.validFrom);
  }
});

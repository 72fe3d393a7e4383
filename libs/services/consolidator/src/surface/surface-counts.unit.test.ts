import { emptySpaceUnits, type SpaceUnits, type Unit, type UnitStatus } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { createSurfaceTotals } from './surface-counts.ts';

const unit = (id: string, status: UnitStatus = { is: 'current' }): Unit => ({
  id,
  label: 'project',
  key: 'k',
  subject: 's',
  evidence: [{ eventId: id, session: 'run', from: 0, to: 9, at: 1 }],
  statements: 1,
  knownAt: 1,
  byPerson: false,
  addedBy: 1,
  status,
});
const by = (id: string): UnitStatus => ({ is: 'superseded', by: id, at: 1, reason: 'later_statement' });
const space = (name: string, ...units: readonly Unit[]): SpaceUnits => ({
  ...emptySpaceUnits('t', name),
  units: new Map(units.map((one) => [one.id, one])),
});

it('totals count each space as it was after its last sweep', () => {
  const totals = createSurfaceTotals();
  expect(totals(space('a', unit('1'), unit('2', by('1'))))).toEqual({ visible: 1, archived: 1, unreachable: 0, hops: [1] });
  expect(totals(space('b', unit('1'), unit('2', by('1')), unit('3', by('2'))))).toEqual({
    visible: 2,
    archived: 3,
    unreachable: 0,
    hops: [2, 1],
  });
  expect(totals(space('b', unit('1')))).toEqual({ visible: 2, archived: 1, unreachable: 0, hops: [1] });
});

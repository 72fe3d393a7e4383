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

function counting() {
  const told: { readonly visible: number; readonly archived: number }[] = [];
  const totals = createSurfaceTotals({ counted: (sum) => void told.push(sum) });
  return { totals, told };
}

it('totals count each space as it was after its last sweep', () => {
  const { totals, told } = counting();
  totals.swept({ ...space('a', unit('1'), unit('2', by('1'))), sequence: 1 });
  expect(told.at(-1)).toEqual({ visible: 1, archived: 1, unreachable: 0 });
  totals.swept({ ...space('b', unit('1'), unit('2', by('1')), unit('3', by('2'))), sequence: 2 });
  expect(told.at(-1)).toEqual({ visible: 2, archived: 3, unreachable: 0 });
  totals.swept({ ...space('b', unit('1')), sequence: 3 });
  expect(told.at(-1)).toEqual({ visible: 2, archived: 1, unreachable: 0 });
  totals.swept({ ...space('b', unit('1')), sequence: 3 });
  expect(told).toHaveLength(3);
});

it('totals lose what was erased and what another process owns', () => {
  const { totals, told } = counting();
  totals.swept(space('a', unit('1'), unit('2', by('1'))));
  totals.swept(space('b', unit('1')));
  totals.swept({ ...space('c', unit('1')), tenant: 'other' });
  totals.erased(space('a', unit('1')));
  expect(told.at(-1)).toEqual({ visible: 3, archived: 0, unreachable: 0 });
  totals.erased(space('a'));
  totals.erased(space('never swept', unit('1')));
  expect(told.at(-1)).toEqual({ visible: 2, archived: 0, unreachable: 0 });
  totals.release((tenant) => tenant === 't');
  expect(told.at(-1)).toEqual({ visible: 1, archived: 0, unreachable: 0 });
});

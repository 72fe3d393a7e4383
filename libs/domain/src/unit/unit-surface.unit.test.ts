import { expect, it } from 'vitest';
import type { LedgerAct } from '../ledger/ledger-entry.ts';
import { entriesOf } from '../../testing/arbitrary-ledger.ts';
import { evolveUnits } from './evolve-units.ts';
import { emptySpaceUnits } from './space-units.ts';
import { unitSurface } from './unit-surface.ts';
import type { NewUnit, UnitDecision } from './unit.ts';

const factAt = (at: number): NewUnit => ({
  id: `e${at}.0`,
  label: 'project',
  key: 'k',
  subject: 's',
  evidence: { eventId: `e${at}`, session: 'run', from: 0, to: 9, at: 1_000 * at },
});
const decided = (...decisions: UnitDecision[]): LedgerAct => ({ type: 'UnitsDecided', decisions });
const semanticOf = (acts: readonly LedgerAct[], id: string): string[] =>
  unitSurface(evolveUnits(emptySpaceUnits('t', 'main'), entriesOf(acts)))
    .linksOf(id)
    .flatMap(({ type, to }) => (type === 'semantic' ? [to.id] : []));

it('links to what was merged or split lead to what stands for it, once, and lead back where that is undone', () => {
  const added = decided(...[1, 2, 3, 4].map((at): UnitDecision => ({ do: 'add', unit: factAt(at) })));
  const links = [1, 2].map((at) => ({ type: 'semantic', to: `e${at}.0`, weight: 0.5 }) as const);
  const acts = [added, decided({ do: 'link', unit: 'e3.0', links })];
  expect(semanticOf(acts, 'e3.0')).toEqual(['e1.0', 'e2.0']);
  const merged = [...acts, decided({ do: 'merge', units: ['e1.0', 'e2.0'], into: { ...factAt(1), id: 'e1.0+1' } })];
  expect(semanticOf(merged, 'e3.0')).toEqual(['e1.0+1']);
  expect(semanticOf([...merged, { type: 'EntryUndone', entryId: 'entry-2' }], 'e3.0')).toEqual(['e1.0', 'e2.0']);
  // A unit that stands for both ends leads not to itself, and a value that was replaced is still another one.
  const all = decided({ do: 'merge', units: ['e1.0', 'e2.0', 'e3.0'], into: { ...factAt(1), id: 'e1.0+1' } });
  expect(semanticOf([...acts, all], 'e1.0+1')).not.toContain('e1.0+1');
  const replaced = decided({ do: 'supersede', unit: 'e1.0', by: 'e4.0', reason: 'later_statement' });
  expect(semanticOf([...acts, replaced], 'e3.0')).toEqual(['e1.0', 'e2.0']);
});

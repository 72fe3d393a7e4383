import { expect, it } from 'vitest';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { hashedUnits } from './hashed-units.ts';
import type { NewGroup } from './group.ts';
import type { NewUnit, UnitDecision } from './unit.ts';

const fact = (id: string, eventId: string): NewUnit => ({
  id,
  label: 'user',
  key: 'k',
  subject: 's',
  evidence: { eventId, session: 'run-1', from: 0, to: 9, at: 1 },
});
const episode = (id: string, ...eventIds: string[]): NewGroup => ({
  id,
  kind: 'episode',
  events: eventIds.map((eventId, ordinal) => ({ eventId, session: 'run-1', ordinal, at: 1 })),
  members: [],
  marks: ['m'],
});
const topic = (id: string, ...members: string[]): NewGroup => ({ id, kind: 'topic', events: [], members, marks: ['m'] });

function hashedOf(...decisions: readonly UnitDecision[]): string[] {
  const entries = decisions.map((decision, at): LedgerEntry => ({
    id: `e${at}`,
    tenant: 'acme',
    space: 'main',
    at,
    actor: 'sweep',
    sequence: at + 1,
    epoch: 1,
    act: { type: 'UnitsDecided', decisions: [decision] },
  }));
  return [...hashedUnits(entries, (eventId) => eventId === 'gone')];
}

it('finds facts that the event states, and no other', () => {
  expect(
    hashedOf(
      { do: 'add', unit: fact('gone.0', 'gone') },
      { do: 'add', unit: fact('kept.0', 'kept') },
      { do: 'supersede', unit: 'gone.0', by: 'kept.0', reason: 'later_statement' },
    ),
  ).toEqual(['gone.0']);
});

it('finds episodes that have the event, also since later, and topics of what was found', () => {
  expect(
    hashedOf(
      { do: 'add', unit: episode('one', 'kept', 'gone') },
      { do: 'add', unit: episode('two', 'kept') },
      { do: 'add', unit: topic('of-two', 'two') },
      { do: 'add', unit: topic('of-both', 'two', 'one') },
      { do: 'update', unit: 'two', marks: ['n'], events: [{ eventId: 'gone', session: 'run-1', ordinal: 3, at: 2 }] },
      { do: 'update', unit: 'of-two', archives: 'gone.0' },
    ),
  ).toEqual(['one', 'of-both', 'two']);
});

it('finds parts of a split and what a merge made', () => {
  expect(
    hashedOf(
      { do: 'split', unit: 'old', into: [episode('left', 'kept'), episode('right', 'gone')] },
      { do: 'merge', units: ['a', 'b'], into: episode('both', 'gone', 'kept') },
    ),
  ).toEqual(['right', 'both']);
});

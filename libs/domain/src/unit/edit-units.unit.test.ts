import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { evolveUnits } from './evolve-units.ts';
import type { GroupEvent, NewGroup } from './group.ts';
import { emptySpaceUnits, findUnit, type SpaceUnits } from './space-units.ts';
import { hopCounts, unitSurface } from './unit-surface.ts';
import type { NewUnit, UnitDecision } from './unit.ts';

const fact = (id: string, at: number, more: Partial<NewUnit> = {}): NewUnit => ({
  id,
  label: 'project',
  key: 'port',
  subject: 'gateway',
  evidence: { eventId: id.split('.')[0]!, session: 'run', from: 0, to: 40, at },
  ...more,
});
const event = (at: number): GroupEvent => ({ eventId: `e${at}`, session: 'run', ordinal: at, at });
const episode = (id: string, events: readonly number[], more: Partial<NewGroup> = {}): NewGroup => ({
  id: `episode:${id}`,
  kind: 'episode',
  events: events.map(event),
  members: [],
  ...more,
});
const add = (unit: NewUnit | NewGroup): UnitDecision => ({ do: 'add', unit });
function decided(...entries: readonly (readonly UnitDecision[])[]): SpaceUnits {
  return evolveUnits(
    emptySpaceUnits('t', 'main'),
    entries.map((decisions, of): LedgerEntry => ({
      id: `entry-${of}`,
      sequence: of + 1,
      epoch: 1,
      tenant: 't',
      space: 'main',
      at: 90 + of,
      actor: 'a',
      act: { type: 'UnitsDecided', decisions },
    })),
  );
}
const statusOf = (state: SpaceUnits, id: string) => findUnit(state, id)?.status;
const linksOf = (state: SpaceUnits, id: string) =>
  unitSurface(state)
    .linksOf(id)
    .map(({ type, to }) => `${type} ${to.id}`);

describe('edits of units', () => {
  it('split an episode into siblings that stand for it and have its semantic links', () => {
    const parts = [episode('a/1', [1, 2]), episode('a/2', [3])];
    const semantic = { type: 'semantic', to: 'episode:b', weight: 0.4 } as const;
    const state = decided(
      [add(episode('b', [9])), add(episode('a', [1, 2, 3])), { do: 'link', unit: 'episode:a', links: [semantic] }],
      [{ do: 'split', unit: 'episode:a', into: parts }],
    );
    expect(statusOf(state, 'episode:a')).toEqual({ is: 'archived', behind: ['episode:a/1', 'episode:a/2'], at: 91, reason: 'split' });
    expect(linksOf(state, 'episode:a/1')).toEqual(['version episode:a', 'sibling episode:a/2', 'semantic episode:b']);
    expect([...unitSurface(state).visible.keys()]).toEqual(['episode:b', 'episode:a/1', 'episode:a/2']);
  });

  it('change nothing that a person decided, unless a person does', () => {
    const whole = [add(episode('a', [1, 2])), add(episode('b', [3]))];
    const edits: UnitDecision[] = [
      { do: 'split', unit: 'episode:a', into: [episode('a/1', [1]), episode('a/2', [2])] },
      { do: 'merge', units: ['episode:a', 'episode:b'], into: episode('c', [1, 2, 3]) },
      { do: 'update', unit: 'episode:a', events: [event(4)] },
      { do: 'archive', unit: 'episode:a', by: ['episode:b'] },
      { do: 'tombstone', unit: 'episode:a', withholds: true },
    ];
    const entry = (of: number, decisions: readonly UnitDecision[], byPerson: boolean): LedgerEntry => ({
      id: `entry-${of}`,
      sequence: of + 1,
      epoch: 1,
      tenant: 't',
      space: 'main',
      at: 90 + of,
      actor: 'a',
      act: { type: 'UnitsDecided', decisions, ...(byPerson && { byPerson }) },
    });
    const written = evolveUnits(emptySpaceUnits('t', 'main'), [entry(0, whole, true)]);
    for (const edit of edits) {
      const after = (byPerson: boolean) => evolveUnits(written, [entry(1, [edit], byPerson)]).groups;
      expect([edit.do, after(false)]).toEqual([edit.do, written.groups]);
      expect([edit.do, after(true)]).not.toEqual([edit.do, written.groups]);
    }
  });

  it.each<[string, readonly NewGroup[]]>([
    ['an event that the whole does not have', [episode('a/1', [1]), episode('a/2', [7])]],
    ['one part', [episode('a/1', [1, 2])]],
    ['parts of one name', [episode('a/1', [1]), episode('a/1', [2])]],
    ['a part that is there', [episode('a', [1]), episode('a/2', [2])]],
    ['a part for another audience', [episode('a/1', [1]), episode('a/2', [2], { audience: 'maria' })]],
    ['a part without events', [episode('a/1', [1]), episode('a/2', [])]],
  ])('split nothing with %s', (_, into) => {
    const whole = [add(episode('a', [1, 2]))];
    expect(decided(whole, [{ do: 'split', unit: 'episode:a', into }]).groups).toEqual(decided(whole).groups);
  });

  it('merge facts into one with the evidence and the statements of all', () => {
    const into = fact('e5.0+1', 5);
    const state = decided([add(fact('e5.0', 5)), add(fact('e2.0', 2))], [{ do: 'merge', units: ['e5.0', 'e2.0'], into }]);
    expect(state.units.get(into.id)).toMatchObject({ statements: 2, knownAt: 2, evidence: [{ eventId: 'e5' }, { eventId: 'e2' }] });
    expect(statusOf(state, 'e2.0')).toMatchObject({ is: 'archived', behind: [into.id], reason: 'merged' });
    expect(linksOf(state, into.id)).toEqual(['version e5.0', 'version e2.0']);
  });

  it.each<[string, UnitDecision]>([
    ['in words of none of them', { do: 'merge', units: ['e5.0', 'e2.0'], into: fact('e9.0', 9) }],
    ['about another thing', { do: 'merge', units: ['e5.0', 'e2.0'], into: fact('e5.0+1', 5, { key: 'host' }) }],
    ['with one that is not there', { do: 'merge', units: ['e5.0', 'e3.0'], into: fact('e5.0+1', 5) }],
    ['of different kinds', { do: 'merge', units: ['e5.0', 'episode:a'], into: fact('e5.0+1', 5) }],
    ['of different audiences', { do: 'merge', units: ['e5.0', 'e7.0'], into: fact('e5.0+1', 5) }],
  ])('merge nothing %s', (_, merge) => {
    const there = [add(fact('e5.0', 5)), add(fact('e2.0', 2)), add(fact('e7.0', 7, { audience: 'maria' })), add(episode('a', [1]))];
    const before = decided(there);
    expect(decided(there, [merge])).toMatchObject({ units: before.units, groups: before.groups });
  });

  it('update a group with later events, and archive what it stands for now', () => {
    const state = decided(
      [add(episode('a', [1])), add(episode('b', [5]))],
      [{ do: 'update', unit: 'episode:a', events: [event(3), event(2)], marks: ['m'], archives: 'episode:b' }],
    );
    expect(state.groups.get('episode:a')).toMatchObject({ events: [event(1), event(2), event(3)], marks: ['m'] });
    expect(statusOf(state, 'episode:b')).toMatchObject({ is: 'archived', behind: ['episode:a'], reason: 'updated' });
  });

  it('keep the first value of a long history within three links of the one that holds', () => {
    const values = Array.from({ length: 40 }, (_, at) => fact(`e${at}.0`, at));
    const state = decided(
      ...values.map((unit, at): UnitDecision[] => [
        add(unit),
        ...(at > 0 ? [{ do: 'supersede', unit: `e${at - 1}.0`, by: unit.id, reason: 'later_statement' } as const] : []),
      ]),
    );
    const { hops, unreachable } = hopCounts(unitSurface(state));
    expect([unreachable, hops.length, hops.reduce((sum, one) => sum + one, 0)]).toEqual([0, 3, 39]);
  });

  it('let no unit stand for what stands for it', () => {
    const state = decided(
      [add(fact('e1.0', 1)), add(fact('e2.0', 2)), add(fact('e3.0', 3))],
      [
        { do: 'supersede', unit: 'e1.0', by: 'e2.0', reason: 'later_statement' },
        { do: 'supersede', unit: 'e2.0', by: 'e3.0', reason: 'later_statement' },
        { do: 'supersede', unit: 'e3.0', by: 'e1.0', reason: 'later_statement' },
      ],
    );
    expect(statusOf(state, 'e3.0')).toEqual({ is: 'current' });
  });

  it('bring what a forgotten unit stood for back to the surface, as replaced', () => {
    const state = decided(
      [add(fact('e1.0', 1)), add(fact('e2.0', 2)), { do: 'supersede', unit: 'e1.0', by: 'e2.0', reason: 'later_statement' }],
      [{ do: 'tombstone', unit: 'e2.0', withholds: true }],
    );
    expect([...unitSurface(state).visible.keys()]).toEqual(['e1.0']);
    expect(statusOf(state, 'e1.0')).toMatchObject({ is: 'superseded' });
  });

  it('keep the nearest links of each type alone', () => {
    const units = Array.from({ length: 7 }, (_, at) => add(fact(`e${at}.0`, at)));
    const links = Array.from({ length: 6 }, (_, at) => [
      { type: 'semantic', to: `e${at}.0`, weight: at / 10 } as const,
      { type: 'temporal', to: `e${at}.0` } as const,
    ]).flat();
    const state = decided([...units, { do: 'link', unit: 'e6.0', links }]);
    expect(linksOf(state, 'e6.0')).toEqual(['temporal e5.0', 'semantic e5.0', 'semantic e4.0', 'semantic e3.0', 'semantic e2.0']);
  });
});

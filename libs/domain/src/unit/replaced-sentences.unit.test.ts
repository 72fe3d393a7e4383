import { describe, expect, it } from 'vitest';
import { replacedSentences } from './replaced-sentences.ts';
import type { UnitStatus } from './unit-status.ts';
import type { Unit } from './unit.ts';

const evidence = (eventId: string, at: number) => ({ eventId, session: 's', from: 2, to: 9, at });
const unit = (id: string, at: number, status: UnitStatus, more: readonly ReturnType<typeof evidence>[] = []): Unit => ({
  id,
  label: 'project',
  key: 'k',
  subject: 's',
  evidence: [evidence(id, at), ...more],
  statements: 1 + more.length,
  knownAt: at,
  byPerson: false,
  addedBy: 1,
  status,
});
const by = (id: string, at: number): UnitStatus => ({ is: 'superseded', by: id, at, reason: 'later_statement' });
const gone: UnitStatus = { is: 'tombstoned', at: 99, withholds: true };
const current: UnitStatus = { is: 'current' };
const read = (units: readonly Unit[], asOf?: number): Record<string, string[]> => {
  const found = replacedSentences({ units: new Map(units.map((one) => [one.id, one])) }, asOf === undefined ? {} : { asOf });
  return Object.fromEntries([...found].map(([eventId, sentences]) => [eventId, sentences.map((one) => one.by.eventId)]));
};

describe('sentences that were replaced', () => {
  it('lead to the last that replaced them and stands', () => {
    expect(read([unit('a', 1, by('b', 2)), unit('b', 2, by('c', 3)), unit('c', 3, current)])).toEqual({ a: ['c'], b: ['c'] });
    expect(read([unit('a', 1, by('b', 2)), unit('b', 2, by('c', 3)), unit('c', 3, gone)])).toEqual({ a: ['b'] });
    expect(read([unit('a', 1, by('b', 2)), unit('b', 2, gone)])).toEqual({});
  });

  it('are only those said before the change', () => {
    const old = unit('a', 1, by('b', 4), [evidence('a2', 3), evidence('a5', 5)]);
    expect(read([old, unit('b', 4, current, [evidence('b0', 6)])])).toEqual({ a: ['b'], a2: ['b'] });
  });

  it('were not replaced yet as of a time before', () => {
    const units = [unit('a', 1, by('b', 4)), unit('b', 4, by('c', 7)), unit('c', 7, current)];
    expect(read(units, 3)).toEqual({});
    expect(read(units, 5)).toEqual({ a: ['b'] });
    expect(read(units, 8)).toEqual({ a: ['c'], b: ['c'] });
  });

  it('end where units replace each other in a circle', () => {
    expect(Object.keys(read([unit('a', 1, by('b', 4)), unit('b', 4, by('a', 1))]))).toEqual(['a']);
  });
});

import { expect, it } from 'vitest';
import { isWrittenSession, writtenSession } from './stated-fact.ts';

it('sessions of facts by hand are those that a service names so', () => {
  for (const nth of [1, 2, 9, 10, 123]) expect(isWrittenSession(writtenSession(nth))).toBe(true);
  for (const other of ['remembered-0', 'remembered-1', 'remembered-007', 'remembered-x', 'remembered2', 'a-remembered'])
    expect(isWrittenSession(other)).toBe(false);
});

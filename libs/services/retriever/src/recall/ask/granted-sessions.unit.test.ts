import { emptySession, type SessionState } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { grantedSessions } from './granted-sessions.ts';

const stateWith = (recallAccess: 'none' | 'run' | 'space'): SessionState => ({
  ...emptySession({ tenant: 'acme', space: 'main', session: 'run-9' }),
  parent: { session: 'run-0', delegation: { subtaskId: 'a', run: 'run-0', level: 1, recallAccess, keyEvents: [] } },
});
const of = (sessions: readonly string[], state: SessionState | undefined) =>
  grantedSessions(async ({ session }) => (session === 'run-0' ? sessions : []), state);

it('a session that nobody delegated to, or with the whole space, recalls from all', async () => {
  expect(await of([], undefined)).toBeUndefined();
  expect(await of([], emptySession({ tenant: 'acme', space: 'main', session: 'run-9' }))).toBeUndefined();
  expect(await of([], stateWith('space'))).toBeUndefined();
});

it('one with its run recalls from that, and always from itself, within what a filter takes', async () => {
  expect(await of(['run-0', 'run-9'], stateWith('run'))).toEqual(['run-0', 'run-9']);
  const many = Array.from({ length: LIMITS.filterValues }, (_, at) => `other-${at}`);
  const granted = (await of(many, stateWith('run')))!;
  expect([granted.length, granted[0], granted[1]]).toEqual([LIMITS.filterValues, 'run-9', 'other-0']);
});

it('one without recall recalls from itself, as what its window evicted is its own', async () => {
  expect(await of(['run-0'], stateWith('none'))).toEqual(['run-9']);
});

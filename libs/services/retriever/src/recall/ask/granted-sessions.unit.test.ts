import { emptySession, type RecallRequest, type SessionState } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { grantedSessions } from './granted-sessions.ts';

const REQUEST: RecallRequest = { tenant: 'acme', space: 'main', session: 'run-9', queries: ['gate'] };
const stateWith = (recallAccess: 'none' | 'run' | 'space'): SessionState => ({
  ...emptySession({ tenant: 'acme', space: 'main', session: 'run-9' }),
  parent: { session: 'run-0', delegation: { subtaskId: 'a', run: 'run-0', level: 1, recallAccess, keyEvents: [] } },
});
const of = (sessions: readonly string[], state: SessionState | undefined, request = REQUEST) =>
  grantedSessions(async ({ session }) => (session === 'run-0' ? sessions : []), request, state);

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

it('one without recall is refused, and what its window pushes is of itself', async () => {
  await expect(of(['run-0'], stateWith('none'))).rejects.toMatchObject({ code: 'recall_not_granted' });
  expect(await of(['run-0'], stateWith('none'), { ...REQUEST, pushed: true })).toEqual(['run-9']);
});

import { createMemorySessionStore } from '@total-recall/adapter-memory';
import { emptySession, emptySpaceUnits } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { sessionsBehind } from './sweep-space.ts';

const PLACE = { tenant: 't', space: 'main' };

it('sweeps the session that was quiet for longest first, and last one that goes on while the list is read', async () => {
  const sessions = createMemorySessionStore();
  const save = (at: number, lastAt: number) =>
    sessions.save([{ ...emptySession({ ...PLACE, session: `s${at}` }), offset: lastAt, ordinal: 1, lastAt }]);
  for (let at = 0; at < 300; at += 1) await save(at, at);
  let hasMoved = false;
  const list: typeof sessions.list = async (query) => {
    const page = await sessions.list(query);
    if (!hasMoved) await save(0, 1_000);
    hasMoved = true;
    return page;
  };
  const behind = await sessionsBehind({ sessions: { ...sessions, list }, stateOf: async () => emptySpaceUnits('t', 'main') }, PLACE);
  expect(behind).toEqual([...Array.from({ length: 299 }, (_, at) => `s${at + 1}`), 's0']);
});

it('sweeps sessions of one time by their names, in whatever order they are listed', async () => {
  const sessions = createMemorySessionStore();
  for (const session of ['b', 'c', 'a']) await sessions.save([{ ...emptySession({ ...PLACE, session }), ordinal: 1, lastAt: 7 }]);
  expect(await sessionsBehind({ sessions, stateOf: async () => emptySpaceUnits('t', 'main') }, PLACE)).toEqual(['a', 'b', 'c']);
});

import { expect, it } from 'vitest';
import { createMemoryRetriever } from '../../testing/memory-retriever.ts';

const HOME = { tenant: 'acme', space: 'main', session: 's1' };
const query = { ...HOME, limit: 10 };

it('a window or a recall that is under way while events of its session are erased leaves no record behind the purge', async () => {
  const { retriever, deps, stores, append, project } = createMemoryRetriever();
  const [secret] = await append([
    { kind: 'user_message', text: 'the vault code is kept by Ingrid' },
    { kind: 'agent_message', text: 'Ingrid has the vault code.' },
  ]);
  await project();
  await retriever.assembleWindow(HOME);
  await retriever.recall({ ...HOME, queries: ['vault code'] });
  expect([await deps.anatomy.anatomy(query), await deps.anatomy.retrievals(query)].map((rows) => rows.length)).toEqual([1, 1]);

  // Both are reading the session when a key of it goes, and its records are purged before they are done.
  const { load } = deps.sessions;
  let read = 0;
  let proceed = (): void => undefined;
  const purged = new Promise<void>((resolve) => (proceed = resolve));
  deps.sessions.load = async (address) => {
    const state = await load.call(deps.sessions, address);
    read += 1;
    await purged;
    return state;
  };
  const underWay = [retriever.assembleWindow(HOME), retriever.recall({ ...HOME, queries: ['vault code'] })];
  await expect.poll(() => read).toBeGreaterThanOrEqual(2);
  await stores.keys.destroyEvents(HOME, [secret!]);
  await deps.anatomy.erase!(HOME);
  proceed();
  await Promise.all(underWay);
  expect([await deps.anatomy.anatomy(query), await deps.anatomy.retrievals(query)]).toEqual([[], []]);

  // A compaction that begins shortly behind it may read markers that quote the event: it is recorded without a topic.
  // Neither the window before the erasure nor the one that was under way is kept to be compared with.
  deps.sessions.load = load;
  await retriever.assembleWindow(HOME);
  expect(await deps.anatomy.anatomy(query)).toMatchObject([{ topicLabel: null, topicTransition: false, stablePrefixShare: null }]);
});

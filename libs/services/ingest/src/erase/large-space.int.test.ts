import { emptySession } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const SESSIONS = 450;

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('reads the list of a space of several pages once while it holds the partition up', async () => {
  let reads = 0;
  const service = await serveErasing(tokens, {
    inPartitions: ({ sessions }) => ({
      sessions: {
        ...sessions,
        list: (query) => {
          reads += 1;
          return sessions.list(query);
        },
      },
    }),
  });
  await service.say('main', 'run-1', [{ kind: 'user_message', text: 'The gull eats' }]);
  const others = Array.from({ length: SESSIONS }, (_, at) => ({ tenant: TENANT, space: 'main', session: `other-${at}` }));
  await service.stores.sessions.save(others.map((address, at) => ({ ...emptySession(address), offset: 0, ordinal: 1, lastAt: at })));
  const scope = { kind: 'space', space: 'main' } as const;
  expect(await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' })).toMatchObject({ status: 'done' });
  // Three pages, and an empty one, because an erasure purges twice.
  expect(reads).toBe(4);
  expect(await service.stores.sessions.list({ tenant: TENANT, space: 'main', limit: 10 })).toEqual({ sessions: [] });
  await service.stop();
});

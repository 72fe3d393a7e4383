import { describe, expect, it } from 'vitest';
import { createMemoryRetriever } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main', queries: ['Where is the crane?'] };

describe('a recall of an unknown session', () => {
  it('is refused alike whether the scope names it or is limited to it', async () => {
    const { retriever, append } = createMemoryRetriever();
    await append([{ kind: 'user_message', text: 'The crane is on the quay.' }], { tenant: 'acme', space: 'main', session: 's1' });
    const unknown = { code: 'not_found', message: expect.stringContaining('There is no session nope in this space.') };
    await expect(retriever.recall({ ...ask, scope: { sessions: ['nope'] } })).rejects.toMatchObject(unknown);
    await expect(retriever.recall({ ...ask, session: 'nope', scope: { within: 'session' } })).rejects.toMatchObject(unknown);
    // A session that was appended to a moment ago is known, and who asks for all of the space need not have said anything.
    for (const request of [{ session: 's1', scope: { within: 'session' as const } }, { session: 'nope' }])
      expect((await retriever.recall({ ...ask, ...request })).hits).toHaveLength(1);
  });
});

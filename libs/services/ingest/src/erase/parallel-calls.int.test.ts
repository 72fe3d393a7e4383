import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const MESSAGE = { messageId: 'm1' };
const call = (id: string, page: string): NewEvent => ({
  kind: 'tool_call',
  ...MESSAGE,
  call: { id, name: 'read', arguments: JSON.stringify({ page }) },
});
const result = (id: string): NewEvent => ({ kind: 'tool_result', text: 'nothing there', call: { id, name: 'read' } });

it('a result keeps the words of its own call when a call beside it under one seal is erased', async () => {
  const service = await serveErasing(tokens);
  const said = await service.say('main', 'run-1', [
    { kind: 'thinking', ...MESSAGE, thinking: { vendor: 'google', redacted: 'sig', callId: 'a' } },
    call('a', 'zephyr'),
    call('b', 'mistral'),
    result('a'),
    result('b'),
  ]);
  const ids = said.map(({ id }) => id);
  const holding = async (word: string): Promise<number[]> => {
    const terms = service.memory.deps.analyser.analyse(word);
    const hits = await service.stores.index.searchText({ tenant: TENANT, space: 'main', terms, limit: 10, filter: {} });
    return [...new Set(hits.map(({ eventId }) => ids.indexOf(eventId)))].toSorted();
  };
  expect([await holding('zephyr'), await holding('mistral')]).toEqual([
    [1, 3],
    [2, 4],
  ]);
  const scope = { kind: 'events', space: 'main', eventIds: [ids[1]!] } as const;
  expect(await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' })).toMatchObject({ status: 'done' });
  expect([await holding('zephyr'), await holding('mistral')]).toEqual([[], [2, 4]]);
  await service.stop();
});

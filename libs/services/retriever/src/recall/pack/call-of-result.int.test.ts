import { createCallReader } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

it('the call of a result is read from the index, the last of many under one seal, too', async () => {
  const memory = createMemoryRetriever();
  const ids = Array.from({ length: 20 }, (_, at) => `c${at}`);
  const ofIds = (toWrite: (id: string) => Written): Written[] => ids.map(toWrite);
  await memory.append([
    { kind: 'thinking', body: { messageId: 'm', thinking: { vendor: 'google', redacted: 'sig', callId: 'c0' } } },
    ...ofIds((id) => ({ kind: 'tool_call', body: { messageId: 'm', call: { id, name: 'read', arguments: `{"page":"${id}"}` } } })),
    ...ofIds((id) => ({ kind: 'tool_result', text: 'empty', body: { call: { id, name: 'read' } } })),
  ]);
  await memory.project();
  const events = await memory.deps.index.sessionEvents({ ...memory.home, fromOrdinal: 22, limit: 20 });
  const labels = events.map(async ({ record, accepted }) => {
    const { body } = await memory.deps.sealer.open(record);
    return typeof body === 'string' ? body : createCallReader(memory.deps).labelFor(record.envelope, accepted, body);
  });
  expect(await Promise.all(labels)).toEqual(ids.map((id) => `read ${id}`));
});

import { expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };

it('a task state names events by their places, stores their ids, and is written over by who names no version', async () => {
  const { ingest, retriever } = createMemoryService(createServiceStores(), { policy: { windowTokens: 8_192 } });
  await ingest.start();
  const { events } = await ingest.append({
    ...PLACE,
    events: [
      { kind: 'user_message', text: 'go' },
      { kind: 'decision', text: 'cookies' },
    ],
  });
  const [first, second] = events.map(({ id }) => id);
  const fields = { keyEvents: ['e2', 's1/e1', second!], openLoops: [{ text: 'ship', eventIds: ['e1'] }] };
  await ingest.updateTaskState({ ...PLACE, update: { expectedVersion: 0, fields } });
  const { state } = await retriever.taskState(PLACE);
  expect(state).toMatchObject({ keyEvents: [second, first], openLoops: [{ text: 'ship', eventIds: [first] }] });
  const goals = ['a', 'b', 'c'];
  const written = await Promise.all(goals.map((goal) => ingest.updateTaskState({ ...PLACE, update: { fields: { goals: [goal] } } })));
  expect(written.map(({ version }) => version).sort()).toEqual([2, 3, 4]);
  const unknown = ingest.updateTaskState({ ...PLACE, update: { fields: { keyEvents: ['e99'] } } });
  await expect(unknown).rejects.toMatchObject({ code: 'invalid_request' });
  await ingest.stop();
});

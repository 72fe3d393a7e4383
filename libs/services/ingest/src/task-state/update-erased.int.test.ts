import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('a task state whose current version was erased goes on with the next version, without what was erased', async () => {
  const service = await serveErasing(tokens);
  await service.say('main', 'run-1', [{ kind: 'user_message', text: 'Go.' }]);
  const task = { tenant: TENANT, space: 'main', session: 'run-1' };
  const { ingest } = service.memory;
  const first = await ingest.updateTaskState({ ...task, update: { expectedVersion: 0, fields: { goals: ['remember zqvxk'] } } });
  await ingest.settle(30_000);
  const scope = { kind: 'events', space: 'main', eventIds: [first.eventId] } as const;
  await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' });
  const second = await ingest.updateTaskState({ ...task, update: { expectedVersion: 1, fields: { nextActions: ['ship'] } } });
  expect(second.version).toBe(2);
  expect((await service.bodyOf(second.eventId)) as object).toMatchObject({ taskState: { version: 2, nextActions: ['ship'] } });
  expect(JSON.stringify(await service.bodyOf(second.eventId))).not.toContain('zqvxk');
  await service.stop();
});

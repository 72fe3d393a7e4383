import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { serveErasing, TENANT, type ErasingService } from '../../testing/serve-erasing.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PartitionEraseDeps } from './erase-deps.ts';

const PAGES = 12;
const EVENTS_A_PAGE = 100;
/** Characters analysed before other work runs, and some more for the last piece. */
const CHARS_AT_ONCE = 64 * 1024;

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('reads a long session a page at a time, and lets other work run, to erase one event of it', async () => {
  const watch = { isOver: false, inARow: 0, mostInARow: 0, chars: 0, mostChars: 0 };
  const watched = ({ sealer, content, analyser, keys }: IngestDeps): Partial<PartitionEraseDeps> => ({
    sealer: {
      ...sealer,
      openAll: (records) => {
        watch.inARow += records.length;
        if (!watch.isOver) watch.mostInARow = Math.max(watch.mostInARow, watch.inARow);
        return sealer.openAll(records);
      },
    },
    content: {
      ...content,
      read: (...given) => {
        watch.inARow = 0;
        return content.read(...given);
      },
    },
    analyser: {
      analyse: (text) => {
        if (watch.chars === 0) setImmediate(() => (watch.chars = 0));
        watch.chars += text.length;
        watch.mostChars = Math.max(watch.mostChars, watch.chars);
        return analyser.analyse(text);
      },
    },
    keys: {
      ...keys,
      destroyEvents: (...given) => {
        watch.isOver = true;
        return keys.destroyEvents(...given);
      },
    },
  });
  const service: ErasingService = await serveErasing(tokens, { inPartitions: watched });
  const [secret] = await service.say('main', 'run-1', [{ kind: 'user_message', text: 'The password of the harbour is zqvxk' }]);
  for (let page = 0; page < PAGES; page += 1)
    await service.say(
      'main',
      'run-1',
      Array.from({ length: EVENTS_A_PAGE }, (_, at) => ({
        kind: 'agent_message',
        text: `Gull ${page}-${at} eats of the net. `.repeat(15),
      })),
    );
  const task = { tenant: TENANT, space: 'main', session: 'run-1' };
  await service.memory.ingest.updateTaskState({ ...task, update: { fields: { goals: ['remember zqvxk'] } } });
  await service.memory.ingest.settle(30_000);
  const scope = { kind: 'events', space: 'main', eventIds: [secret!.id] } as const;
  expect(await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' })).toMatchObject({ status: 'done' });
  const state = (await service.stores.log.read(0, 0, 10_000)).findLast(({ envelope }) => envelope.kind === 'task_state')!;
  expect(await service.bodyOf(state.envelope.id)).toMatchObject({ taskState: { goals: ['[erased]'] } });
  expect(watch.mostInARow).toBeLessThanOrEqual(500);
  expect(watch.mostChars).toBeLessThanOrEqual(CHARS_AT_ONCE);
  await service.stop();
});

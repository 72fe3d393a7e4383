import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { PLACE, serveConsolidating, TENANT } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

it('units are counted after a restart without news, after an erasure, and no more once another process owns them', async () => {
  const service = await serveConsolidating(tokens);
  const sweep = async () => {
    await service.consolidator().consolidate(PLACE);
    return service.counted.at(-1);
  };
  const [, second] = await service.say('run', 'the port is 4100.', 'the host is set to alpha.');
  const before = await sweep();
  expect(before).toEqual({ visible: 3, archived: 0, unreachable: 0 });
  const times = service.counted.length;
  expect(await sweep()).toEqual(before);
  expect(service.counted).toHaveLength(times);

  await service.restart();
  service.counted.length = 0;
  expect(await sweep()).toEqual(before);

  const erase = (scope: object) => service.eraser().erase({ tenant: TENANT, scope: { space: 'main', ...scope } as never, actor: 'key_p' });
  await erase({ kind: 'events', eventIds: [second!] });
  expect(service.counted.at(-1)).toEqual({ visible: 2, archived: 0, unreachable: 0 });
  await service.consolidator().release(service.stores.ledger.partitionOf(TENANT));
  expect(service.counted.at(-1)).toEqual({ visible: 0, archived: 0, unreachable: 0 });

  await service.consolidator().take(service.stores.ledger.partitionOf(TENANT));
  expect(await sweep()).toEqual({ visible: 2, archived: 0, unreachable: 0 });
  await erase({ kind: 'space' });
  expect(service.counted.at(-1)).toEqual({ visible: 0, archived: 0, unreachable: 0 });
  await service.stop();
});

import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { Ingest, Retriever } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createGateway } from './create-gateway.ts';
import type { GatewayDeps } from './gateway.ts';

it.each(['eraser', 'owed'] as const)('nobody is let in while erasures of a restored copy are left to do (%s)', async (who) => {
  let isOwed = true;
  const gateway = createGateway({
    control: createMemoryControlStore(),
    // Never called in this test.
    ingest: {} as Ingest,
    retriever: {} as Retriever,
    clock: createSystemClock(),
    random: createSystemRandom(),
    scheduler: createSystemScheduler(),
    families: [],
    policyDefaults: {},
    [who]: { owes: () => isOwed } as GatewayDeps['eraser'],
  });
  const made = await gateway.bootstrap();
  const enter = () => gateway.enter(`Bearer ${made.kind === 'created' ? made.apiKey : ''}`);
  await expect(enter()).rejects.toMatchObject({ code: 'unavailable' });
  isOwed = false;
  expect(await enter()).toMatchObject({ tenant: 'default' });
  await gateway.stop();
});

import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { Ingest, Retriever } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createGateway } from './create-gateway.ts';

it('is made by one of several gateways that start for the first time at once, and holds at all of them', async () => {
  const control = createMemoryControlStore();
  const gateways = Array.from({ length: 4 }, () =>
    createGateway({
      control,
      // Never called in this test.
      ingest: {} as Ingest,
      retriever: {} as Retriever,
      clock: createSystemClock(),
      random: createSystemRandom(),
      scheduler: createSystemScheduler(),
      families: [],
      policyDefaults: {},
    }),
  );
  const made = (await Promise.all(gateways.map((gateway) => gateway.bootstrap()))).flatMap((bootstrap) =>
    bootstrap.kind === 'created' ? [bootstrap.apiKey] : [],
  );
  expect(made).toHaveLength(1);
  for (const gateway of gateways) expect(await gateway.enter(`Bearer ${made[0]}`)).toMatchObject({ tenant: 'default' });
  expect(await control.apiKeys('default')).toHaveLength(1);
  expect(await gateways[0]!.bootstrap()).toMatchObject({ kind: 'present' });
  for (const gateway of gateways) await gateway.stop();
});

import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { expect, it } from 'vitest';
import { createBareGateway } from '../testing/bare-gateway.ts';

it('is made by one of several gateways that start for the first time at once, and holds at all of them', async () => {
  const control = createMemoryControlStore();
  const gateways = Array.from({ length: 4 }, () => createBareGateway({ control }));
  const made = (await Promise.all(gateways.map((gateway) => gateway.bootstrap()))).flatMap((bootstrap) =>
    bootstrap.kind === 'created' ? [bootstrap.apiKey] : [],
  );
  expect(made).toHaveLength(1);
  for (const gateway of gateways) expect(await gateway.enter(`Bearer ${made[0]}`)).toMatchObject({ tenant: 'default' });
  expect(await control.apiKeys('default')).toHaveLength(1);
  expect(await gateways[0]!.bootstrap()).toMatchObject({ kind: 'present' });
  for (const gateway of gateways) await gateway.stop();
});

it('is made by the next start where one was cut short before it, and no second one is', async () => {
  const control = createMemoryControlStore();
  await control.putTenant({ id: 'default', name: 'default', createdAt: 1 });
  const gateway = createBareGateway({ control });
  const made = await gateway.bootstrap();
  if (made.kind !== 'created') throw new Error('no key was made');
  expect(made.hadTenant).toBe(true);
  expect(await gateway.enter(`Bearer ${made.apiKey}`)).toMatchObject({ tenant: 'default' });
  expect(await gateway.bootstrap()).toEqual({ kind: 'present', tenants: 2 });
  expect(await control.apiKeys('default')).toHaveLength(1);
  await gateway.stop();
});

it('is made for no tenant that was removed', async () => {
  const control = createMemoryControlStore();
  const removed = { id: 'default', name: 'default', createdAt: 1, disabled: true, removedAt: 2 };
  await control.putTenant(removed);
  const gateway = createBareGateway({ control });
  expect(await gateway.bootstrap()).toEqual({ kind: 'present', tenants: 1 });
  expect([await control.tenants(), await control.apiKeys('default')]).toEqual([[removed], []]);
  await gateway.stop();
});

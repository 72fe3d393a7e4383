import { createMemoryKeyStore } from '@total-recall/adapter-memory';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createClosedSessions } from './closed-sessions.ts';

const addressOf = (tenant: string) => ({ tenant, space: 'main', session: 'run-1' });

it('an append of a tenant whose part of the ledger is lost is refused, before it is written, and those of others go on', async () => {
  const lost = new TotalRecallError('unavailable', 'Partition 3 has lost its end.');
  const closed = createClosedSessions({
    feed: { read: async () => [], refusal: (tenant) => (tenant === 'acme' ? lost : undefined), close: async () => undefined },
    keys: createMemoryKeyStore(),
    clock: { now: () => 0, monotonicMs: () => 0 },
    scheduler: { every: () => ({ cancel: () => undefined }) },
    onFailure: () => undefined,
  });
  await closed.start();
  const written: string[] = [];
  const append = (tenant: string) => closed.enter(addressOf(tenant), async () => written.push(tenant));
  await expect(append('acme')).rejects.toBe(lost);
  await append('umbra');
  expect(written).toEqual(['umbra']);
  await closed.stop();
});

import { sessionKey } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores } from '../../testing/memory-ingest.ts';
import { DEFAULT_INGEST_CONFIG } from '../ingest-config.ts';
import { createPartitionHost } from './partition-host.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Builds a host over stores of three partitions, which takes what the test says. */
async function build(owners?: { addressOf(partition: number): Promise<string | undefined> }) {
  const stores = createMemoryStores({ partitions: 3 });
  const appender = createMemoryIngest(stores, tokens, { config: { roles: [] } });
  const { deps } = createMemoryIngest(stores, tokens, { ...(owners && { owners }) });
  const host = createPartitionHost(deps, { ...DEFAULT_INGEST_CONFIG, selfCheckProbes: 0, roles: [] });
  await host.start();
  const append = () => appender.ingest.append({ ...ADDRESS, events: [{ kind: 'user_message', text: 'The quay is wet.' }] });
  return { stores, host, append, own: stores.log.partitionOf(sessionKey(ADDRESS)) };
}

it('has what it takes of a partition and nothing of the others', async () => {
  const { stores, host, append, own } = await build();
  await append();
  await host.settle(30_000);
  expect((await stores.index.marks(own)).searchable).toBe(-1);
  await host.take(own, 'project');
  await host.settle(30_000);
  expect((await stores.index.marks(own)).searchable).toBe(0);
  expect(host.saved(ADDRESS)?.ordinal).toBe(1);
  expect(await host.exclusively(own, async () => 'done')).toBe('done');
  await host.release(own, 'project');
  await host.release((own + 1) % 3, 'embed');
  await append();
  await host.settle(30_000);
  expect((await stores.index.marks(own)).searchable).toBe(0);
  expect(host.saved(ADDRESS)).toBeUndefined();
  await host.stop();
});

it('says which process has a partition that it has not, where it knows', async () => {
  const { host, own } = await build({ addressOf: async () => 'ingest-2:7001' });
  const refused = { code: 'unavailable', retryAfterMs: 1_000, details: { servedBy: 'ingest-2:7001' } };
  await expect(host.projectorOf(own)).rejects.toMatchObject(refused);
  await expect(host.exclusively(own, async () => 'done')).rejects.toMatchObject(refused);
  await host.stop();
  const lost = await build({ addressOf: () => Promise.reject(new Error('away')) });
  const error: unknown = await lost.host.projectorOf(own).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'unavailable' });
  expect(error).not.toHaveProperty('details.servedBy');
  await lost.host.stop();
});

it('is ready while it runs, and stops all that it has', async () => {
  const { stores, host, append, own } = await build();
  await host.take(own, 'project');
  expect(host.health()).toEqual({ ready: true });
  await host.stop();
  expect(host.health()).toEqual({ ready: false, detail: 'not started' });
  await append();
  expect((await stores.index.marks(own)).searchable).toBe(-1);
});

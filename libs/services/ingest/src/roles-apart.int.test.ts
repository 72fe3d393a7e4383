import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { NewEvent } from '@total-recall/domain';
import type { Embedder } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import type { IngestConfig } from './ingest-config.ts';
import { createMemoryIngest, createMemoryStores } from '../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const ROOMY = { windowTokens: 32_000, markerCap: 3, triggerRatio: 0.5, targetRatio: 0.4 };
const GENEROUS = { timeout: 30_000 };
const history: NewEvent[] = Array.from({ length: 70 }, (_, at) => [
  { kind: 'user_message' as const, text: `request ${at}` },
  { kind: 'agent_message' as const, text: `The boat${at} left the harbour before noon with all its ropes. `.repeat(20) },
]).flat();

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Creates three processes over the same stores: one appends, one projects and one embeds. */
async function processes(embed: Embedder['embed'], { model, ...settings }: Partial<IngestConfig> & { readonly model?: string } = {}) {
  const stores = createMemoryStores();
  const embedder = { ...createHashingEmbedder(), embed };
  const sharedEmbedding = { model: model ?? embedder.model };
  const config = { roles: [], embedWaitMs: 60_000, embedLookMs: 5, ...settings } as const;
  const owners = { addressOf: async (partition: number) => `projects-${partition}:1` };
  const appending = createMemoryIngest(stores, tokens, { policy: ROOMY, config, owners, sharedEmbedding });
  const projecting = createMemoryIngest(stores, tokens, { policy: ROOMY, config, sharedEmbedding });
  const source = { current: () => embedder, whenReady: async () => embedder, failing: () => false };
  const embedding = createMemoryIngest(stores, tokens, { config, vectors: { index: stores.index.vectors!, embedder: source } });
  const all = [appending, projecting, embedding];
  for (const { ingest } of all) await ingest.start();
  await projecting.ingest.take(0, 'project');
  await embedding.ingest.take(0, 'embed');
  const cycle = async () => (await stores.sessions.load(ADDRESS))?.cycle;
  const stop = async () => {
    for (const { ingest } of all) await ingest.stop();
    expect(all.flatMap(({ failures, violations }) => [...failures, ...violations])).toEqual([]);
  };
  return { stores, appending, projecting, embedding, cycle, stop };
}

describe('roles of ingest in processes of their own', () => {
  it('compact what has its vectors, as the mark in the store says', async () => {
    const hashing = createHashingEmbedder();
    const gate = Promise.withResolvers<void>();
    const { stores, appending, cycle, stop } = await processes(async (...args) => gate.promise.then(() => hashing.embed(...args)));
    await appending.ingest.append({ ...ADDRESS, events: history, wait: 'searchable' });
    expect(await cycle()).toBe(0);
    gate.resolve();
    await expect.poll(cycle, GENEROUS).toBe(1);
    expect((await stores.index.marks(0)).embedded).toBeGreaterThanOrEqual(history.length - 1);
    await stop();
  });

  it('compact without vectors, in the end, where those that are there are of another model', async () => {
    const { stores, appending, cycle, stop } = await processes(createHashingEmbedder().embed, { model: 'another', embedWaitMs: 50 });
    await appending.ingest.append({ ...ADDRESS, events: history, wait: 'searchable' });
    await expect.poll(cycle, GENEROUS).toBe(1);
    await expect.poll(async () => (await stores.index.marks(0)).embedded, GENEROUS).toBeGreaterThanOrEqual(history.length - 1);
    await stop();
  });

  it('leave a compaction on demand to who projects the session, and say where that is', async () => {
    const { appending, projecting, stop } = await processes(createHashingEmbedder().embed);
    await appending.ingest.append({ ...ADDRESS, events: history.slice(0, 20), wait: 'searchable' });
    const request = { ...ADDRESS, trigger: 'demand', targetTokens: 500 } as const;
    await expect(appending.ingest.compact(request)).rejects.toMatchObject({ code: 'unavailable', details: { servedBy: 'projects-0:1' } });
    expect(await projecting.ingest.compact(request)).toMatchObject({ kind: 'compacted' });
    await stop();
  });

  it('go on where a partition comes back', async () => {
    const { stores, appending, projecting, embedding, stop } = await processes(createHashingEmbedder().embed);
    await projecting.ingest.release(0, 'project');
    await embedding.ingest.release(0, 'embed');
    await appending.ingest.append({ ...ADDRESS, events: history.slice(0, 4) });
    const marks = () => stores.index.marks(0);
    expect(await marks()).toMatchObject({ folded: -1 });
    // Both roles in one process this time.
    await embedding.ingest.take(0, 'project');
    await embedding.ingest.take(0, 'embed');
    await expect.poll(marks, GENEROUS).toEqual({ folded: 3, searchable: 3, embedded: 3 });
    await stop();
  });
});

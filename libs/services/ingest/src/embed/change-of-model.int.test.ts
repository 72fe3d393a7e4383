import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { Embedder, VectorIndex } from '@total-recall/ports';
import { createSystemScheduler, createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const PLACE = { tenant: 't', space: 's' };
const MINUTE_MS = 60_000;
const { delay } = createSystemScheduler();

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Creates an embedder that differs from others by its name alone. */
const named = (model: string): Embedder => ({ ...createHashingEmbedder(), model });

/** Creates a process that makes vectors of the partitions it is given, for which a minute is a moment. */
function embedding(stores: MemoryStores, embedder: Embedder, index: VectorIndex = stores.index.vectors!) {
  const { ingest, failures } = createMemoryIngest(stores, tokens, {
    vectors: { index, embedder: { current: () => embedder, whenReady: async () => embedder, failing: () => false } },
    config: { roles: [], embedLingerMs: 0, embedLookMs: 5 },
    delay: (ms, signal) => delay(ms < MINUTE_MS ? ms : 1, signal),
  });
  const each = async (role: 'take' | 'release', partitions: readonly number[]): Promise<void> => {
    for (const partition of partitions) await ingest[role](partition, 'embed');
  };
  return {
    start: () => ingest.start(),
    stop: () => ingest.stop(),
    take: (...partitions: number[]) => each('take', partitions),
    release: (...partitions: number[]) => each('release', partitions),
    failures,
  };
}

/** Creates a process that appends and projects, and says what the stores hold. */
async function projecting(partitions: number) {
  const stores = createMemoryStores({ partitions });
  const { ingest } = createMemoryIngest(stores, tokens, { config: { roles: ['project'] } });
  await ingest.start();
  const vectors = stores.index.vectors!;
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  const ends = (): Promise<number[]> => Promise.all(all.map((partition) => stores.log.end(partition)));
  const progress = (model: string): Promise<number[]> => Promise.all(all.map((partition) => vectors.progress(partition, model)));
  return {
    stores,
    ends,
    async say(count: number, sessions: number, thing: string): Promise<void> {
      for (let at = 0; at < count; at++)
        await ingest.append({
          ...PLACE,
          session: `x${at % sessions}`,
          events: [{ kind: 'user_message', text: `The ${thing} ${at} left.` }],
        });
      await ingest.settle(30_000);
    },
    async counts(): Promise<Record<string, number>> {
      return Object.fromEntries((await vectors.vectorSets('t', 's')).map(({ model, documents }) => [model, documents]));
    },
    /** Waits until a model has come to the end of these partitions. */
    caughtUp: (model: string, among: readonly number[] = all) =>
      vi.waitFor(async () => {
        const [reached, end] = [await progress(model), await ends()];
        expect(among.map((partition) => reached[partition])).toEqual(among.map((partition) => end[partition]));
      }, 30_000),
    stop: () => ingest.stop(),
  };
}

describe('a change of the model', () => {
  it('loses nothing where processes of both models share the partitions in turn', async () => {
    const { stores, say, counts, caughtUp, stop } = await projecting(4);
    const vectors = stores.index.vectors!;
    const drops: string[] = [];
    const index: VectorIndex = {
      ...vectors,
      dropOtherModels: (keep) => {
        drops.push(keep);
        return vectors.dropOtherModels(keep);
      },
    };
    await say(64, 32, 'ship');
    const [one, two] = [embedding(stores, named('old'), index), embedding(stores, named('old'), index)];
    for (const process of [one, two]) await process.start();
    await one.take(0, 2);
    await two.take(1, 3);
    await caughtUp('old');
    // Each saw of the store that all is reached, though it has but a part.
    await vi.waitFor(() => expect(drops).toEqual(['old', 'old']), 30_000);

    // The first process of the new model has its share, while another of the old ends.
    const later = embedding(stores, named('new'), index);
    await later.start();
    await one.release(0);
    await two.release(1);
    await later.take(0, 1);
    await caughtUp('new', [0, 1]);
    const made = (await counts())['new']!;
    expect(made).toBeGreaterThan(0);
    await two.stop();
    await later.release(1);
    await one.take(1, 3);
    await say(16, 16, 'boat');
    await caughtUp('old', [1, 2, 3]);
    expect((await counts())['new']).toBeGreaterThanOrEqual(made);
    expect(drops).toEqual(['old', 'old']);

    await one.stop();
    await later.take(1, 2, 3);
    await say(16, 16, 'canoe');
    await vi.waitFor(async () => expect(await counts()).toEqual({ new: 96 }), 30_000);
    await caughtUp('new');
    await later.stop();
    await stop();
    expect([one, two, later].flatMap(({ failures }) => failures)).toEqual([]);
  });

  it('ends with the vectors of the model before, also where several processes share the partitions and one is empty', async () => {
    const { stores, say, counts, caughtUp, ends, stop } = await projecting(6);
    // One session fills one partition, so most stay empty.
    await say(8, 2, 'ship');
    expect(await ends()).toContain(-1);
    const before = embedding(stores, named('old'));
    await before.start();
    await before.take(0, 1, 2, 3, 4, 5);
    await caughtUp('old');
    await before.stop();
    const now = [embedding(stores, named('new')), embedding(stores, named('new'))];
    for (const process of now) await process.start();
    await now[0]!.take(0, 1, 2);
    await now[1]!.take(3, 4, 5);
    await vi.waitFor(async () => expect(await counts()).toEqual({ new: 8 }), 30_000);
    for (const process of now) await process.stop();
    await stop();
  });

  it('drops nothing before every partition has caught up, as the store says', async () => {
    const { stores, say, counts, caughtUp, stop } = await projecting(2);
    await say(16, 8, 'ship');
    const before = embedding(stores, named('old'));
    await before.start();
    await before.take(0, 1);
    await caughtUp('old');
    await before.stop();
    let looks = 0;
    const vectors = stores.index.vectors!;
    const progress: VectorIndex['progress'] = (partition, model) => {
      if (partition === 1) looks += 1;
      return vectors.progress(partition, model);
    };
    const half = embedding(stores, named('new'), { ...vectors, progress });
    await half.start();
    await half.take(0);
    await caughtUp('new', [0]);
    await vi.waitFor(() => expect(looks).toBeGreaterThan(3), 30_000);
    expect(Object.keys(await counts())).toEqual(['old', 'new']);
    // What it released still counts, for the store has it.
    await half.release(0);
    await half.take(1);
    await vi.waitFor(async () => expect(await counts()).toEqual({ new: 16 }), 30_000);
    await half.stop();
    await stop();
  });
});

describe('the embed role', () => {
  it('announces its model before it writes a vector', async () => {
    const { stores, say, caughtUp, stop } = await projecting(1);
    await say(2, 1, 'ship');
    const vectors = stores.index.vectors!;
    const writes: string[] = [];
    const now = embedding(stores, named('new'), {
      ...vectors,
      setProgress: (partition, model, offset) => {
        writes.push(`${model} ${partition} ${offset}`);
        return vectors.setProgress(partition, model, offset);
      },
      writeVectors: (...given) => {
        writes.push('vectors');
        return vectors.writeVectors(...given);
      },
    });
    await now.start();
    await now.take(0);
    await caughtUp('new');
    await now.stop();
    expect(writes.slice(0, 2)).toEqual(['new 0 -1', 'vectors']);
    expect(writes.at(-1)).toBe('new 0 1');
    await stop();
  });

  it.each(['dropped', 'restarted'])('makes again what was %s beside it, before it writes its progress', async (what) => {
    const { stores, say, counts, caughtUp, stop } = await projecting(1);
    const vectors = stores.index.vectors!;
    await say(8, 2, 'ship');
    const now = embedding(stores, named('new'));
    await now.start();
    await now.take(0);
    await caughtUp('new');
    if (what === 'dropped') while (await vectors.dropOtherModels('old'));
    else {
      await vectors.restartProgress(0, 'new');
      await vectors.dropVectors('t', 's', 'new');
    }
    expect(await counts()).toEqual({});
    await say(1, 1, 'boat');
    await caughtUp('new');
    expect(await counts()).toEqual({ new: 9 });
    await now.stop();
    await stop();
    expect(now.failures).toEqual([]);
  });

  it('writes its progress when the store is back, also after the last batch', async () => {
    const { stores, say, counts, caughtUp, stop } = await projecting(1);
    const vectors = stores.index.vectors!;
    await say(2, 1, 'ship');
    let isAway = true;
    const now = embedding(stores, named('new'), {
      ...vectors,
      setProgress: async (partition, model, offset) => {
        if (offset >= 0 && isAway) {
          isAway = false;
          throw new Error('away');
        }
        await vectors.setProgress(partition, model, offset);
      },
    });
    await now.start();
    await now.take(0);
    await caughtUp('new');
    expect(await counts()).toEqual({ new: 2 });
    expect(now.failures).toHaveLength(1);
    await now.stop();
    await stop();
  });
});

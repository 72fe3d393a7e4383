import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { NewEvent } from '@total-recall/domain';
import type { Embedder, EmbedderSource, MemoryIndex, TokenCounter, VectorIndex } from '@total-recall/ports';
import { createSystemRandom, createSystemScheduler, createTokenCounter, provideEmbedder, TotalRecallError } from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const EVERYTHING = { tenant: 't', space: 's', model: 'hashing-64', vector: new Float32Array(64).fill(0.125), limit: 1_000 };

let tokens: TokenCounter;
beforeAll(() => {
  tokens = createTokenCounter();
});
afterAll(() => tokens.close());

const there = (embedder: Embedder): EmbedderSource => ({ current: () => embedder, whenReady: async () => embedder, failing: () => false });
const said = (text: string): NewEvent => ({ kind: 'user_message', text });
const sentences = (count: number, word: string): string => `The ${word} left the harbour before noon with all its ropes. `.repeat(count);

/** What the vectors of the space are, in an order of their own. */
async function vectorsOf(stores: MemoryStores): Promise<string[]> {
  const hits = await stores.index.vectors!.searchVectors(EVERYTHING);
  return hits.map((hit) => `${hit.ordinal} ${hit.part} ${hit.similarity.toFixed(6)}`).sort();
}

class Crash extends Error {}

/** The index for a process that dies at its n-th write of vectors, progress or marks, before or after the write took hold. */
function dyingIndex(index: MemoryIndex, diesAt: number, after: boolean): { index: MemoryIndex; vectors: VectorIndex } {
  let writes = 0;
  const mortal =
    <A extends unknown[]>(write: (...args: A) => Promise<void>) =>
    async (...args: A): Promise<void> => {
      writes += 1;
      if (writes > diesAt || (writes === diesAt && !after)) throw new Crash('dead');
      await write(...args);
      if (writes === diesAt) throw new Crash('died after the write');
    };
  const vectors = index.vectors!;
  return {
    index: {
      ...index,
      setMarks: (partition, marks) =>
        marks.embedded === undefined ? index.setMarks(partition, marks) : mortal(index.setMarks)(partition, marks),
    },
    vectors: { ...vectors, writeVectors: mortal(vectors.writeVectors), setProgress: mortal(vectors.setProgress) },
  };
}

describe('the embed role', () => {
  it('gives every document its vector once, whichever write it dies at, and moves the mark after them', async () => {
    let crashes = 0;
    const size = fc.record({
      sentences: fc.integer({ min: 1, max: 60 }),
      kind: fc.constantFrom('user_message', 'agent_message', 'decision', 'tool_result'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { minLength: 3, maxLength: 10 }),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        async (sizes, diesAt, after) => {
          const events = sizes.map(({ sentences: count, kind }, at): NewEvent => ({
            kind: kind as NewEvent['kind'],
            text: sentences(count, `boat${at}`),
            sequence: at + 1,
            occurredAt: 1_700_000_000_000 + at,
            ...(kind === 'tool_result' ? { call: { id: `c${at}`, name: 'log' } } : {}),
          }));
          const embedder = there(createHashingEmbedder());
          const stores = createMemoryStores();
          const dying = dyingIndex(stores.index, diesAt, after);
          const first = createMemoryIngest(stores, tokens, {
            index: dying.index,
            vectors: { index: dying.vectors, embedder },
            config: { embedRecords: 2, embedTexts: 3 },
          });
          await first.ingest.start();
          await first.ingest.append({ ...ADDRESS, source: 'a', events });
          await first.ingest.settle(60).catch(() => undefined);
          await first.ingest.stop();
          crashes += first.failures.some((failure) => failure instanceof Crash) ? 1 : 0;

          const second = createMemoryIngest(stores, tokens, { vectors: { index: stores.index.vectors!, embedder } });
          await second.ingest.start();
          await second.ingest.settle(5_000);
          await second.ingest.stop();
          expect(second.failures).toEqual([]);
          const end = await stores.log.end(0);
          expect((await stores.index.marks(0)).embedded).toBe(end);

          const whole = createMemoryStores();
          const rebuilt = { ...whole, log: stores.log, keys: stores.keys, artifactStore: stores.artifactStore };
          const third = createMemoryIngest(rebuilt, tokens, { vectors: { index: whole.index.vectors!, embedder } });
          await third.ingest.start();
          await third.ingest.settle(5_000);
          await third.ingest.stop();
          const expected = await vectorsOf(whole);
          expect(await vectorsOf(stores)).toEqual(expected);
          expect(new Set(expected.map((line) => line.split(' ')[0])).size).toBe(events.length);
        },
      ),
      { numRuns: 15 },
    );
    expect(crashes).toBeGreaterThan(5);
  });

  it('fills in what came before the model, after attempts that failed', async () => {
    const stores = createMemoryStores();
    let attempts = 0;
    const failed: unknown[] = [];
    const allowed = Promise.withResolvers<void>();
    const provider = provideEmbedder(
      { scheduler: createSystemScheduler(), random: createSystemRandom() },
      {
        open: async () => {
          attempts += 1;
          if (attempts < 3) throw new TotalRecallError('unavailable', 'no such file');
          await allowed.promise;
          return createHashingEmbedder();
        },
        onFailed: (error) => failed.push(error),
        retry: { attempts: Infinity, firstDelayMs: 1, maxDelayMs: 2 },
      },
    );
    const { ingest } = createMemoryIngest(stores, tokens, { vectors: { index: stores.index.vectors!, embedder: provider } });
    expect(provider.health()).toMatchObject({ ready: true, detail: expect.stringContaining('text alone') });
    await provider.start();
    await ingest.start();
    await ingest.append({ ...ADDRESS, events: [said('one'), said('two')] });
    expect(await stores.index.marks(0)).not.toHaveProperty('embedded');
    expect(provider.current()).toBeUndefined();
    allowed.resolve();
    await provider.whenReady(AbortSignal.timeout(5_000));
    await ingest.settle(5_000);
    expect(provider.health()).toEqual({ ready: true, detail: 'ok: hashing-64' });
    expect(failed).toHaveLength(2);
    expect(await vectorsOf(stores)).toHaveLength(2);
    await ingest.stop();
    await provider.stop();
  });

  it('waits for an embedder that is full, and leaves out alone what no vector can be made of', async () => {
    const stores = createMemoryStores();
    const hashing = createHashingEmbedder();
    let calls = 0;
    const moody: Embedder = {
      ...hashing,
      embed: async (inputs, options) => {
        calls += 1;
        if (calls % 2 === 1) throw new TotalRecallError('unavailable', 'full', { retryAfterMs: 1 });
        if (inputs.some(({ text }) => text.includes('poison'))) throw new TotalRecallError('internal', 'cannot');
        return hashing.embed(inputs, options);
      },
    };
    const skipped: string[] = [];
    const observer = { skipped: (eventId: string) => void skipped.push(eventId) };
    const service = createMemoryIngest(stores, tokens, {
      vectors: { index: stores.index.vectors!, embedder: there(moody), observer },
      config: { embedRecords: 1 },
    });
    await service.ingest.start();
    const { events } = await service.ingest.append({ ...ADDRESS, events: [said('one'), said('two'), said('three')] });
    await service.ingest.settle(5_000);
    expect(events).toHaveLength(3);
    expect(await vectorsOf(stores)).toHaveLength(3);
    expect(skipped).toEqual([]);
    expect(service.failures).toEqual([]);
    await service.ingest.stop();

    const poisoned = createMemoryStores();
    const picky: Embedder = {
      ...hashing,
      embed: async (inputs, options) =>
        inputs.some(({ text }) => text.includes('poison'))
          ? Promise.reject(new TotalRecallError('internal', 'cannot'))
          : hashing.embed(inputs, options),
    };
    const other = createMemoryIngest(poisoned, tokens, { vectors: { index: poisoned.index.vectors!, embedder: there(picky), observer } });
    await other.ingest.start();
    await other.ingest.append({ ...ADDRESS, events: [said('one'), said('the poison'), said('three')] });
    await other.ingest.settle(5_000);
    expect((await vectorsOf(poisoned)).map((line) => line.split(' ')[0])).toEqual(['1', '3']);
    expect(skipped).toHaveLength(1);
    await other.ingest.stop();
  });
});

describe('a compaction where vectors are on', () => {
  const POLICY = { windowTokens: 4_000, markerCap: 3 };
  const history = (): NewEvent[] =>
    Array.from({ length: 24 }, (_, at) => [
      said(`request ${at}`),
      { kind: 'agent_message' as const, text: sentences(20, `boat${at}`) },
    ]).flat();

  it('waits for them, and evicts nothing that has none', async () => {
    const stores = createMemoryStores();
    const hashing = createHashingEmbedder();
    const gate = Promise.withResolvers<void>();
    const held: Embedder = { ...hashing, embed: async (...args) => gate.promise.then(() => hashing.embed(...args)) };
    let overtaken = 0;
    const vectors = { index: stores.index.vectors!, embedder: there(held), observer: { overtaken: () => void overtaken++ } };
    const service = createMemoryIngest(stores, tokens, { policy: POLICY, vectors, config: { embedWaitMs: 60_000 } });
    await service.ingest.start();
    await service.ingest.append({ ...ADDRESS, events: history() });
    expect(await service.deps.marks.waitFor(0, await stores.log.end(0), 'folded', 5_000)).toBe(true);
    expect((await stores.sessions.load(ADDRESS))!.cycle).toBe(0);
    gate.resolve();
    await service.ingest.settle(5_000);
    expect((await stores.sessions.load(ADDRESS))!.cycle).toBeGreaterThan(0);
    expect(overtaken).toBe(0);
    expect(service.violations).toEqual([]);
    await service.ingest.stop();
  });

  it('is decided without them, and counted, when they take too long', async () => {
    const stores = createMemoryStores();
    const never: Embedder = { ...createHashingEmbedder(), embed: () => new Promise(() => undefined) };
    let overtaken = 0;
    const vectors = { index: stores.index.vectors!, embedder: there(never), observer: { overtaken: () => void overtaken++ } };
    const service = createMemoryIngest(stores, tokens, { policy: POLICY, vectors, config: { embedWaitMs: 20 } });
    await service.ingest.start();
    await service.ingest.append({ ...ADDRESS, events: history() });
    await vi.waitFor(async () => expect((await stores.sessions.load(ADDRESS))?.cycle).toBeGreaterThan(0), 5_000);
    expect(overtaken).toBeGreaterThan(0);
    expect(service.violations).toEqual([]);
    expect(await stores.index.marks(0)).not.toHaveProperty('embedded');
    await service.ingest.stop();
  });
});

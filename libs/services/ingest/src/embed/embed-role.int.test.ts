import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { NewEvent } from '@total-recall/domain';
import type { Embedder, EmbedderSource, MemoryIndex, VectorIndex } from '@total-recall/ports';
import {
  createSystemRandom,
  createSystemScheduler,
  createTokenCounter,
  embedderFull,
  loadEmbedderInBackground,
  TotalRecallError,
} from '@total-recall/runtime';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const EVERYTHING = { tenant: 't', space: 's', model: 'hashing-64', vector: new Float32Array(64).fill(0.125), limit: 1_000 };

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const there = (embedder: Embedder): EmbedderSource => ({ current: () => embedder, whenReady: async () => embedder, failing: () => false });
const said = (text: string): NewEvent => ({ kind: 'user_message', text });
const sentences = (count: number, word: string): string => `The ${word} left the harbour before noon with all its ropes. `.repeat(count);

/** Lists the vectors of the space in a stable order. */
async function vectorsOf(stores: MemoryStores): Promise<string[]> {
  const hits = await stores.index.vectors!.searchVectors(EVERYTHING);
  return hits.map((hit) => `${hit.ordinal} ${hit.part} ${hit.similarity.toFixed(6)}`).sort();
}

class Crash extends Error {}

/**
 * Wraps the index of a process that dies at its n-th write of vectors, progress or marks, before or after the write.
 */
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
      advanceMarks: (partition, marks) =>
        marks.embedded === undefined ? index.advanceMarks(partition, marks) : mortal(index.advanceMarks)(partition, marks),
    },
    vectors: { ...vectors, writeVectors: mortal(vectors.writeVectors), setProgress: mortal(vectors.setProgress) },
  };
}

describe('the embed role', () => {
  it.each([1, 64])(
    'reads a message with the one before it in its session and a result with its call, in batches of %i records',
    async (embedRecords) => {
      const read = new Map<string, string | undefined>();
      const hashing = createHashingEmbedder();
      const embedder: Embedder = {
        ...hashing,
        embed: (inputs, options) => {
          for (const { text, before } of inputs) read.set(text, before);
          return hashing.embed(inputs, options);
        },
      };
      const stores = createMemoryStores();
      const { ingest } = createMemoryIngest(stores, tokens, {
        vectors: { index: stores.index.vectors!, embedder: there(embedder) },
        config: { embedRecords },
      });
      await ingest.start();
      const call = { id: 'c', name: 'log' };
      await ingest.append({ ...ADDRESS, events: [said('Did the mast break?'), { kind: 'agent_message', text: 'It broke twice.' }] });
      await ingest.append({ ...ADDRESS, session: 'y', events: [said('Nothing came before this.')] });
      const events: NewEvent[] = [
        { kind: 'tool_call', text: '', call: { ...call, arguments: '{"of":"mast"}' } },
        { kind: 'tool_result', text: 'mast: broken', call },
      ];
      await ingest.append({ ...ADDRESS, events: [...events, said('So mend it.')] });
      await ingest.settle(30_000);
      expect(Object.fromEntries(read)).toEqual({
        'user: Did the mast break?': undefined,
        'assistant: It broke twice.': 'Did the mast break?',
        'user: Nothing came before this.': undefined,
        'log mast: log({"of":"mast"})': undefined,
        'log mast: mast: broken': undefined,
        'user: So mend it.': undefined,
      });
      await ingest.stop();
    },
  );

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
          await second.ingest.settle(30_000);
          await second.ingest.stop();
          expect(second.failures).toEqual([]);
          const end = await stores.log.end(0);
          expect((await stores.index.marks(0)).embedded).toBe(end);

          const whole = createMemoryStores();
          const rebuilt = { ...whole, log: stores.log, keys: stores.keys, artifactStore: stores.artifactStore };
          const third = createMemoryIngest(rebuilt, tokens, { vectors: { index: whole.index.vectors!, embedder } });
          await third.ingest.start();
          await third.ingest.settle(30_000);
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
    const told: object[] = [];
    const provider = loadEmbedderInBackground(
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
    const observer = { resumed: (place: object) => void told.push(place), waiting: (state: object) => void told.push(state) };
    const vectors = { index: stores.index.vectors!, embedder: provider, observer };
    const { ingest } = createMemoryIngest(stores, tokens, { vectors });
    expect(provider.health()).toMatchObject({ ready: true, detail: expect.stringContaining('text alone') });
    await provider.start();
    await ingest.start();
    await ingest.append({ ...ADDRESS, events: [said('one'), said('two')] });
    expect(await stores.index.marks(0)).not.toHaveProperty('embedded');
    expect(provider.current()).toBeUndefined();
    // Metrics show how far vectors are, and what has none, while there is no model.
    expect(told).toContainEqual({ partition: 0, offset: -1 });
    await expect.poll(() => told).toContainEqual({ partition: 0, behind: 2 });
    allowed.resolve();
    await provider.whenReady(AbortSignal.timeout(30_000));
    await ingest.settle(30_000);
    expect(provider.health()).toEqual({ ready: true, detail: 'ok: hashing-64' });
    expect(failed).toHaveLength(2);
    expect(await vectorsOf(stores)).toHaveLength(2);
    await ingest.stop();
    await provider.stop();

    // A process that begins where all have vectors says so, also before it has its model.
    told.length = 0;
    const again = createMemoryIngest(stores, tokens, { vectors: { ...vectors, embedder: there(createHashingEmbedder()) } });
    await again.ingest.start();
    await expect.poll(() => told.at(-1)).toEqual({ partition: 0, behind: 0 });
    expect(told).toContainEqual({ partition: 0, offset: 1 });
    expect(told).not.toContainEqual({ partition: 0, behind: 2 });
    await again.ingest.stop();
  });

  it('takes what comes out of turn while old records wait, goes on after a crash where it was, and asks the model for hardly anything twice', async () => {
    const stores = createMemoryStores();
    const plain = createMemoryIngest(stores, tokens);
    await plain.ingest.start();
    const old = Array.from({ length: 40 }, (_, at) => said(`The old boat ${at} left the harbour`));
    await plain.ingest.append({ ...ADDRESS, events: old });
    await plain.ingest.settle(30_000);
    await plain.ingest.stop();

    const hashing = createHashingEmbedder();
    const asked: string[] = [];
    let allowed = Promise.withResolvers<void>();
    let left = 0;
    /** Answers a few texts, then waits until more are allowed. */
    const slow: Embedder = {
      ...hashing,
      embed: async (inputs, options) => {
        while (left < inputs.length) await allowed.promise;
        left -= inputs.length;
        asked.push(...inputs.map(({ text }) => text));
        return hashing.embed(inputs, options);
      },
    };
    const allow = (texts: number): void => {
      left += texts;
      const { resolve } = allowed;
      allowed = Promise.withResolvers();
      resolve();
    };
    const config = { embedRecords: 4, embedFreshRecords: 8, embedLingerMs: 0, embedWaitMs: 10 };
    const first = createMemoryIngest(stores, tokens, { vectors: { index: stores.index.vectors!, embedder: there(slow) }, config });
    await first.ingest.start();
    await vi.waitFor(() => expect(first.ingest.health().detail).toContain('have no vectors yet'), 30_000);
    await first.ingest.append({ ...ADDRESS, session: 'y', events: [said('A new boat came in'), said('Another new boat came in')] });
    await first.deps.marks.waitFor(0, await stores.log.end(0), 'searchable', 30_000);
    allow(12);
    await vi.waitFor(() => expect(asked.filter((text) => text.includes('new boat'))).toHaveLength(2), 30_000);
    expect(asked.length).toBeLessThanOrEqual(12);
    await first.ingest.stop();

    const reached = (await stores.index.marks(0)).embedded ?? -1;
    expect(reached).toBeLessThan(30);
    const second = createMemoryIngest(stores, tokens, { vectors: { index: stores.index.vectors!, embedder: there(slow) }, config });
    await second.ingest.start();
    allow(1_000);
    await second.ingest.settle(30_000);
    expect(second.ingest.health()).toEqual({ ready: true });
    expect(await vectorsOf(stores)).toHaveLength(42);
    // At most the batch that was under way is repeated.
    expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(4);
    await second.ingest.stop();
  });

  it('drops what an earlier model left once it has reached all of it, not before', async () => {
    const stores = createMemoryStores();
    const vectors = stores.index.vectors!;
    const modelsOf = async (): Promise<string[]> => (await vectors.vectorSets('t', 's')).map(({ model }) => model);
    const run = async (
      embedder: EmbedderSource,
      look: (service: ReturnType<typeof createMemoryIngest>) => Promise<void>,
    ): Promise<void> => {
      const service = createMemoryIngest(stores, tokens, { vectors: { index: vectors, embedder }, config: { embedRecords: 1 } });
      await service.ingest.start();
      await look(service);
      await service.ingest.stop();
    };
    await run(there(createHashingEmbedder()), async ({ ingest }) => {
      await ingest.append({ ...ADDRESS, events: [said('one'), said('two'), said('three')] });
      await ingest.settle(30_000);
    });
    const wide = createHashingEmbedder({ dimensions: 32 });
    let texts = 0;
    const halting: Embedder = { ...wide, embed: (...args) => ((texts += 1) > 2 ? new Promise(() => undefined) : wide.embed(...args)) };
    await run(there(halting), async () => {
      await vi.waitFor(async () => expect(await vectors.progress(0, 'hashing-32')).toBe(1), 30_000);
      expect(await modelsOf()).toEqual(['hashing-64', 'hashing-32']);
    });
    expect(await vectors.progress(0, 'hashing-64')).toBe(2);
    await run(there(wide), async ({ ingest }) => {
      await ingest.settle(30_000);
      await vi.waitFor(async () => expect(await modelsOf()).toEqual(['hashing-32']), 30_000);
      expect(await vectors.progress(0, 'hashing-64')).toBe(-1);
    });
  });

  it('makes no vectors of kinds without, nor of texts that say nothing', async () => {
    const stores = createMemoryStores();
    const { ingest } = createMemoryIngest(stores, tokens, {
      vectors: { index: stores.index.vectors!, embedder: there(createHashingEmbedder()) },
      config: { embedWithout: ['thinking'] },
    });
    await ingest.start();
    await ingest.append({
      ...ADDRESS,
      events: [said('and so it is'), said('42 :: 17'), { kind: 'thinking', text: 'The boat may sink.' }, said('The boat is back.')],
    });
    await ingest.settle(30_000);
    expect((await vectorsOf(stores)).map((line) => line.split(' ')[0])).toEqual(['4']);
    await ingest.stop();
  });

  it('waits for an embedder that is full, and leaves out alone what no vector can be made of', async () => {
    const stores = createMemoryStores();
    const hashing = createHashingEmbedder();
    let calls = 0;
    const moody: Embedder = {
      ...hashing,
      embed: async (inputs, options) => {
        calls += 1;
        if (calls % 2 === 1) throw embedderFull(1, 1, 1);
        if (inputs.some(({ text }) => text.includes('poison'))) throw new TotalRecallError('internal', 'cannot');
        return hashing.embed(inputs, options);
      },
    };
    const skipped: string[] = [];
    const reasons = new Set<string>();
    const observer = { skipped: (eventId: string) => void skipped.push(eventId), failed: (reason: string) => void reasons.add(reason) };
    const service = createMemoryIngest(stores, tokens, {
      vectors: { index: stores.index.vectors!, embedder: there(moody), observer },
      config: { embedRecords: 1 },
    });
    await service.ingest.start();
    const { events } = await service.ingest.append({ ...ADDRESS, events: [said('one'), said('two'), said('three')] });
    await service.ingest.settle(30_000);
    expect(events).toHaveLength(3);
    expect(await vectorsOf(stores)).toHaveLength(3);
    expect(skipped).toEqual([]);
    expect([...reasons]).toEqual(['busy']);
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
    await other.ingest.settle(30_000);
    expect((await vectorsOf(poisoned)).map((line) => line.split(' ')[0])).toEqual(['1', '3']);
    expect(skipped).toHaveLength(1);
    await other.ingest.stop();
  });
});

describe('a compaction where vectors are on', () => {
  const POLICY = { windowTokens: 4_000, markerCap: 3 };
  /** Leaves much room when the session is over its trigger. */
  const ROOMY = { windowTokens: 32_000, markerCap: 3, triggerRatio: 0.5, targetRatio: 0.4 };
  const history = (requests = 24): NewEvent[] =>
    Array.from({ length: requests }, (_, at) => [
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
    const service = createMemoryIngest(stores, tokens, { policy: ROOMY, vectors, config: { embedWaitMs: 60_000 } });
    await service.ingest.start();
    await service.ingest.append({ ...ADDRESS, events: history(70) });
    expect(await service.deps.marks.waitFor(0, await stores.log.end(0), 'folded', 30_000)).toBe(true);
    expect((await stores.sessions.load(ADDRESS))!.cycle).toBe(0);
    gate.resolve();
    await service.ingest.settle(30_000);
    expect((await stores.sessions.load(ADDRESS))!.cycle).toBeGreaterThan(0);
    expect(overtaken).toBe(0);
    expect(service.violations).toEqual([]);
    await service.ingest.stop();
  });

  it('does not wait where the window is full, nor goes on waiting when it becomes so', async () => {
    const stores = createMemoryStores();
    const never: Embedder = { ...createHashingEmbedder(), embed: () => new Promise(() => undefined) };
    const overtaken: string[] = [];
    const observer = { overtaken: (reason: string) => void overtaken.push(reason) };
    const vectors = { index: stores.index.vectors!, embedder: there(never), observer };
    const policy = { ...POLICY, triggerRatio: 0.6 };
    const service = createMemoryIngest(stores, tokens, { policy, vectors, config: { embedWaitMs: 600_000 } });
    await service.ingest.start();
    for (const event of history()) await service.ingest.append({ ...ADDRESS, events: [event], wait: 'searchable' });
    await vi.waitFor(async () => expect((await stores.sessions.load(ADDRESS))!.cycle).toBeGreaterThan(0), 30_000);
    expect(new Set(overtaken)).toEqual(new Set(['behind']));
    expect(service.violations).toEqual([]);
    await service.ingest.stop();
  });

  it('is decided without them, and counted, when they take too long', async () => {
    const stores = createMemoryStores();
    const never: Embedder = { ...createHashingEmbedder(), embed: () => new Promise(() => undefined) };
    const overtaken: string[] = [];
    const observer = { overtaken: (reason: string) => void overtaken.push(reason) };
    const vectors = { index: stores.index.vectors!, embedder: there(never), observer };
    const service = createMemoryIngest(stores, tokens, { policy: POLICY, vectors, config: { embedWaitMs: 20 } });
    await service.ingest.start();
    await service.ingest.append({ ...ADDRESS, events: history() });
    await vi.waitFor(async () => expect((await stores.sessions.load(ADDRESS))?.cycle).toBeGreaterThan(0), 30_000);
    expect(new Set(overtaken)).toEqual(new Set(['behind']));
    expect(service.violations).toEqual([]);
    expect(await stores.index.marks(0)).not.toHaveProperty('embedded');
    await service.ingest.stop();
  });

  it('does not wait at all where there is no model, and counts that', async () => {
    const stores = createMemoryStores();
    const absent: EmbedderSource = { current: () => undefined, whenReady: () => new Promise(() => undefined), failing: () => true };
    const stopping: EmbedderSource = {
      ...absent,
      whenReady: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    };
    const overtaken: string[] = [];
    const observer = { overtaken: (reason: string) => void overtaken.push(reason) };
    const vectors = { index: stores.index.vectors!, embedder: stopping, observer };
    const service = createMemoryIngest(stores, tokens, { policy: POLICY, vectors, config: { embedWaitMs: 600_000 } });
    await service.ingest.start();
    await service.ingest.append({ ...ADDRESS, events: history() });
    await service.ingest.settle(30_000);
    expect((await stores.sessions.load(ADDRESS))!.cycle).toBeGreaterThan(0);
    expect(new Set(overtaken)).toEqual(new Set(['no_model']));
    await service.ingest.stop();
  });

  it('evicts in every run only what has vectors, unless it was counted as overtaken', async () => {
    const load = fc.array(fc.record({ turns: fc.integer({ min: 4, max: 12 }), answered: fc.integer({ min: 0, max: 80 }) }), {
      minLength: 2,
      maxLength: 5,
    });
    let evictions = 0;
    await fc.assert(
      fc.asyncProperty(load, fc.boolean(), async (batches, waits) => {
        const stores = createMemoryStores();
        const hashing = createHashingEmbedder();
        let allowed = 0;
        const slow: Embedder = {
          ...hashing,
          embed: async (inputs, options) => {
            if (allowed < inputs.length) throw embedderFull(1, 1, 1);
            allowed -= inputs.length;
            return hashing.embed(inputs, options);
          },
        };
        let overtaken = 0;
        const observer = { overtaken: () => void overtaken++ };
        const vectors = { index: stores.index.vectors!, embedder: there(slow), observer };
        const config = { embedWaitMs: waits ? 60_000 : 1, embedRecords: 4, embedTexts: 4, embedFreshRecords: 12, embedLingerMs: 0 };
        const service = createMemoryIngest(stores, tokens, {
          policy: waits ? { ...ROOMY, windowTokens: 12_000 } : POLICY,
          vectors,
          config,
        });
        await service.ingest.start();
        const appended: string[] = [];
        for (const { turns, answered } of batches) {
          const events = Array.from({ length: turns }, (_, at) => [
            said(`request ${at} after ${appended.length}`),
            { kind: 'agent_message' as const, text: sentences(20, `boat${at} of ${appended.length}`) },
          ]).flat();
          appended.push(...(await service.ingest.append({ ...ADDRESS, events })).events.map(({ id }) => id));
          allowed += answered;
          // Waits until it has used up what the embedder allows.
          await service.deps.marks.waitFor(0, await stores.log.end(0), 'folded', 30_000);
          await vi.waitFor(() => expect(allowed < 4 || service.ingest.health().detail === undefined).toBe(true), 30_000);
        }
        const state = (await stores.sessions.load(ADDRESS))!;
        evictions += appended.length - state.entries.length;
        const standing = new Set(state.entries.map(({ id }) => id));
        const have = new Set((await stores.index.vectors!.searchVectors(EVERYTHING)).map(({ eventId }) => eventId));
        const bare = appended.slice(0, state.ordinal).filter((id) => !standing.has(id) && !have.has(id));
        if (overtaken === 0) expect(bare).toEqual([]);
        allowed = 100_000;
        await service.ingest.settle(30_000);
        expect(service.violations).toEqual([]);
        await service.ingest.stop();
      }),
      { numRuns: 8 },
    );
    expect(evictions).toBeGreaterThan(0);
  });
});

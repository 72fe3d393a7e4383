import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { NewEvent } from '@total-recall/domain';
import type { CompactResult, Embedder } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createMemoryIngest, createMemoryStores, type MemoryStores } from '../../testing/memory-ingest.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const POLICY = { windowTokens: 6_000 };
const ROOMY = { windowTokens: 64_000 };
const TARGETS = [2_400, 1_200];

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const EVENTS = Array.from({ length: 14 }, (_, at): NewEvent[] => [
  { kind: 'user_message', text: `request ${at}: look at the valve of pump ${at}` },
  { kind: 'agent_message', text: `pump ${at} holds its pressure; `.repeat(30) },
]).flat();

type Compacted = Extract<CompactResult, { kind: 'compacted' }>;

/** Expects that each answer is about a compaction of its own that the session took. */
async function expectTaken(stores: MemoryStores, answers: readonly CompactResult[]): Promise<void> {
  const compacted = answers.filter((one): one is Compacted => one.kind === 'compacted').toSorted((a, b) => a.cycle - b.cycle);
  expect(compacted.length).toBeGreaterThan(0);
  const state = (await stores.sessions.load(ADDRESS))!;
  expect(new Set(compacted.map(({ cycle }) => cycle)).size).toBe(compacted.length);
  const last = compacted.at(-1)!;
  expect(last.cycle).toBe(state.cycle);
  expect(state.markers).toContainEqual(last.marker);
  const page = await stores.index.sessionEvents({ ...ADDRESS, fromOrdinal: 0, limit: 200 });
  const taken = page.filter(({ record }) => record.envelope.kind === 'compaction').length;
  expect(taken).toBe(state.cycle);
}

describe('compactions that are demanded at the same time', () => {
  it('answers each with what the session took', async () => {
    const stores = createMemoryStores();
    const before = createMemoryIngest(stores, tokens, { policy: ROOMY });
    await before.ingest.start();
    await before.ingest.append({ ...ADDRESS, events: EVENTS, wait: 'searchable' });
    await before.ingest.stop();
    const { ingest, failures } = createMemoryIngest(stores, tokens, { policy: POLICY });
    await ingest.start();
    const answers = await Promise.all(TARGETS.map((targetTokens) => ingest.compact({ ...ADDRESS, trigger: 'demand', targetTokens })));
    await expectTaken(stores, answers);
    expect(failures).toEqual([]);
    await ingest.stop();
  });

  it('answers with what the session took where two processes decide', async () => {
    const stores = createMemoryStores();
    const services = [ROOMY, ROOMY].map((policy) => createMemoryIngest(stores, tokens, { policy }).ingest);
    for (const ingest of services) await ingest.start();
    await services[0]!.append({ ...ADDRESS, events: EVENTS, wait: 'searchable' });
    const answers = await Promise.all(
      TARGETS.map((targetTokens, at) => services[at]!.compact({ ...ADDRESS, trigger: 'demand', targetTokens })),
    );
    await expectTaken(stores, answers);
    for (const ingest of services) await ingest.stop();
  });
});

it('demanded compactions follow each other where they waited for the same vectors', async () => {
  const stores = createMemoryStores();
  const hashing = createHashingEmbedder();
  const held = Promise.withResolvers<void>();
  const embedder: Embedder = { ...hashing, embed: async (...args) => held.promise.then(() => hashing.embed(...args)) };
  const vectors = {
    index: stores.index.vectors!,
    embedder: { current: () => embedder, whenReady: async () => embedder, failing: () => false },
  };
  const { ingest, failures } = createMemoryIngest(stores, tokens, { policy: POLICY, vectors, config: { embedWaitMs: 60_000 } });
  await ingest.start();
  await ingest.append({ ...ADDRESS, events: EVENTS, wait: 'searchable' });
  const demanded = TARGETS.map((targetTokens) => ingest.compact({ ...ADDRESS, trigger: 'demand', targetTokens }));
  held.resolve();
  await expectTaken(stores, await Promise.all(demanded));
  expect(failures).toEqual([]);
  await ingest.stop();
});

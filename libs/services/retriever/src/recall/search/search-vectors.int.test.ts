import { createHashingEmbedder } from '@total-recall/adapter-memory';
import { VECTOR_CALIBRATIONS, type NewEvent, type RecallRequest } from '@total-recall/domain';
import type { Embedder, EmbedderSource, Embedding } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../../testing/memory-service.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const ask = (query: string): RecallRequest => ({ tenant: 't', space: 's', queries: [query], explain: true });
const there = (embedder: Embedder): EmbedderSource => ({ current: () => embedder, whenReady: async () => embedder, failing: () => false });
const ABSENT: EmbedderSource = {
  current: () => undefined,
  whenReady: (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  failing: () => true,
};
const said = (text: string, agent?: string): NewEvent => ({
  kind: 'user_message',
  text,
  ...(agent === undefined ? {} : { meta: { agent } }),
});
const chatter = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, i) => said(`Note ${i}: the weather in harbour ${i % 7} was mild and boat ${i * 3} left early.`));

/** A hashing embedder that treats some words as equal, as a model that knows synonyms would. */
function knowing(synonyms: Readonly<Record<string, string>>): Embedder & { readonly asked: string[] } {
  const hashing = createHashingEmbedder();
  const asked: string[] = [];
  return {
    ...hashing,
    asked,
    embed: (inputs, options): Promise<Embedding[]> => {
      for (const { text, kind } of inputs) if (kind === 'query') asked.push(text);
      return hashing.embed(
        inputs.map(({ text, kind }) => ({ kind, text: text.replace(/\w+/g, (word) => synonyms[word.toLowerCase()] ?? word) })),
        options,
      );
    },
  };
}

async function filled(events: readonly NewEvent[], options: Parameters<typeof createMemoryService>[1] = {}) {
  const stores = createServiceStores();
  const service = createMemoryService(stores, options);
  await service.ingest.start();
  const ids: string[] = [];
  for (let at = 0; at < events.length; at += 50)
    ids.push(...(await service.ingest.append({ ...ADDRESS, events: events.slice(at, at + 50) })).events.map(({ id }) => id));
  await service.ingest.settle(30_000);
  return { ...service, index: stores.index, ids };
}

/** Strips an answer of everything that differs from call to call. */
function comparable(answer: Awaited<ReturnType<ReturnType<typeof createMemoryService>['retriever']['recall']>>, ids: readonly string[]) {
  const place = (id: string): number => ids.indexOf(id);
  return {
    ...answer,
    retrievalId: '',
    tookMs: 0,
    coveredTo: '',
    rendered: answer.rendered.length,
    hits: answer.hits.map((hit) => ({ ...hit, eventId: place(hit.eventId), occurredAt: 0 })),
    passages: answer.passages.map((piece) => ({ ...piece, eventId: place(piece.eventId), occurredAt: 0 })),
  };
}

describe('recall where vectors are on', () => {
  it('finds by meaning what holds no word of the query, also inside a long text, and says so', async () => {
    const embedder = knowing({ automobile: 'vehicle', car: 'vehicle' });
    const long = `${'The ledger of the harbour was kept in ink. '.repeat(60)}The automobile needs brakes. ${'The ledger was closed at night. '.repeat(60)}`;
    const { retriever, ids, ingest } = await filled(
      [...chatter(12), said('The automobile needs brakes.'), ...chatter(12), said(long), ...chatter(5)],
      { embedder: there(embedder) },
    );
    const answer = await retriever.recall(ask('car?'));
    expect(answer.signals).toEqual(['text', 'vector']);
    expect(answer.hits.slice(0, 2).map((hit) => hit.eventId)).toEqual([ids[12], ids[25]]);
    expect(answer.hits[0]).toMatchObject({ sources: ['vector'], packed: true });
    expect(Object.keys(answer.hits[0]!.factors!)).toEqual(expect.arrayContaining(['text', 'vector', 'late', 'fused', 'context']));
    expect(answer.hits[1]!.passage).toBeDefined();
    expect(Buffer.from(long).subarray(answer.hits[1]!.passage!.fromByte, answer.hits[1]!.passage!.toByte).toString()).toContain(
      'automobile',
    );
    await ingest.stop();
  });

  it('says where the confidence is that of text, as the model was never calibrated', async () => {
    const events = [...chatter(12), said('The automobile needs brakes.')];
    const { model } = knowing({});
    const calibrated = Object.keys(VECTOR_CALIBRATIONS)[0]!;
    for (const [name, uncalibrated] of [
      [model, true],
      [calibrated, undefined],
    ] as const) {
      const { retriever, ingest } = await filled(events, { embedder: there({ ...knowing({}), model: name }) });
      const answer = await retriever.recall(ask('automobile'));
      expect([answer.signals, answer.uncalibrated]).toEqual([['text', 'vector'], uncalibrated]);
      await ingest.stop();
    }
    const { retriever, ingest } = await filled(events);
    expect(await retriever.recall(ask('automobile'))).not.toHaveProperty('uncalibrated');
    await ingest.stop();
  });

  it('leaves the names of speakers out of the single vector, and in the token vectors', async () => {
    const embedder = knowing({});
    const { retriever, ingest } = await filled([said('The kite tore.', 'Oriel'), said('The boat sank.', 'Tobin'), ...chatter(5)], {
      embedder: there(embedder),
    });
    await retriever.recall(ask('Did the kite of Oriel tear?'));
    expect(embedder.asked).toEqual(['Did the kite of Oriel tear?', 'Did the kite of tear?']);
    await retriever.recall(ask('Oriel'));
    expect(embedder.asked.slice(2)).toEqual(['Oriel']);
    await ingest.stop();
  });

  it('compares the words of a call and its output too', async () => {
    const call = { id: 'c', name: 'log' };
    const output: NewEvent[] = [
      { kind: 'tool_call', text: '{}', call },
      { kind: 'tool_result', text: 'the anchor chain of boat 12 broke', call },
    ];
    const { retriever, ids, index, ingest } = await filled([...chatter(12), ...output], { embedder: there(knowing({})) });
    const { hits } = await retriever.recall(ask('why did the anchor chain break?'));
    expect(hits[0]).toMatchObject({ eventId: ids.at(-1), kind: 'tool_result' });
    const [set] = await index.vectors!.vectorSets('t', 's');
    expect(set).toMatchObject({ documents: 14, tokenDocuments: 14 });
    await ingest.stop();
  });

  it('judges its own newest words by their text, as they have no vectors yet', async () => {
    const events = [...chatter(20), said('The mast of boat Albatross was mended.'), ...chatter(5)];
    const hashing = createHashingEmbedder();
    const onlyQueries: Embedder = {
      ...hashing,
      embed: (inputs, options) => (inputs[0]?.text.includes('later') ? new Promise(() => undefined) : hashing.embed(inputs, options)),
    };
    const { retriever, ingest } = await filled(events, { embedder: there(onlyQueries) });
    const { events: added } = await ingest.append({
      ...ADDRESS,
      events: [said('later: the Albatross mast of oak broke again in the storm')],
    });
    const answer = await retriever.recall(ask('Albatross mast of oak, storm'));
    expect(answer.signals).toEqual(['text', 'vector']);
    expect(answer.hits[0]!.eventId).toBe(added[0]!.id);
    await ingest.stop();
  });

  it.each([
    ['slow', (): Promise<Embedding[]> => new Promise(() => undefined)],
    ['failed', (): Promise<Embedding[]> => Promise.reject(new TotalRecallError('unavailable', 'away'))],
  ])('answers from text alone when the embedder is %s, as where vectors are off', async (outcome, embedQuery) => {
    const events = [...chatter(30), said('We pin the parser to release 4.17.2.'), ...chatter(30)];
    const hashing = createHashingEmbedder();
    const broken: Embedder = {
      ...hashing,
      embed: (inputs, options) => (inputs[0]?.kind === 'query' ? embedQuery() : hashing.embed(inputs, options)),
    };
    const outcomes: string[] = [];
    const on = await filled(events, {
      embedder: there(broken),
      retriever: { embedTimeoutMs: 5 },
      observed: (what) => void outcomes.push(what),
    });
    const off = await filled(events);
    const reasons: unknown[] = [];
    for (const query of ['why is the parser pinned?', 'harbour 3 boat', '4.17.2', 'parser release']) {
      const [one, other] = [await on.retriever.recall(ask(query)), await off.retriever.recall(ask(query))];
      expect(one.signals).toEqual(['text']);
      reasons.push(one.textOnly);
      expect(other.textOnly).toBe('off');
      expect({ ...comparable(one, on.ids), textOnly: 'off' }).toEqual(comparable(other, off.ids));
    }
    expect(reasons).toEqual([outcome, outcome, outcome, 'resting']);
    // After three failures in a row it is not asked.
    expect(outcomes).toEqual([outcome, outcome, outcome, 'resting']);
    await on.ingest.stop();
    await off.ingest.stop();
  });

  it.each([
    ['no vectors', {}],
    ['no model yet', { embedder: ABSENT }],
    ['a model', { embedder: there(createHashingEmbedder()) }],
  ])('fails as the index fails, and blames nobody else, with %s', async (_, options) => {
    const outcomes: string[] = [];
    const observed = (outcome: string): void => void outcomes.push(outcome);
    const { retriever, index } = await filled(chatter(3), { ...options, observed });
    // An unhandled rejection would end the process; the test run fails on it.
    index.statistics = () => Promise.reject(new TotalRecallError('unavailable', 'the index is away'));
    await expect(retriever.recall(ask('boat'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(outcomes).not.toContain('failed');
    expect(outcomes).not.toContain('slow');
  });

  it('answers from text alone while there is no model or no vector of it, and when the index of vectors fails', async () => {
    const events = [...chatter(9), said('We pin the parser to release 4.17.2.')];
    const outcomes: string[] = [];
    const observed = (what: string): void => void outcomes.push(what);
    const without = await filled(events, { embedder: ABSENT, observed });
    expect(await without.retriever.recall(ask('parser'))).toMatchObject({ signals: ['text'], textOnly: 'no_model' });
    const fresh = createMemoryService(without.stores, { embedder: there(createHashingEmbedder()), observed });
    expect(await fresh.retriever.recall(ask('parser'))).toMatchObject({ signals: ['text'], textOnly: 'no_vectors' });
    const hashing = createHashingEmbedder();
    const full = await filled(events, { embedder: there(hashing), observed });
    const torn = {
      ...full.stores,
      index: { ...full.stores.index, vectors: { ...full.stores.index.vectors!, tokenMatches: () => Promise.reject(new Error('torn')) } },
    };
    const answer = await createMemoryService(torn, { embedder: there(hashing), observed }).retriever.recall(ask('parser release'));
    expect(answer.signals).toEqual(['text']);
    expect(answer.hits[0]!.eventId).toBe(full.ids[9]);
    expect(outcomes).toEqual(['absent', 'none', 'failed']);
    await without.ingest.stop();
    await full.ingest.stop();
  });
});

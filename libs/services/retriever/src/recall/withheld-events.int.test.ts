import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { NewEvent, RecallAnswer } from '@total-recall/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidingIn } from '../../testing/decide-units.ts';
import { createMemoryRetriever, type Written } from '../../testing/memory-retriever.ts';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const ask = { tenant: 'acme', space: 'main' };
const said = (text: string, body: Written['body'] = {}): Written => ({ kind: 'user_message', text, body });
const SECRET = 'Marten keeps his violin at the luthier in Ypres.';
const filler = ['The kettle was replaced.', 'Two gulls sat on the roof.', 'Rain is likely on Friday.'].map((text) => said(text));

async function filled(events: readonly Written[], options: Parameters<typeof createMemoryRetriever>[0] = {}) {
  const memory = createMemoryRetriever(options);
  const ids = await memory.append(events);
  await memory.project();
  return { ...memory, ids, decisions: decidingIn(memory.stores.units, ask) };
}

/** Every event that an answer names or shows. */
function namedIn({ hits, passages }: RecallAnswer): string[] {
  return [...new Set([...hits, ...passages].map(({ eventId }) => eventId))];
}

describe('an event that a person withheld', () => {
  it('is no candidate by its words, takes no place of another, and is read by its id as before', async () => {
    const { retriever, decisions, ids } = await filled([said(SECRET), said('A violin was sold.'), ...filler]);
    const query = { ...ask, queries: ['Where is the violin of Marten?'], limit: 1 };
    expect(namedIn(await retriever.recall(query))).toEqual([ids[0]]);
    await decisions.forget([{ eventId: ids[0]! }]);
    const answer = await retriever.recall(query);
    expect(namedIn(answer)).toEqual([ids[1]]);
    expect(answer.rendered).not.toContain('luthier');
    const opened = await retriever.open({ ...ask, session: 's1', ref: 'e1' });
    expect(JSON.stringify(opened)).toContain('luthier');
    expect(JSON.stringify(await retriever.event({ ...ask, eventId: ids[0]! }))).toContain('luthier');
  });

  it('is found as before where the fact was forgotten and its evidence kept', async () => {
    const { retriever, decisions, ids } = await filled([said(SECRET), ...filler]);
    await decisions.forget([{ eventId: ids[0]! }], false);
    expect(namedIn(await retriever.recall({ ...ask, queries: ['violin of Marten'] }))).toContain(ids[0]);
  });

  it('is no candidate by an identifier, in the index or above it', async () => {
    const { retriever, append, decisions, ids } = await filled([said('The berth got the code KX-55120.'), ...filler]);
    const [later] = await append([said('Customs stamped KX-55120 again.')]);
    expect(namedIn(await retriever.recall({ ...ask, queries: ['KX-55120'] }))).toEqual(expect.arrayContaining([ids[0], later]));
    await decisions.forget([{ eventId: ids[0]! }, { eventId: later! }]);
    const answer = await retriever.recall({ ...ask, queries: ['KX-55120'] });
    expect(namedIn(answer).filter((id) => id === ids[0] || id === later)).toEqual([]);
    expect(answer.rendered).not.toContain('KX-55120');
  });

  it('comes back with no pin, no key event and no constraint', async () => {
    const { retriever, append, project, decisions } = await filled(filler);
    const ids = await append([
      { kind: 'knowledge', text: 'Doors are painted green.', body: { meta: { pinned: true } } },
      { kind: 'constraint', text: 'Invoices are never sent on Sundays.' },
      said('The lift needs a permit.'),
    ]);
    const task = { goals: ['Move the piano'], keyEvents: [ids[2]!] };
    await append([{ kind: 'task_state', body: { taskState: { version: 1, ...task } as never } }]);
    await project();
    const query = { ...ask, session: 's1', queries: ['How many gulls sat on the roof?'] };
    const before = namedIn(await retriever.recall(query));
    expect(before).toContain(ids[0]);
    await decisions.forget(ids.map((eventId) => ({ eventId })));
    const after = namedIn(await retriever.recall(query));
    for (const id of ids) expect(after).not.toContain(id);
  });

  it('is no companion, and nothing around a hit', async () => {
    const call = { id: 'c1', name: 'lookup' };
    const { retriever, decisions, ids } = await filled([
      said('Look up the moorage of the Albatros.'),
      { kind: 'tool_call', body: { call: { ...call, arguments: '{"ship":"Albatros"}' } } },
      { kind: 'tool_result', text: 'quay nine', body: { call } },
      said('Thanks.'),
      ...filler,
    ]);
    const query = { ...ask, queries: ['lookup ship Albatros'], granularity: 'exact' as const, limit: 2 };
    expect((await retriever.recall(query)).rendered).toContain('quay nine');
    await decisions.forget([{ eventId: ids[2]! }]);
    const answer = await retriever.recall(query);
    expect(answer.rendered).not.toContain('quay nine');
    expect(namedIn(answer)).toContain(ids[1]);
  });

  it('stands behind no marker that an answer shows', async () => {
    const { retriever, stores, decisions, ids } = await filled([said(SECRET), ...filler]);
    const state = (await stores.sessions.load({ ...ask, session: 's1' }))!;
    const at = Date.UTC(2031, 0, 1);
    const marker = (id: string, topics: string[], fromTime: number) => ({
      id,
      eventId: `c-${id}`,
      fromTurn: 1,
      toTurn: 1,
      fromOrdinal: 1,
      toOrdinal: 1,
      topics,
      level: 0,
      eventCount: 1,
      evictedTokens: 10,
      tokens: 10,
      fromTime,
      toTime: fromTime + 1,
    });
    await stores.sessions.save([
      { ...state, offset: state.offset + 1, markers: [marker('m1', ['violin'], at), marker('m2', ['lease'], at + 9)] },
    ]);
    const query = { ...ask, session: 's1', queries: ['What did we talk about?'], granularity: 'thematic' as const };
    expect((await retriever.recall(query)).markers?.map(({ id }) => id)).toEqual(['m1', 'm2']);
    await decisions.forget([{ eventId: ids[0]!, at }]);
    const answer = await retriever.recall(query);
    expect(answer.markers?.map(({ id }) => id)).toEqual(['m2']);
    expect(answer.rendered).not.toContain('violin');
  });

  it('stands in no answer and takes no place, whatever is withheld and asked', async () => {
    const nouns = ['lamp', 'rope', 'anvil', 'ledger', 'barrel', 'sail'];
    const events = Array.from({ length: 24 }, (_, at) =>
      said(`The ${nouns[at % 6]} and the ${nouns[(at * 5 + 1) % 6]} came on day ${at}.`),
    );
    const asked = fc.record({
      words: fc.subarray(nouns, { minLength: 1 }),
      withheld: fc.uniqueArray(fc.nat(23), { maxLength: 20 }),
      limit: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ words, withheld, limit }) => {
        const { retriever, decisions, ids } = await filled(events);
        const query = { ...ask, queries: [words.join(' ')] };
        const before = (await retriever.recall({ ...query, limit: 30 })).hits.filter(({ sources }) => sources.includes('text'));
        const gone = new Set(withheld.map((at) => ids[at]!));
        await decisions.forget([...gone].map((eventId) => ({ eventId })));
        const answer = await retriever.recall({ ...query, limit });
        expect(namedIn(answer).filter((id) => gone.has(id))).toEqual([]);
        const left = before.filter(({ eventId }) => !gone.has(eventId));
        expect(answer.hits.length).toBeGreaterThanOrEqual(Math.min(limit, left.length));
      }),
      { numRuns: 25 },
    );
  });
});

const PLACE = { ...ask, session: 'now' };
const drawer: NewEvent = { kind: 'user_message', text: 'The spare fuse of the mill lies in drawer 48151 of the depot.' };

/** A service over memory stores, with one event of another session, and what was decided about it. */
async function serving(options: Parameters<typeof createMemoryService>[1]) {
  const stores = createServiceStores();
  const service = createMemoryService(stores, options);
  await service.ingest.start();
  const { events } = await service.ingest.append({ ...PLACE, session: 'past', events: [drawer] });
  await service.ingest.append({ ...PLACE, events: [{ kind: 'user_message', text: 'Good morning.' }] });
  await service.ingest.settle(30_000);
  const forget = () => decidingIn(stores.units, ask).forget([{ eventId: events[0]!.id, session: 'past' }]);
  return { ...service, forget, id: events[0]!.id };
}

describe('evidence that a window brings', () => {
  const policy = { windowTokens: 8_192, pushTokens: 400 };
  const asking = { blocks: { userMessage: 'Where is the spare fuse of the mill?' } };

  it('holds nothing withheld', async () => {
    const { retriever, ingest, forget } = await serving({ policy });
    const window = async () => JSON.stringify((await retriever.assembleWindow({ ...PLACE, ...asking })).blocks);
    expect(await window()).toContain('drawer 48151');
    await forget();
    expect(await window()).not.toContain('drawer 48151');
    await ingest.stop();
  });

  it('is found again where something of it was withheld after the draft', async () => {
    const { retriever, ingest, forget, prefetches } = await serving({ policy });
    expect(await retriever.prefetch({ ...PLACE, draft: 'Where is the spare fuse of the mill' })).toEqual({ result: 'started' });
    await expect.poll(async () => (await retriever.retrievals({ ...ask, limit: 9 })).length, { timeout: 30_000 }).toBe(1);
    await forget();
    expect(JSON.stringify((await retriever.assembleWindow({ ...PLACE, ...asking })).blocks)).not.toContain('drawer 48151');
    expect(prefetches).toEqual(['expired']);
    await ingest.stop();
  });
});

describe('recall by meaning', () => {
  it('finds nothing withheld', async () => {
    const embedder = createHashingEmbedder();
    const source = { current: () => embedder, whenReady: async () => embedder, failing: () => false };
    const { retriever, ingest, forget, id } = await serving({ embedder: source });
    const query = { ...ask, queries: ['spare fuse of the mill'] };
    const before = await retriever.recall(query);
    expect(before.hits.find(({ eventId }) => eventId === id)?.sources).toContain('vector');
    await forget();
    expect(namedIn(await retriever.recall(query))).not.toContain(id);
    await ingest.stop();
  });
});

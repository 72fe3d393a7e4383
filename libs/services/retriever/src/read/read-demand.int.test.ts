import type { NewEvent, RetrievalRecord, SessionAddress } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';
import { createDemandReader } from './read-demand.ts';

const PLACES: SessionAddress[] = ['acme', 'rival'].flatMap((tenant) =>
  ['main', 'side'].map((space) => ({ tenant, space, session: 'work' })),
);
const secretOf = ({ tenant, space }: SessionAddress): string => `KEY-${tenant.length}${space.length}${tenant === 'acme' ? '4815' : '1623'}`;
const chatter = Array.from({ length: 12 }, (_, at): NewEvent => ({ kind: 'user_message', text: `The weather of day ${at} was mild.` }));

/** Plays an agent that recalls, appends the answer as its tool's result, as a plain agent does, and acts on it. */
async function recallAndUse(service: ReturnType<typeof createMemoryService>, place: SessionAddress): Promise<string> {
  const { ingest, retriever } = service;
  await ingest.append({
    ...place,
    events: [{ kind: 'user_message', text: `The harbour gate opens with ${secretOf(place)}.` }, ...chatter],
  });
  const { rendered, retrievalId } = await retriever.recall({ ...place, queries: ['what opens the harbour gate'] });
  await ingest.append({
    ...place,
    events: [
      { kind: 'tool_call', call: { id: 'c', name: 'recall', arguments: '{"query":"what opens the harbour gate"}' } },
      { kind: 'tool_result', call: { id: 'c', name: 'recall' }, text: rendered },
      { kind: 'agent_message', text: `I typed ${secretOf(place)}.` },
    ],
  });
  return retrievalId;
}

describe('the demand side', () => {
  it('counts what an agent used of a result it only pasted, in its own space alone', async () => {
    const service = createMemoryService(createServiceStores());
    await service.ingest.start();
    const ids: string[] = [];
    for (const place of PLACES) ids.push(await recallAndUse(service, place));
    await service.ingest.settle(30_000);
    for (const [at, place] of PLACES.entries()) {
      const { tenant, space } = place;
      const retrievals = await service.retriever.retrievals({ tenant, space, limit: 10 });
      expect(retrievals.map(({ retrievalId }) => retrievalId)).toEqual([ids[at]]);
      expect(retrievals[0]).toMatchObject({
        received: { session: 'work', turn: 14 },
        uses: [{ kind: 'exact', afterTurns: 1, afterEvents: 1 }],
      });
      const { groups } = await service.retriever.demand({ tenant, space, by: 'all', limit: 1 });
      expect(groups).toMatchObject([{ turns: 15, modelTurns: 2, recallTurns: 1, retrievals: 1, received: 1, recallUseRate: 1, exact: 1 }]);
      expect(groups[0]!.pullFrequency).toBeCloseTo(1 / 15, 4);
    }
    const elsewhere = { tenant: 'acme', space: 'side', limit: 1, cursor: undefined };
    expect((await service.retriever.demand({ ...elsewhere, tenant: 'nobody', by: 'session' })).groups).toEqual([]);
    await service.ingest.stop();
  });

  it('says that the use of a result nobody appended is not known', async () => {
    const service = createMemoryService(createServiceStores());
    await service.ingest.start();
    const place = PLACES[0]!;
    await service.ingest.append({ ...place, events: chatter });
    await service.retriever.recall({ ...place, queries: ['weather'] });
    await service.ingest.append({ ...place, events: [{ kind: 'agent_message', text: 'The weather of day 3 was mild.' }] });
    await service.ingest.settle(30_000);
    const [retrieval] = await service.retriever.retrievals({ ...place, limit: 1 });
    expect(retrieval).toMatchObject({ uses: [] });
    expect(retrieval).not.toHaveProperty('received');
    const { groups } = await service.retriever.demand({ ...place, by: 'all', limit: 1 });
    expect(groups).toMatchObject([{ retrievals: 1, received: 0, recallUseRate: null, evidenceUseRate: null, pullFrequency: 0 }]);
    await service.ingest.stop();
  });

  it('looks back 30 days where no beginning is named, and says so', async () => {
    const { anatomy } = createServiceStores();
    const day = 86_400_000;
    const now = Date.UTC(2031, 5, 1);
    const at = (age: number): RetrievalRecord => ({
      retrievalId: `r${age}`,
      tenant: 'acme',
      space: 'main',
      at: now - age * day,
      queryCount: 1,
      queryTerms: 1,
      hitEventIds: [],
      packedEventIds: [],
      topScore: 0,
      tokens: 1,
      budgetTokens: 1,
      completeness: null,
      tookMs: 1,
    });
    await anatomy.appendRetrievals([at(1), at(29), at(31), at(400)]);
    const reader = createDemandReader({ anatomy, clock: { now: () => now } });
    const asked = { tenant: 'acme', space: 'main', by: 'all', limit: 1 } as const;
    expect(await reader.demand(asked)).toMatchObject({ from: now - 30 * day, groups: [{ retrievals: 2 }] });
    expect(await reader.demand({ ...asked, to: now - 30 * day })).toMatchObject({ from: now - 60 * day, groups: [{ retrievals: 1 }] });
    expect(await reader.demand({ ...asked, from: 0 })).toMatchObject({ from: 0, groups: [{ retrievals: 4 }] });
  });

  it('pages through sessions', async () => {
    const service = createMemoryService(createServiceStores());
    await service.ingest.start();
    for (const session of ['a', 'b', 'c']) await service.ingest.append({ ...PLACES[0]!, session, events: chatter.slice(0, 2) });
    await service.ingest.settle(30_000);
    const asked = { tenant: 'acme', space: 'main', by: 'session', limit: 2 } as const;
    const first = await service.retriever.demand(asked);
    expect(first).toMatchObject({ groups: [{ key: 'a', turns: 2 }, { key: 'b' }], cursor: 'b' });
    expect(await service.retriever.demand({ ...asked, cursor: first.cursor! })).toMatchObject({ groups: [{ key: 'c' }] });
    await service.ingest.stop();
  });
});

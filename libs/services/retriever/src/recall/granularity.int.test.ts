import type { Marker } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../testing/memory-retriever.ts';
import type { RetrieverConfig } from '../retriever-deps.ts';

const ask = { tenant: 'acme', space: 'main', session: 's1' };
const told: Written[] = [
  { kind: 'user_message', text: 'Good morning, shall we begin?' },
  { kind: 'user_message', text: 'The kettle whistled twice before anybody noticed.' },
  { kind: 'user_message', text: 'The quince jam goes to the museum shop in Varnholm.' },
  { kind: 'user_message', text: 'Lovely, they will pay on delivery.' },
  { kind: 'user_message', text: 'Then the van leaves at nine.' },
  { kind: 'user_message', text: 'Far away, somebody whistled in the rain.' },
  { kind: 'user_message', text: 'Nothing else happened that day.' },
];

async function filled(config: Partial<RetrieverConfig> = {}) {
  const memory = createMemoryRetriever({ config });
  const ids = await memory.append(told);
  await memory.project();
  return { ...memory, ids };
}

const marker = (at: number, topics: string[]): Marker => ({
  id: `m${at}`,
  eventId: `e${at}`,
  fromTurn: at,
  toTurn: at,
  fromOrdinal: at,
  toOrdinal: at,
  topics,
  level: 0,
  eventCount: 1,
  evictedTokens: 100 - at,
  tokens: 20,
  fromTime: 0,
  toTime: 0,
});

/** Gives the session three markers, as compactions would. */
async function evict({ sessions }: Awaited<ReturnType<typeof filled>>['stores']): Promise<void> {
  const state = (await sessions.load(ask))!;
  const markers = [marker(1, ['kettle']), marker(2, ['museum shop']), marker(3, ['van'])];
  await sessions.save([{ ...state, offset: state.offset + 1, markers }]);
}

describe('granularity of recall', () => {
  it('shows what surrounds the best hit where the exact evidence is asked for, at most half of the budget', async () => {
    const { retriever, ids } = await filled();
    const query = { ...ask, queries: ['quince jam museum Varnholm'] };
    const local = await retriever.recall({ ...query, granularity: 'local' });
    const exact = await retriever.recall({ ...query, granularity: 'exact' });
    const packed = (answer: typeof local): string[] => answer.passages.map((passage) => passage.eventId);
    expect(local.granularity).toBe('local');
    expect(exact.granularity).toBe('exact');
    for (const near of [ids[1]!, ids[3]!, ids[4]!]) expect(packed(exact)).toContain(near);
    expect(exact.hits.map((hit) => hit.eventId)).toEqual(local.hits.map((hit) => hit.eventId));
    const small = await retriever.recall({ ...query, granularity: 'exact', budgetTokens: 180 });
    expect(small.tokens).toBeLessThanOrEqual(180);
    expect(packed(small)).toContain(ids[2]);
  });

  it('shows what surrounds the best hit before it is indexed too', async () => {
    const { retriever, append, project } = createMemoryRetriever();
    const ids = await append(told);
    const query = { ...ask, queries: ['quince jam museum Varnholm'], limit: 1, granularity: 'exact' as const };
    const packed = async (): Promise<string[]> => (await retriever.recall(query)).passages.map((passage) => passage.eventId);
    const pending = await packed();
    for (const near of [ids[1]!, ids[3]!, ids[4]!]) expect(pending).toContain(near);
    await project();
    expect((await packed()).sort()).toEqual(pending.sort());
  });

  it('lists markers of evicted spans where the question is about a longer stretch', async () => {
    const { retriever, stores } = await filled();
    await evict(stores);
    const answer = await retriever.recall({ ...ask, queries: ['give me an overview of the museum deal'], budgetTokens: 1_000 });
    expect(answer.granularity).toBe('thematic');
    expect(answer.markers!.map(({ id }) => id)).toEqual(['m1', 'm2', 'm3']);
    expect(answer.rendered).toContain('[Events T2 evicted. Key topics: museum shop.');
    expect(answer.tokens).toBeLessThanOrEqual(1_000);
    const pressed = await retriever.recall({
      ...ask,
      queries: ['overview of the museum deal'],
      granularity: 'thematic',
      budgetTokens: 100,
    });
    expect(pressed.markers!.map(({ id }) => id)).toEqual(['m2']);
    expect(pressed.tokens).toBeLessThanOrEqual(100);
    expect((await retriever.recall({ ...ask, queries: ['which shop gets the jam?'] })).markers).toBeUndefined();
  });

  it('takes markers for an answer: no further search, and no word of nothing found', async () => {
    const { retriever, stores } = await filled({ escalations: ['known_words'] });
    const recap = (query: string) => retriever.recall({ ...ask, queries: [query], budgetTokens: 1_000, granularity: 'thematic' });
    const query =
      'recap of what somebody wrote about zeppelins, hangars, gondolas, ballast, helium, propellers, rudders, envelopes, airfields, skippers and masts';
    const without = await recap(query);
    expect(without.outcome).toBe('nothing_found');
    expect(without.rendered).toContain('[not found:');
    expect(without.escalation).toBeDefined();
    await evict(stores);
    const shown = await recap(query);
    expect(shown.markers).toHaveLength(3);
    expect(shown.outcome).toBe('unsure');
    expect(shown.rendered).toContain('[overview: the markers say');
    expect(shown.rendered).not.toContain('not found');
    expect(shown.escalation).toBeUndefined();
    const alone = await recap('zeppelins');
    expect(alone.hits).toEqual([]);
    expect(alone.outcome).toBe('unsure');
    expect(alone.rendered).toContain('Key topics: museum shop.');
    expect(alone.rendered).not.toContain('Nothing was found');
  });
});

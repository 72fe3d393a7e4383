import type { Marker, NewGroup, RecallAnswer } from '@total-recall/domain';
import { openUnitMarks } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { decidingIn } from '../../testing/decide-units.ts';
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
    expect(alone.rendered).toContain('Key topics: museum shop.]');
    expect(alone.rendered).not.toContain('Nothing was found');
  });

  const MIDNIGHT = Date.UTC(2031, 0, 1);
  /** Episodes of two events each, a topic over the first two, and an insight over what two events state. */
  async function withUnits(memory: Awaited<ReturnType<typeof filled>>, audience?: string) {
    const { ids } = memory;
    const decisions = decidingIn(memory.stores.units, { tenant: 'acme', space: 'main' });
    const place = (at: number) => ({ eventId: ids[at]!, session: 's1', ordinal: at + 1, at: MIDNIGHT });
    const add = (unit: NewGroup) => ({ do: 'add', unit: { ...unit, ...(audience !== undefined && { audience }) } }) as const;
    const episodes = [0, 2, 4].map((at) => `episode:${ids[at]!}`);
    await decisions.state({ eventId: ids[2]!, at: MIDNIGHT }, { eventId: ids[3]!, at: MIDNIGHT });
    await decisions.decide([
      ...[0, 2, 4].map((at, nth) => add({ id: episodes[nth]!, kind: 'episode', events: [place(at), place(at + 1)], members: [] })),
      add({ id: `topic:${ids[0]!}`, kind: 'topic', events: [], members: episodes.slice(0, 2) }),
      add({ id: `insight:${ids[2]!}`, kind: 'insight', events: [], members: [`${ids[2]!}.0`, `${ids[3]!}.0`] }),
    ]);
    return decisions;
  }
  const RECAP = { ...ask, queries: ['Recap, please'] };

  it('shows topics and episodes with their events where an overview is asked for, though no event is found by its words', async () => {
    const memory = await filled();
    const before = await memory.retriever.recall(RECAP);
    expect(before).toMatchObject({ outcome: 'nothing_found', granularity: 'thematic' });
    await withUnits(memory);
    const { outcome, overviews, rendered, passages } = await memory.retriever.recall(RECAP);
    expect(outcome).toBe('unsure');
    expect(overviews!.map(({ kind }) => kind)).toEqual(['topic', 'episode', 'episode', 'episode']);
    expect(overviews!.at(-1)!.events.map(({ ordinal }) => ordinal)).toEqual([5, 6]);
    expect(rendered).toMatch(
      /^\[episode: .*"The quince jam goes to the museum shop in Varnholm\." \(e3\).*; events e3-e4 \(2031-01-01\)\]$/m,
    );
    expect(rendered).toContain('[overview: the summaries say');
    expect(passages.map(({ ordinal }) => ordinal)).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]));
  });

  it('shows insights where a strategic answer is asked for, and topics where there are none', async () => {
    const memory = await filled();
    const decisions = await withUnits(memory);
    const query = { ...RECAP, granularity: 'strategic' as const };
    const kinds = async () => (await memory.retriever.recall(query)).overviews?.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['insight']);
    await decisions.decide([{ do: 'tombstone', unit: `insight:${memory.ids[2]!}`, withholds: false }], true);
    expect(await kinds()).toEqual(['topic']);
  });

  it('chooses topics and insights by the words of their members, whatever episodes beside them say', async () => {
    const memory = await filled();
    const decisions = await withUnits(memory);
    const marks = await openUnitMarks(memory.deps, ask);
    const of = (at: number, nth: number, words: readonly string[]) => ({
      id: `${memory.ids[at]!}.9${nth}`,
      label: 'project' as const,
      key: `k${at}`,
      subject: 's',
      evidence: { eventId: memory.ids[at]!, session: 's1', from: 0, to: 9, at: MIDNIGHT },
      marks: words.map(marks.word),
    });
    const facts = [of(2, 1, ['quince', 'jam']), of(3, 2, ['pay', 'delivery'])];
    await decisions.decide([
      ...facts.map((unit) => ({ do: 'add', unit }) as const),
      ...facts.map(({ id }) => ({ do: 'add', unit: { id: `insight:${id}`, kind: 'insight', events: [], members: [id] } }) as const),
      { do: 'update', unit: `episode:${memory.ids[4]!}`, marks: [marks.word('van')] },
    ]);
    const insights = async (query: string) =>
      (await memory.retriever.recall({ ...ask, queries: [query], granularity: 'strategic' })).overviews?.map(({ id }) => id);
    expect(await insights('What do we know of the quince jam?')).toEqual([`insight:${facts[0]!.id}`]);
    expect(await insights('What do we know of delivery?')).toEqual([`insight:${facts[1]!.id}`]);
    // An episode alone has the word; it is no part of a strategic answer, so it takes nothing away from one.
    expect((await insights('What do we know of the van?'))?.toSorted()).toContain(`insight:${facts[0]!.id}`);
  });

  it('shows no unit to any other question, none that is private to a person, and nothing of withheld events', async () => {
    const [memory, other] = [await filled(), await filled()];
    const plain = { ...ask, queries: ['Where does the quince jam go?'] };
    for (const granularity of ['exact', 'local'] as const) {
      const [before, query] = [await memory.retriever.recall({ ...plain, granularity }), { ...plain, granularity }];
      await withUnits(memory);
      const after = await memory.retriever.recall(query);
      expect(after).not.toHaveProperty('overviews');
      expect(after.passages).toEqual(before.passages.map((passage) => ({ ...passage, ...sinceOf(after, passage.eventId) })));
    }
    await withUnits(other, 'anna');
    expect(await other.retriever.recall(RECAP)).not.toHaveProperty('overviews');
    const decisions = await withUnits(memory);
    await decisions.forget([
      { eventId: memory.ids[2]!, from: 1 },
      { eventId: memory.ids[3]!, from: 1 },
    ]);
    const { rendered, overviews } = await memory.retriever.recall(RECAP);
    expect(overviews!.length).toBe(3);
    expect(rendered).not.toMatch(/quince|delivery/);
  });

  it('gives units a fifth and their events half of the budget, and holds more of the same under a larger one', async () => {
    const memory = await filled();
    await withUnits(memory);
    let before: readonly string[] = [];
    for (let budgetTokens = 100; budgetTokens <= 1_300; budgetTokens += 50) {
      const { passages, overviews = [], tokens } = await memory.retriever.recall({ ...RECAP, budgetTokens });
      const now = [...overviews.map(({ id }) => id), ...passages.map(({ eventId }) => eventId)];
      expect(tokens).toBeLessThanOrEqual(budgetTokens);
      expect(now).toEqual(expect.arrayContaining([...before]));
      const counted = await memory.deps.tokens.count(
        'o200k',
        overviews.map(({ text }) => text),
      );
      expect(counted.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(budgetTokens / 5);
      before = now;
    }
    expect(before.length).toBe(10);
  });
});

/** The time since when what an event states is true, which units of facts tell. */
function sinceOf({ passages }: RecallAnswer, eventId: string) {
  const since = passages.find((passage) => passage.eventId === eventId)?.since;
  return since === undefined ? {} : { since };
}

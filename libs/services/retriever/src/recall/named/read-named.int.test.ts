import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const notes: Written[] = Array.from({ length: 12 }, (_, i) => ({
  kind: i % 2 === 0 ? 'user_message' : 'agent_message',
  text: `Ångström note ${i}: the boats of pier ${i} left early.`,
}));

async function filled() {
  const memory = createMemoryRetriever();
  const ids = await memory.append(notes, { ...ask, session: 's1' });
  const others = await memory.append(
    notes.map((note) => ({ ...note, text: `Other ${note.text}` })),
    { ...ask, session: 'a' },
  );
  await memory.project();
  return { ...memory, ids, others };
}

describe('a recall of a name', () => {
  it('answers with the event of the asking session, or of the one that is named', async () => {
    const { retriever, ids, others } = await filled();
    const firstOf = async (query: string, more = {}) => {
      const { hits, outcome } = await retriever.recall({ ...ask, queries: [query], ...more });
      return [outcome, hits.length, hits[0]?.eventId];
    };
    expect(await firstOf('e5', { session: 's1' })).toEqual(['answered', 1, ids[4]]);
    expect(await firstOf('What does e5 say?', { session: 's1' })).toEqual(['answered', 1, ids[4]]);
    expect(await firstOf('a/e5')).toEqual(['answered', 1, others[4]]);
    expect(await firstOf('e5', { scope: { sessions: ['a'] } })).toEqual(['answered', 1, others[4]]);
    expect(await firstOf(ids[4]!)).toEqual(['answered', 1, ids[4]]);
  });

  it('answers with several events in their order, and with a part of one', async () => {
    const { retriever, ids } = await filled();
    const several = await retriever.recall({ ...ask, session: 's1', queries: ['e3,e8-e9'] });
    expect(several.hits.map(({ eventId }) => eventId)).toEqual([ids[2], ids[7], ids[8]]);
    const turns = await retriever.recall({ ...ask, session: 's1', queries: ['T2-T3'] });
    expect(turns.hits.map(({ turn }) => turn)).toEqual(turns.hits.map(({ turn }) => Math.min(3, Math.max(2, turn))));
    expect(turns.hits.length).toBeGreaterThan(1);
    // The cut at 1 is inside the first letter.
    const part = await retriever.recall({ ...ask, session: 's1', queries: ['e5:1-9'] });
    expect(part.passages.map(({ text }) => text)).toEqual(['Ångströ']);
  });

  it('finds what was appended a moment ago', async () => {
    const { retriever, append } = await filled();
    const [id] = await append([{ kind: 'user_message', text: 'The crane is green.' }], { ...ask, session: 's1' });
    const { hits } = await retriever.recall({ ...ask, session: 's1', queries: ['e13'] });
    expect(hits.map(({ eventId }) => eventId)).toEqual([id]);
  });

  it('gives nothing outside the scope, of no session, or of a place that there is not', async () => {
    const { retriever, others } = await filled();
    const idsOf = async (query: string, more = {}) =>
      (await retriever.recall({ ...ask, queries: [query], ...more })).hits.map(({ eventId }) => eventId);
    expect(await idsOf('a/e5', { session: 's1', scope: { within: 'session' } })).not.toContain(others[4]);
    expect(await idsOf('e5')).toEqual([]);
    expect(await idsOf('e99', { session: 's1' })).toEqual([]);
  });

  it('puts an event that is named among other words before its equals', async () => {
    const { retriever, ids } = await filled();
    const { hits } = await retriever.recall({ ...ask, session: 's1', queries: ['Why did the boats of e7 leave early?'] });
    expect(hits[0]!.eventId).toBe(ids[6]);
    expect(hits.length).toBeGreaterThan(1);
  });
});

import { describe, expect, it } from 'vitest';
import { createRetriever } from '../../index.ts';
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

  it('reads of a long text no more than the part that is named', async () => {
    const memory = createMemoryRetriever();
    const text = `${'The tide runs out. '.repeat(20_000)}Ångström of the pier. ${'The tide runs in. '.repeat(20_000)}`;
    await memory.append([{ kind: 'agent_message', body: { text: '', artifacts: [await memory.writeArtifact(text)] } }]);
    await memory.project();
    const read: number[] = [];
    const { content } = memory.deps;
    const artifact: typeof content.artifact = async (place, range) => {
      const found = await content.artifact(place, range);
      read.push(found?.bytes.length ?? 0);
      return found;
    };
    const retriever = createRetriever({ ...memory.deps, content: { ...content, artifact } });
    const at = Buffer.byteLength(text.slice(0, text.indexOf('Ångström')));
    const { passages } = await retriever.recall({ ...ask, session: 's1', queries: [`e1:${at + 1}-${at + 21}`] });
    expect(passages.map(({ text: shown }) => shown)).toEqual(['Ångström of the pie']);
    expect(read.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(1_000);
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

  it('searches a question that names one, and shows that event, too', async () => {
    const { retriever, append, project, ids } = await filled();
    const moves = Array.from({ length: 8 }, (_, i) => `Move ${i}: the knight goes from e5 to d7, a square of the board.`);
    const played = await append(
      moves.map((text) => ({ kind: 'agent_message', text })),
      { ...ask, session: 'b' },
    );
    await project();
    for (const query of ['What is e5?', 'Which square does the knight leave from e5?']) {
      const { hits, outcome, rendered } = await retriever.recall({ ...ask, session: 's1', queries: [query] });
      const first = hits.slice(0, 3).map(({ eventId }) => eventId);
      expect(first, query).toContain(ids[4]);
      expect(played.filter((id) => first.includes(id)).length, query).toBe(2);
      expect(rendered, query).toContain('the boats of pier 4');
      expect(outcome, query).not.toBe('nothing_found');
    }
    const said = await retriever.recall({ ...ask, session: 's1', queries: ['What does e7 say?'] });
    expect([said.outcome, said.hits[0]!.eventId]).toEqual(['unsure', ids[6]]);
  });

  it('puts an event that is named among other words before its equals', async () => {
    const { retriever, ids } = await filled();
    const { hits } = await retriever.recall({ ...ask, session: 's1', queries: ['Why did the boats of e7 leave early?'] });
    expect(hits[0]!.eventId).toBe(ids[6]);
    expect(hits.length).toBeGreaterThan(1);
  });
});

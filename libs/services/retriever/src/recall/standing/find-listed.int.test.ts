import type { RecallAnswer, RecallRequest } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { decidingIn, type Said } from '../../../testing/decide-units.ts';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const place = { tenant: 'acme', space: 'main' };
const AT = Date.UTC(2025, 0, 1);
const DAY_MS = 86_400_000;
const CHEESES = 'Which cheeses do I like?';
const TOLD = ["I adore gouda, my aunt's above all.", 'I enjoy halloumi from the grill.', 'I prefer taleggio when it is warm.'];

type Fact = Pick<Written, 'body'> & { readonly text: string; readonly label?: 'user' | 'project' };

/** A space in which each session tells one fact among other talk; `isSwept` makes the facts units. */
async function filled(facts: readonly (Fact | string)[], { isSwept = true, others = 12 } = {}) {
  const memory = createMemoryRetriever();
  const told = facts.map((fact): Fact => (typeof fact === 'string' ? { text: fact } : fact));
  const decisions = decidingIn(memory.stores.units, place);
  const stated: (Said & Required<Pick<Fact, 'label'>>)[] = [];
  for (const [day, { text, body, label = 'user' }] of told.entries()) {
    const session = `day-${day}`;
    const talk = Array.from({ length: others }, (_, at): Written => ({
      kind: 'user_message',
      text: `Kettle ${at} of room ${day} is old.`,
      at: AT,
    }));
    const [eventId] = await memory.append([{ kind: 'user_message', text, at: AT + day * DAY_MS, ...(body && { body }) }, ...talk], {
      ...place,
      session,
    });
    stated.push({ eventId: eventId!, session, from: 0, to: text.length, at: AT + day * DAY_MS, label });
  }
  await memory.project();
  if (isSwept) await decisions.state(...stated);
  const recall = (query: string, more: Partial<RecallRequest> = {}) => memory.retriever.recall({ ...place, queries: [query], ...more });
  /** Returns the places of the facts that came as such with an answer. */
  const brought = async (...queries: string[]): Promise<number[]> => {
    const { hits } = await memory.retriever.recall({ ...place, queries, explain: true });
    const ids = hits.flatMap(({ eventId, factors }) => (factors?.['standingFact'] === undefined ? [] : [eventId]));
    return ids.map((id) => stated.findIndex(({ eventId }) => eventId === id)).sort((a, b) => a - b);
  };
  return { ...memory, recall, brought, decisions, stated };
}

const shown = ({ rendered }: RecallAnswer, facts: readonly string[]): string[] => facts.filter((fact) => rendered.includes(fact));

describe('a question for a list', () => {
  it('brings its pieces from all sessions, though they share no word with it', async () => {
    const bare = await filled(TOLD, { isSwept: false });
    expect(shown(await bare.recall(CHEESES), TOLD)).toEqual([]);
    const { recall } = await filled(TOLD);
    const answer = await recall(CHEESES);
    expect(shown(answer, TOLD)).toEqual(TOLD);
    expect(answer.outcome).toBe('unsure');
  });

  it('brings no fact that joins its speaker otherwise, nor one of another topic', async () => {
    const others = ['I hate feta.', "I'm allergic to brie.", 'I love the album of that band.', 'I work at the dairy.'];
    const { recall } = await filled([...TOLD, ...others]);
    expect(shown(await recall('Which dishes do I like?'), [...TOLD, ...others])).toEqual(TOLD);
    expect(shown(await recall('Which dishes do I hate?'), [...TOLD, ...others])).toEqual(['I hate feta.']);
  });

  it('takes a fact by what its thing is, not by what is told beside it', async () => {
    const told = ['I enjoy the long album while I cook.', 'I adore the new song on rainy evenings.'];
    const { recall } = await filled(told);
    expect(shown(await recall('Which music do I like?'), told)).toEqual(told);
    expect(shown(await recall('Which dishes do I like?'), told)).toEqual([]);
  });

  it('has five events that its own words found before them', async () => {
    const found = Array.from({ length: 8 }, (_, at) => `The cheeses of shelf ${at} are like bricks.`);
    const memory = await filled(TOLD);
    const ids = await memory.append(
      found.map((text) => ({ kind: 'user_message', text, at: AT })),
      { ...place, session: 'shop' },
    );
    await memory.project();
    const { hits } = await memory.recall(CHEESES);
    const places = memory.stated.map(({ eventId }) => hits.findIndex((hit) => hit.eventId === eventId));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(5);
    expect(hits.slice(0, Math.min(...places)).every(({ eventId }) => ids.includes(eventId))).toBe(true);
    expect(Math.max(...places)).toBeLessThan(10);
  });

  it('takes a dozen pieces at most', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `I love number ${at} of the shelf.`);
    const { recall } = await filled(many, { others: 1 });
    expect(shown(await recall(CHEESES, { budgetTokens: 4_000, limit: 40 }), many)).toHaveLength(12);
  });

  it('looks at the same facts each time, whatever was asked before', async () => {
    const many = Array.from({ length: 100 }, (_, at) => (at % 10 > 0 ? `I work in room ${at}.` : `I love number ${at} of the shelf.`));
    const { recall } = await filled(many, { others: 0 });
    const ask = async () => (await recall(CHEESES, { budgetTokens: 4_000, limit: 40 })).hits.map(({ eventId }) => eventId);
    const first = await ask();
    expect(first.length).toBeGreaterThan(0);
    await recall('Which dishes do I hate?');
    expect(await ask()).toEqual(first);
  });

  it('reads a fact by the sentence that said it by the time that is asked about', async () => {
    const { recall, decisions, stated } = await filled(['I enjoy halloumi.', 'I work at the dairy.'], { isSwept: false });
    const [enjoyed, works] = [stated[0]!, stated[1]!];
    await decisions.state(enjoyed);
    const evidence = { eventId: works.eventId, session: 'day-1', from: 0, to: 'I work at the dairy.'.length, at: AT + DAY_MS };
    await decisions.decide([{ do: 'confirm', unit: `${enjoyed.eventId}.0`, evidence }]);
    expect((await recall(CHEESES)).rendered).not.toContain('halloumi');
    expect((await recall(CHEESES, { asOf: AT + 1 })).rendered).toContain('halloumi');
  });

  it('takes what a speaker says where he is named, and what the user says where he means himself', async () => {
    const named: Fact = { text: 'I love comté.', body: { meta: { agent: 'Ida' } } };
    const { recall } = await filled([TOLD[0]!, named]);
    const all = [TOLD[0]!, named.text];
    expect(shown(await recall('Which cheeses does Ida like?'), all)).toEqual([named.text]);
    expect(shown(await recall(CHEESES), all)).toEqual([TOLD[0]]);
  });

  it('takes no list of another than the one who is asked about', async () => {
    const named: Fact = { text: 'I love comté.', body: { meta: { agent: 'Al' } } };
    const { brought } = await filled([TOLD[0]!, named]);
    expect(await brought('Which cheeses does my sister like?')).toEqual([]);
    expect(await brought('Which cheeses does everybody really like?')).toEqual([]);
    expect(await brought('Which cheeses do I like that Al knows?')).toEqual([0]);
  });

  it('takes a relation, a speaker and a topic of the same query', async () => {
    const told = ['I love comté.', 'I hate feta.', 'I hate that song.'].map((text): Fact => ({ text, body: { meta: { agent: 'Ida' } } }));
    const { brought } = await filled(['I adore gouda.', 'I hate brie.', 'I enjoy that album.', ...told]);
    expect(await brought('Which dishes do I like?', 'Which music does Ida hate?')).toEqual([0]);
  });

  it('takes what a team chose', async () => {
    const chose = ['For analytics we settled on DuckDB.', 'We switched from cron to Temporal.'];
    const { recall } = await filled([...chose.map((text): Fact => ({ text, label: 'project' })), 'We decided against Hadoop.']);
    expect(shown(await recall('Which engines do we use?'), chose)).toEqual(chose);
  });

  it.each(['When did I like cheeses?', 'Summarize which cheeses I like.', 'old kettle like'])(
    '%j is answered as without facts',
    async (query) => {
      const [known, bare] = [await filled(TOLD), await filled(TOLD, { isSwept: false })];
      const places = ({ hits }: RecallAnswer) => hits.map(({ session, ordinal, score }) => [session, ordinal, score]);
      expect(places(await known.recall(query))).toEqual(places(await bare.recall(query)));
    },
  );
});

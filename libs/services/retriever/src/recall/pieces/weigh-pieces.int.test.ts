import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const DAY_MS = 86_400_000;
const user = (text: string, day = 0): Written => ({ kind: 'user_message', text, at: Date.UTC(2031, 0, 1) + day * DAY_MS });
const assistant = (text: string, day = 0): Written => ({ kind: 'agent_message', text, at: Date.UTC(2031, 0, 1) + day * DAY_MS });

async function filled(events: readonly Written[]) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  return { ...memory, ids };
}

describe('a question that asks for something to be made or advised', () => {
  const talk = [
    user('My sister came by with her two dogs.'),
    assistant('How nice, did they get along with the cat?'),
    user('By default keep to vegetarian food when you plan a dinner.'),
    assistant('Understood.'),
    user('A dinner for six takes two hours in our kitchen, a dinner for two takes one.'),
    user('I prefer dishes that can be cooked the day before.'),
    user('The dinner last week was on the terrace.'),
    ...Array.from({ length: 60 }, (_, at) => user(`On day ${at} the dinner bell rang and a dinner guest came.`)),
  ];

  it('brings standing instructions and preferences, though other messages share more words with it', async () => {
    const { retriever, ids } = await filled(talk);
    const { hits } = await retriever.recall({
      ...ask,
      queries: ['Can you suggest a menu for a dinner with guests?'],
      limit: 80,
      explain: true,
    });
    const raised = new Map(hits.map(({ eventId, factors }) => [eventId, factors?.['standing']]));
    expect(raised.get(ids[2]!)).toBe(1.5);
    expect(raised.get(ids[5]!)).toBe(1);
    expect([...raised.values()].filter((gain) => gain !== undefined)).toHaveLength(2);
  });

  it('brings them before they are indexed too', async () => {
    const memory = createMemoryRetriever();
    const ids = await memory.append(talk);
    const { hits } = await memory.retriever.recall({ ...ask, queries: ['Can you suggest a menu for a dinner with guests?'], limit: 80 });
    expect(hits.map(({ eventId }) => eventId)).toEqual(expect.arrayContaining([ids[2], ids[5]]));
  });

  it('leaves other questions as they are', async () => {
    const { retriever } = await filled(talk);
    const { hits } = await retriever.recall({ ...ask, queries: ['Where was the dinner last week?'], explain: true });
    expect(hits.some(({ factors }) => factors?.['standing'] !== undefined)).toBe(false);
  });

  it('raises nothing in talk of two people', async () => {
    const says = (agent: string, text: string): Written => ({ ...user(text), body: { meta: { agent } } });
    const { retriever } = await filled([says('Ida', 'Never plan a dinner without bread.'), says('Olaf', 'A dinner it is, on Friday.')]);
    const { hits } = await retriever.recall({ ...ask, queries: ['How should I plan the dinner?'], explain: true });
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.some(({ factors }) => factors?.['standing'] !== undefined)).toBe(false);
  });
});

describe('a question for an order or a summary', () => {
  // On day 50 the boat is all that is talked about; the other messages of it lie far apart.
  const on = (day: number, what: string): Written => user(`Today, on day ${day}, ${what} the wooden boat in the harbour.`, day);
  const early = [on(1, 'I bought'), on(4, 'I emptied'), on(9, 'we cleaned')];
  const late = [on(90, 'they painted'), on(95, 'we tested'), on(99, 'we launched')];
  const crowd = Array.from({ length: 9 }, (_, at) => user(`The boat repair, the wooden boat, the repair of the boat, part ${at}.`, 50));
  const events = [...early, ...crowd, ...late];

  it('takes pieces from all along', async () => {
    const { retriever, ids } = await filled(events);
    const query = 'In what order did I mention the stages of the boat repair in our conversations?';
    const { hits } = await retriever.recall({ ...ask, queries: [query], explain: true });
    const first = hits.slice(0, 5).map(({ eventId }) => eventId);
    expect(first.some((id) => ids.slice(0, 3).includes(id))).toBe(true);
    expect(first.some((id) => ids.slice(-3).includes(id))).toBe(true);
    for (let at = 1; at < hits.length; at += 1) expect(hits[at]!.score).toBeLessThanOrEqual(hits[at - 1]!.score);
  });

  it('shows a message with its reply in a summary', async () => {
    const reply = assistant('Then begin the repair of the boat with the hull, and keep the mast of the boat for the summer.', 1);
    const { retriever, ids } = await filled([early[0]!, reply, ...crowd, ...late]);
    const { hits } = await retriever.recall({ ...ask, queries: ['Give me a summary of the boat repair.'], limit: 40 });
    const places = hits.map(({ eventId }) => eventId);
    expect(Math.abs(places.indexOf(ids[1]!) - places.indexOf(ids[0]!))).toBe(1);
  });
});

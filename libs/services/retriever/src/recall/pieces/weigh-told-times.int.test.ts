import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const on = (month: number, day: number, text: string): Written => ({
  kind: 'user_message',
  at: Date.UTC(2031, month - 1, day, 9),
  text,
  body: { meta: { agent: 'Ida' } },
});
/** Talk of 60 days from 28 July on: what is told stands among much that holds the same words. */
const chatter = Array.from({ length: 60 }, (_, day) =>
  on(7, day + 28, `The ${day % 3 === 0 ? 'ferry' : 'market'} was full again, and the queue was long, number ${day}.`),
);

async function recalled(told: Written, query: string, others: readonly Written[] = chatter) {
  const memory = createMemoryRetriever();
  const ids = await memory.append([...others.slice(0, 30), told, ...others.slice(30)]);
  await memory.project();
  const { hits } = await memory.retriever.recall({ ...ask, queries: [query], limit: 80, explain: true });
  const place = hits.findIndex(({ eventId }) => eventId === ids[30]);
  return { place, gain: hits[place]?.factors?.['toldTime'] };
}

describe('a question that names a time', () => {
  it.each([
    ['Where did Ida take the ferry in July 2031?', 'Last month I took the ferry to the islands.', 8, 20],
    ['Where did Ida take the ferry in the week before 14 August 2031?', 'Last Friday I took the ferry to the islands.', 8, 14],
    ['Where was Ida with the ferry on 4 July 2031?', 'On July 4 we took the ferry to the islands.', 8, 20],
    ['Wohin fuhr Ida im Juli 2031 mit der Fähre?', 'Letzten Monat bin ich mit der Fähre zu den Inseln gefahren.', 8, 20],
    ['Où est allée Ida en juillet 2031 avec le ferry ?', 'Le mois dernier je suis allée sur les îles avec le ferry.', 8, 20],
  ])('finds what was told of it afterwards: %s', async (query, text, month, day) => {
    const { place, gain } = await recalled(on(month, day, text), query);
    expect(gain).toBeGreaterThan(0.5);
    expect(place).toBeLessThan(3);
  });

  it.each([
    ['another time is told', 'In July 2031, where did Ida take the ferry?', 'Yesterday I took the ferry to the islands.'],
    ['no time is told', 'In July 2031, where did Ida take the ferry?', 'I took the ferry to the islands.'],
    ['a year is told', 'In July 2031, where did Ida take the ferry?', 'In 2031 I took the ferry to the islands.'],
    ['no time is asked for', 'Where did Ida take the ferry?', 'Last month I took the ferry to the islands.'],
    ['a time of day is asked for', 'Where did Ida take the ferry at 10:30?', 'Yesterday at 10:30 I took the ferry to the islands.'],
  ])('leaves a message as it is where %s', async (_, query, text) => {
    const { place, gain } = await recalled(on(8, 20, text), query);
    expect(place).toBeGreaterThanOrEqual(0);
    expect(gain).toBeUndefined();
  });

  it('raises a long message less, which holds dates of many things', async () => {
    const text = 'Last month I took the ferry to the islands.';
    const query = 'In July 2031, where did Ida take the ferry?';
    const long = await recalled(on(8, 20, `${text} ${'It was wet there, and nobody had a coat. '.repeat(20)}`), query);
    const short = await recalled(on(8, 20, text), query);
    expect(long.gain ?? 0).toBeLessThan(short.gain! / 2);
  });

  it('leaves talk beside results of tools as it is', async () => {
    const listing: Written = { kind: 'tool_result', text: 'ferry to the islands, booked by Ida in July' };
    const { gain } = await recalled(
      on(8, 20, 'Last month I took the ferry to the islands.'),
      'Where was Ida with the ferry in July 2031?',
      [...chatter, listing],
    );
    expect(gain).toBeUndefined();
  });
});

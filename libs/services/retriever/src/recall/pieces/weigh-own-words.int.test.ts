import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const says = (agent: string, text: string): Written => ({ kind: 'user_message', text, body: { meta: { agent } } });

const praise = says('Ida', 'That is such a good boat, it must be so much fun to sail.');
const own = says('Ida', 'My boat is the small blue one at the end of the quay.');
const others = says('Olaf', 'That is such a fine boat, it must be the fastest of them all.');

async function recall(query: string) {
  const { retriever, append, project } = createMemoryRetriever();
  const ids = await append([praise, own, others]);
  await project();
  const { hits } = await retriever.recall({ ...ask, queries: [query], explain: true });
  const lowered = hits.filter(({ factors }) => factors?.['ofOthers'] !== undefined).map(({ eventId }) => ids.indexOf(eventId));
  return { order: hits.map(({ eventId }) => ids.indexOf(eventId)), lowered };
}

describe('a question about a speaker', () => {
  it('lowers what he says of others, and that alone', async () => {
    const { order, lowered } = await recall('Which boat does Ida have?');
    expect(lowered).toEqual([0]);
    expect(order[0]).toBe(1);
  });

  it.each(['What did Ida say about the boat?', 'Which boat is the fastest?'])('%j leaves all as it is', async (query) => {
    const { order, lowered } = await recall(query);
    expect(order).toHaveLength(3);
    expect(lowered).toEqual([]);
  });
});

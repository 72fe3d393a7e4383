import type { RecallHit } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const says = (agent: string, text: string): Written => ({ kind: 'user_message', text, body: { meta: { agent } } });

async function filled(events: readonly Written[]) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  return { ...memory, ids };
}

const namesOf = (hits: readonly RecallHit[]): (readonly [string, number | undefined])[] =>
  hits.flatMap(({ eventId, factors }) => (factors?.['names'] === undefined ? [] : [[eventId, factors['names']] as const]));

describe('a question that asks for names', () => {
  const about = says('Ida', 'I read a lot, books are what I like best in the evening.');
  const named = says('Ida', 'On the ferry I read Moby Dick, what a book that was.');
  const long = says('Olaf', `The book of Anna Seghers came. ${'It was wet and cold there, and nobody had a coat. '.repeat(14)}`);
  const talk = [about, named, long, says('Olaf', 'Which book did you read, Ida? Was it the one about whales?')];

  it('raises messages that name something, long ones less', async () => {
    const { retriever, ids } = await filled(talk);
    const { hits } = await retriever.recall({ ...ask, queries: ['Which books has Ida read?'], explain: true });
    const raised = new Map(namesOf(hits));
    expect([...raised.keys()].toSorted()).toEqual([ids[1], ids[2]].toSorted());
    expect(raised.get(ids[1]!)).toBe(0.75);
    expect(raised.get(ids[2]!)).toBeCloseTo((0.75 * 80) / 160, 1);
    expect(hits[0]!.eventId).toBe(ids[1]);
  });

  it.each([
    'How often has Ida read a book?',
    'Can you suggest which books Ida might read?',
    'Give me a summary of which books Ida has read.',
  ])('leaves %j as it is', async (query) => {
    const { retriever } = await filled(talk);
    const { hits } = await retriever.recall({ ...ask, queries: [query], explain: true });
    expect(hits.length).toBeGreaterThan(0);
    expect(namesOf(hits)).toEqual([]);
  });

  it('leaves results of tools, and talk beside them, as they are', async () => {
    const listing: Written = { kind: 'tool_result', text: 'books: Moby Dick, read by Ida on the ferry' };
    const { retriever } = await filled([...talk, listing]);
    const { hits } = await retriever.recall({ ...ask, queries: ['Which books has Ida read?'], explain: true });
    expect(namesOf(hits)).toEqual([]);
  });
});

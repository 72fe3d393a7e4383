import { createHashingEmbedder } from '@total-recall/adapter-memory';
import type { NewEvent, RecallRequest } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMemoryService, createServiceStores } from '../../../testing/memory-service.ts';

const ADDRESS = { tenant: 't', space: 's', session: 'x' };
const ask = (query: string): RecallRequest => ({ tenant: 't', space: 's', queries: [query], limit: 40, explain: true });
const said = (agent: string, text: string): NewEvent => ({ kind: 'user_message', text, meta: { agent } });
const chatter = Array.from({ length: 20 }, (_, at) =>
  said(at % 2 === 0 ? 'Ines' : 'Tomas', `The weather of day ${at} was mild and the tram came late.`),
);
const talk = [
  ...chatter,
  said('Ines', 'Ines plays the cello on Mondays. Have you ever played anything?'),
  said('Tomas', 'Which instruments does Ines play?'),
  said('Tomas', 'Tomas plays the drum on Sundays.'),
  ...chatter,
];

async function filled(events: readonly NewEvent[]) {
  const embedder = createHashingEmbedder();
  const service = createMemoryService(createServiceStores(), {
    embedder: { current: () => embedder, whenReady: async () => embedder, failing: () => false },
  });
  await service.ingest.start();
  const { events: appended } = await service.ingest.append({ ...ADDRESS, events: [...events] });
  await service.ingest.settle(30_000);
  return { ...service, ids: appended.map(({ id }) => id) };
}

describe('a question that takes several pieces', () => {
  it('weighs messages by the sentence that states something, and gives none to a question', async () => {
    const { retriever, ids, ingest } = await filled(talk);
    const { hits } = await retriever.recall(ask('Which instruments does Ines play?'));
    const factorsOf = (at: number) => hits.find(({ eventId }) => eventId === ids[at])?.factors;
    expect(factorsOf(20)!['statement']).not.toBe(0);
    expect(factorsOf(22)!['statement']).not.toBe(0);
    expect(factorsOf(21)).not.toHaveProperty('statement');
    await ingest.stop();
  });

  it('counts the words of the speaker that it names twice as much', async () => {
    const { retriever, ids, ingest } = await filled(talk);
    const { hits } = await retriever.recall(ask('Which instruments does Ines play?'));
    const factorsOf = (at: number) => hits.find(({ eventId }) => eventId === ids[at])!.factors!;
    expect(factorsOf(20)['told']).toBe(factorsOf(20)['speaker']);
    expect(factorsOf(20)['told']).toBeGreaterThan(0);
    expect(factorsOf(22)['told'] ?? 0).toBe(0);
    await ingest.stop();
  });

  it('moves nothing for a question about one thing, and nothing among results of tools', async () => {
    const call: NewEvent[] = [
      { kind: 'tool_call', call: { id: 'c1', name: 'read', arguments: '{"path":"notes/instruments.txt"}' } },
      { kind: 'tool_result', call: { id: 'c1', name: 'read' }, text: 'The instruments that Ines plays: the cello.' },
    ];
    const { retriever, ingest } = await filled(talk);
    const one = await retriever.recall(ask('Who is late?'));
    expect(one.hits.some(({ factors }) => factors?.['statement'] !== undefined)).toBe(false);
    await ingest.stop();
    const traced = await filled([...talk, ...call]);
    const many = await traced.retriever.recall(ask('Which instruments does Ines play?'));
    expect(many.hits.length).toBeGreaterThan(0);
    expect(many.hits.some(({ factors }) => factors?.['statement'] !== undefined)).toBe(false);
    await traced.ingest.stop();
  });
});

import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const says = (agent: string, text: string): Written => ({ kind: 'agent_message', text, body: { meta: { agent } } });
const chatter = ['We had soup again.', 'The bus came late.', 'My back hurts.', 'The cat broke a vase.'].map((text) => says('Ida', text));

async function filled(events: readonly Written[]) {
  const memory = createMemoryRetriever();
  const ids = await memory.append(events);
  await memory.project();
  return { ...memory, ids };
}

describe('a message that only asks', () => {
  const question = says('Ida', 'Which boat did you buy in the harbour?');
  const answer = says('Olaf', 'I went for the blue boat at last.');

  it('stands behind what tells something, and keeps what it lends to the reply', async () => {
    const { retriever, ids } = await filled([...chatter, question, answer, ...chatter]);
    const { hits } = await retriever.recall({ ...ask, queries: ['Which boat was it that they did buy in the harbour?'], explain: true });
    expect(hits[0]!.eventId).toBe(ids[5]);
    const demoted = hits.filter(({ factors }) => factors?.['asks'] !== undefined);
    expect(demoted.map(({ eventId, factors }) => [eventId, factors?.['asks']])).toEqual([[ids[4], -1.5]]);
    expect(demoted[0]!.score + 1.5).toBeGreaterThan(hits[0]!.score);
    expect(hits[0]!.factors?.['context']).toBeGreaterThan(0);
  });

  it('keeps its place where the words of its speaker are asked for', async () => {
    const asked: Written = { kind: 'user_message', text: 'Which boat did you buy in the harbour?', body: { meta: {} } };
    const { retriever, ids } = await filled([...chatter, asked, answer]);
    const { hits } = await retriever.recall({ ...ask, queries: ['What did I ask about the boat in the harbour?'], explain: true });
    expect(hits[0]).toMatchObject({ eventId: ids[4] });
    expect(hits[0]!.factors).not.toHaveProperty('asks');
  });

  it('keeps its place under a list of words', async () => {
    const { retriever, ids } = await filled([...chatter, question, answer]);
    const { hits } = await retriever.recall({ ...ask, queries: ['boat buy harbour Ida'], explain: true });
    expect(hits.find(({ eventId }) => eventId === ids[4])!.factors).not.toHaveProperty('asks');
  });

  it('makes nothing answered under a list of words, while one that tells something does', async () => {
    const crates = Array.from({ length: 40 }, (_, at): Written[] => [
      { kind: 'user_message', text: `How many crates are on quay ${at}?`, body: { meta: {} } },
      { kind: 'agent_message', text: `Quay ${at} holds ${at * 13} crates of salt for customer ${at * 7}.`, body: { meta: {} } },
    ]).flat();
    const asked: Written = { kind: 'user_message', text: 'What is the radio channel of the pilot boat?', body: { meta: {} } };
    const unknown: Written = { kind: 'agent_message', text: 'I could not find it.', body: { meta: {} } };
    const words = { ...ask, queries: ['pilot boat radio channel'] };
    const { retriever, append, project, ids } = await filled([...crates, asked, unknown, asked, unknown]);
    const before = await retriever.recall(words);
    expect(before.outcome).not.toBe('answered');
    expect(before.hits.map(({ eventId }) => eventId)).toContain(ids.at(-2));
    const [told] = await append([{ kind: 'user_message', text: 'The radio channel of the pilot boat is 12.', body: { meta: {} } }]);
    await project();
    const after = await retriever.recall(words);
    expect(after.outcome).toBe('answered');
    expect(after.hits.map(({ eventId }) => eventId)).toContain(told);
  });

  it('is no evidence: asked just now, it makes nothing answered', async () => {
    const query = 'Which hotel did you book in Porto?';
    const { retriever, ids } = await filled([
      ...chatter,
      question,
      answer,
      ...chatter,
      { kind: 'user_message', text: query, body: { meta: {} } },
    ]);
    const { hits, confidence, outcome } = await retriever.recall({ ...ask, queries: [query] });
    expect(outcome).not.toBe('answered');
    expect(confidence).toBeLessThan(0.5);
    expect(hits.find(({ eventId }) => eventId === ids.at(-1))).toMatchObject({ confidence: 0 });
  });
});

it('praise beside a question is held back among people, and is feedback beside an assistant', async () => {
  const praise = 'Wow, that blue boat looks so good! Where in the harbour is it?';
  const demotedOf = async (said: Written): Promise<unknown> => {
    const { retriever, ids } = await filled([...chatter, said]);
    const { hits } = await retriever.recall({ ...ask, queries: ['Where in the harbour is the blue boat?'], explain: true });
    return hits.find(({ eventId }) => eventId === ids[4])!.factors?.['asks'];
  };
  expect(await demotedOf({ kind: 'user_message', text: praise, body: { meta: { agent: 'Ida' } } })).toBe(-1.5);
  expect(await demotedOf({ kind: 'user_message', text: praise, body: { meta: {} } })).toBeUndefined();
});

it('a message of an agent that only announces what comes stands behind what came of it', async () => {
  const { retriever, ids } = await filled([
    ...chatter,
    says('Olaf', 'Now the light theme of the harbour map:'),
    says('Olaf', 'Done. I updated the theme of the harbour map: light colours for day, dark ones for night.'),
    ...chatter,
  ]);
  const { hits } = await retriever.recall({ ...ask, queries: ['Is the light theme of the harbour map done?'], explain: true });
  expect(hits[0]!.eventId).toBe(ids[5]);
  expect(hits.find(({ eventId }) => eventId === ids[4])).toMatchObject({ confidence: 0, factors: { asks: -1.5 } });
});

it('a refused call of recall is never evidence of what was asked', async () => {
  const call = { id: 'r1', name: 'recall' };
  const refused: Written = { kind: 'tool_result', text: 'pull_limit: A turn may make one call.', body: { call, isError: true, meta: {} } };
  const failed: Written = {
    kind: 'tool_result',
    text: 'pilot boat: not in range',
    body: { call: { id: 'r2', name: 'radio' }, isError: true, meta: {} },
  };
  const { retriever, ids } = await filled([
    ...chatter,
    { kind: 'tool_call', text: '', body: { call: { ...call, arguments: '{"queries":["pilot boat radio channel"]}' }, meta: {} } },
    refused,
    { kind: 'tool_call', text: '', body: { call: { id: 'r2', name: 'radio', arguments: '{"to":"pilot boat"}' }, meta: {} } },
    failed,
  ]);
  const { hits } = await retriever.recall({ ...ask, queries: ['What is the radio channel of the pilot boat?'] });
  const found = hits.map(({ eventId }) => eventId);
  expect(found).toContain(ids.at(-1));
  expect(found).not.toContain(ids[5]);
});

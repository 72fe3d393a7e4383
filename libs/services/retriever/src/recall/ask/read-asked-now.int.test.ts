import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main', session: 's1' };
const user = (text: string): Written => ({ kind: 'user_message', text });
const agent = (text: string): Written => ({ kind: 'agent_message', text });
const HISTORY: readonly Written[] = [
  user('The staging database listens on port 6543 since Monday.'),
  agent('Noted.'),
  user('Which wharf does the ferry to Lunde leave from?'),
  agent('It leaves from pier 4, beside the fish market.'),
  ...['The soup was cold.', 'Rain again today.', 'My back hurts.', 'The cat broke a vase.'].flatMap((text) => [
    user(text),
    agent('I see.'),
  ]),
];
const QUERY = 'Which port does the staging database listen on?';

async function filled(events: readonly Written[], isProjected = true) {
  const memory = createMemoryRetriever();
  const ids = await memory.append([...HISTORY, ...events]);
  if (isProjected) await memory.project();
  const recall = (query: string, more: object = {}) => memory.retriever.recall({ ...ask, queries: [query], explain: true, ...more });
  return { ...memory, ids, recall };
}

describe('a question that was appended and is recalled with', () => {
  it.each([
    ['indexed', QUERY, true],
    ['not indexed yet', QUERY, false],
    ['in other white space and case', ' which PORT does the staging\ndatabase listen on ?', true],
  ])('finds what it finds without the append: %s', async (_, text, isProjected) => {
    const [plain, own] = [await filled([], isProjected), await filled([user(text)], isProjected)];
    const [before, after] = [await plain.recall(QUERY), await own.recall(QUERY)];
    expect(after.hits.map(({ ordinal, score, confidence }) => [ordinal, score, confidence])).toEqual(
      before.hits.map(({ ordinal, score, confidence }) => [ordinal, score, confidence]),
    );
    expect(after).toMatchObject({ outcome: before.outcome, confidence: before.confidence, evidence: before.evidence });
    expect(after.hits[0]!.eventId).toBe(own.ids[0]);
  });

  it('is left out each time where it was sent again, and where the model only made calls since', async () => {
    const call: Written = { kind: 'tool_call', body: { call: { id: 'c1', name: 'list_files', arguments: '{}' } } };
    const { recall, ids } = await filled([user(QUERY), user(QUERY), call]);
    const found = (await recall(QUERY)).hits.map(({ eventId }) => eventId);
    expect(found).not.toContain(ids.at(-2));
    expect(found).not.toContain(ids.at(-3));
  });

  it.each([
    ['of an old turn', [agent('Port 6543.'), user('Thanks.')], QUERY, {}],
    ['that is answered', [agent('Port 6543.')], QUERY, {}],
    ['under other words', [], 'What did I ask about the staging database and its port?', {}],
    ['of another session', [], QUERY, { session: 's2' }],
    ['where no session asks', [], QUERY, { session: undefined }],
  ])('is found %s', async (_, later, query, more) => {
    const memory = await filled([user(QUERY), ...later]);
    await memory.append([user('Hello.')], { ...memory.home, session: 's2' });
    const { hits } = await memory.recall(query, more);
    expect(hits.map(({ eventId }) => eventId)).toContain(memory.ids[HISTORY.length]);
  });

  it('is found where something is attached to it', async () => {
    const memory = createMemoryRetriever();
    await memory.append(HISTORY);
    const artifacts = [{ ...(await memory.writeArtifact('host db-2, port 6543')), role: 'attachment' as const }];
    const [id] = await memory.append([{ ...user(QUERY), body: { artifacts } }]);
    await memory.project();
    const { hits } = await memory.retriever.recall({ ...ask, queries: [QUERY] });
    expect(hits.map(({ eventId }) => eventId)).toContain(id);
  });
});

import { readRendering } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createRetriever, type RecallConfig } from '../../index.ts';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main', session: 's1' };
const BOATS = ['cutter', 'ketch', 'sloop', 'yawl', 'dinghy', 'barge', 'tug'];
const notes = (count: number): Written[] =>
  Array.from({ length: count }, (_, i) => ({
    kind: i % 2 === 0 ? 'user_message' : 'agent_message',
    text: `Note ${i}: the ${BOATS[i % 7]!} left pier ${i % 11} at dawn, the crew of ${i % 5} in good spirits.`,
  }));
const PARSER: Written = { kind: 'decision', text: 'We pin the parser to release 4.17.2 because 4.18 breaks the tokeniser.' };

const ITEMS = ['trail lamp', 'dry bag', 'stove', 'tent pole', 'compass', 'map case', 'water filter', 'ice axe'];
const record = (id: string, at: number): Written => ({
  kind: 'tool_result',
  text: JSON.stringify({ id, items: [0, 1].map((i) => ({ name: ITEMS[(at + i) % 8], price: 10 + at * 7 + i })) }, null, 1),
});

async function filled(extra: readonly Written[] = [PARSER], config: Partial<RecallConfig> = {}) {
  const memory = createMemoryRetriever({ config });
  await memory.append(notes(30));
  const ids = await memory.append(extra);
  await memory.append(notes(30));
  await memory.project();
  return { ...memory, ids };
}

describe('confidence of recall', () => {
  it('is high where the store holds what is asked, and says nothing of it in the evidence', async () => {
    const { retriever, ids } = await filled();
    const answer = await retriever.recall({
      ...ask,
      queries: ['which release do we pin the parser to, and what breaks the tokeniser?'],
      explain: true,
    });
    expect(answer.outcome).toBe('answered');
    expect(answer.hits[0]!.eventId).toBe(ids[0]);
    expect(answer.confidence).toBeGreaterThan(0.5);
    expect(answer.hits[0]!.confidence).toBeLessThanOrEqual(answer.confidence);
    expect(answer.hits[0]!.confidence).toBeGreaterThan(answer.hits[1]!.confidence);
    expect(answer.evidence).toMatchObject({ unseen: expect.any(Number), best: answer.hits[0]!.evidence!['coverage'] });
    expect(answer.escalation).toBeUndefined();
    expect(answer.rendered).not.toMatch(/\[(unsure|not found)/);
  });

  it('is honest about what was never said, and still shows what came nearest', async () => {
    const { retriever } = await filled();
    const answer = await retriever.recall({ ...ask, queries: ['which dentist did Quillon recommend for the wisdom tooth at the pier?'] });
    expect(answer.outcome).toBe('nothing_found');
    expect(answer.confidence).toBeLessThan(0.15);
    expect(answer.hits.length).toBeGreaterThan(0);
    expect(answer.rendered).toContain('[not found: ');
    expect(readRendering(answer.rendered).length).toBeGreaterThan(0);
    expect(answer.tokens).toBeLessThanOrEqual(answer.budgetTokens);
  });

  it('shows some of what came nearest where it says that nothing was found, and little of a large budget', async () => {
    const { retriever } = await filled();
    const queries = ['which dentist did Quillon recommend for the wisdom tooth at the pier?'];
    const answer = await retriever.recall({ ...ask, queries, budgetTokens: 4_000 });
    expect(answer.outcome).toBe('nothing_found');
    expect(readRendering(answer.rendered).length).toBeGreaterThan(1);
    expect(answer.tokens).toBeGreaterThan(100);
    expect(answer.tokens).toBeLessThan(200);
  });

  it('does not deny in one language what may be told in another, and says so', async () => {
    const { retriever } = await filled();
    const answer = await retriever.recall({ ...ask, queries: ['pourquoi est-ce que nous gardons une vieille version du parser ?'] });
    expect(answer.outcome).toBe('unsure');
    expect(answer.rendered).toContain('[unsure: what was found is in another language than the question; search again in that language]');
    const same = await retriever.recall({ ...ask, queries: ['why do we never paint the old lighthouse of Quillon?'] });
    expect(same.rendered).not.toContain('another language');
  });

  it('tells of an identifier that was never there', async () => {
    const { retriever } = await filled([{ kind: 'tool_result', text: 'issued token zk-88213-alpha to the runner' }]);
    const known = await retriever.recall({ ...ask, queries: ['zk-88213-alpha'] });
    const unknown = await retriever.recall({ ...ask, queries: ['zk-99999-omega'] });
    expect(known.confidence).toBeGreaterThan(unknown.confidence);
    expect(unknown.outcome).toBe('nothing_found');
  });

  it('answers nothing from nothing', async () => {
    const { retriever } = createMemoryRetriever();
    const answer = await retriever.recall({ ...ask, queries: ['anything at all'] });
    expect(answer).toMatchObject({ confidence: 0, outcome: 'nothing_found', hits: [] });
    expect(answer.rendered).toContain('Nothing was found. Try words that stood there: names, paths, error texts.');
  });

  it('says that it searched only where it was asked to', async () => {
    const { retriever } = await filled([{ kind: 'tool_result', text: 'issued token zk-88213-alpha to the runner' }]);
    const asked = (scope: object) => retriever.recall({ ...ask, queries: ['zk-88213-alpha'], scope });
    expect((await asked({ kinds: ['decision'] })).rendered).toContain(
      'Nothing was found. Only some sessions, kinds, agents, tasks or times were searched;',
    );
    expect((await asked({ within: 'space', toTime: undefined })).rendered).toContain('issued token');
  });

  it('does not take what may not be shown for a part of the space that was not searched', async () => {
    const { retriever, append } = createMemoryRetriever();
    await append([{ kind: 'user_message', text: 'Zephyr.' }]);
    const asked = async (scope: object) => (await retriever.recall({ ...ask, queries: ['anything at all'], scope })).rendered;
    for (const scope of [{ redactSensitive: true }, { excludeSensitivity: ['private'] }, { within: 'space', redactSensitive: true }])
      expect(await asked(scope)).toContain('Nothing was found. Try words that stood there: names, paths, error texts.');
    for (const scope of [{ within: 'session' }, { toTime: 9, excludeSensitivity: ['private'] }])
      expect(await asked(scope)).toContain('a search without that limit covers all.');
  });

  it('does not deny what only has no room', async () => {
    const { retriever } = await filled([{ kind: 'tool_result', text: 'issued token zk-88213-alpha to the runner' }]);
    const answer = await retriever.recall({ ...ask, queries: ['zk-88213-alpha'], budgetTokens: 45 });
    expect(answer.passages).toEqual([]);
    expect(answer.hits).not.toEqual([]);
    expect(answer.rendered).toContain('\nNothing fits the budget. Ask for more budgetTokens.\n');
    const less = await retriever.recall({ ...ask, queries: ['zk-88213-alpha'], budgetTokens: 30 });
    expect(less.rendered).toContain('\nNothing fits the budget.\n');
    const more = await retriever.recall({ ...ask, queries: ['zk-88213-alpha'], budgetTokens: 70 });
    expect(more.rendered).toContain('issued token');
  });

  it('answers nothing where nothing is packed, however sure it is of what it found', async () => {
    const { retriever } = await filled();
    const queries = ['which release do we pin the parser to, and what breaks the tokeniser?'];
    expect(await retriever.recall({ ...ask, queries })).toMatchObject({ outcome: 'answered' });
    expect(await retriever.recall({ ...ask, queries, budgetTokens: 45 })).toMatchObject({ outcome: 'unsure', passages: [] });
  });

  it.each([
    (at: number) => `#W${4_000 + at * 37}`,
    (at: number) => `LH${400 + at}`,
    (at: number) => `ticket #${40 + at}`,
    (at: number) => `swater-${40 + at}`,
  ])('does not answer by another record than the one that is named', async (idOf) => {
    const { retriever, ids } = await filled(Array.from({ length: 8 }, (_, at): Written => record(idOf(at), at)));
    const priceOf = (item: string) => retriever.recall({ ...ask, queries: [`What is the price of the ${item} in ${idOf(3)}?`] });
    for (const item of [ITEMS[3]!, ITEMS[4]!]) {
      const answer = await priceOf(item);
      expect(answer).toMatchObject({ outcome: 'answered' });
      expect(answer.hits[0]!.eventId).toBe(ids[3]);
    }
    expect((await priceOf(ITEMS[6]!)).outcome).not.toBe('answered');
  });

  it.each([(at: number) => `#W${4_000 + at * 37}`, (at: number) => `OPS-${400 + at}`, (at: number) => `INV-2026-${1_040 + at}`])(
    'does not answer what no record tells by the one that is named',
    async (idOf) => {
      const { retriever } = await filled(Array.from({ length: 8 }, (_, at): Written => record(idOf(at), at)));
      const outcomeOf = async (query: string) => (await retriever.recall({ ...ask, queries: [query] })).outcome;
      for (const query of [`Which warehouse packed ${idOf(3)}?`, `How many customers complained about ${idOf(5)}?`])
        expect(await outcomeOf(query)).toBe('unsure');
      for (const query of [`What is ${idOf(3)}?`, `Show ${idOf(3)}`, `Which items and prices are in ${idOf(3)}?`])
        expect(await outcomeOf(query)).toBe('answered');
    },
  );

  it('takes a message that names no other id for no other record', async () => {
    const said = (text: string): Written => ({ kind: 'user_message', text });
    const outcomeOf = async (query: string, ...extra: readonly Written[]) => {
      const { retriever } = await filled(extra);
      return (await retriever.recall({ ...ask, queries: [query] })).outcome;
    };
    const put = said('My doctor put me on vitamin B12.');
    const pill = 'When do I take my vitamin B12 pill?';
    const taken = said('I take my vitamin pill with breakfast, after the porridge.');
    const other = said('I take my vitamin B17 pill with breakfast, after the porridge.');
    expect(await outcomeOf(pill, put, ...notes(10), taken)).toBe('answered');
    expect(await outcomeOf(pill, put, ...notes(10), other)).not.toBe('answered');
    const packed = said('The north warehouse packed OPS-404 with the blue label.');
    expect(await outcomeOf('Which warehouse packed OPS-403?', said('My order is OPS-403, two tents.'), ...notes(10), packed)).toBe(
      'unsure',
    );
    const image = said('The nightly image build runs on the Jenkins runner at 3 am.');
    const runner = 'On which runner does the nightly image build for x86 run?';
    expect(await outcomeOf(runner, said('We build the image for x86 and arm.'), ...notes(10), image)).toBe('answered');
  });

  it('keeps a small budget for evidence', async () => {
    const { retriever } = await filled();
    const answer = await retriever.recall({ ...ask, queries: ['which dentist did Quillon recommend at the pier?'], budgetTokens: 120 });
    expect(answer.rendered).not.toContain('[not found');
    expect(answer.tokens).toBeLessThanOrEqual(120);
  });
});

describe('escalation', () => {
  const listed: Written[] = [
    { kind: 'decision', text: 'The quince jam goes to the museum shop.' },
    { kind: 'decision', text: 'The walnut varnish dries in the loft.' },
  ];
  const queries = ['quince jam, oak shelves, copper kettles, linen curtains and walnut varnish'];

  it('tries other queries for a weak answer, at most two, and says what they were', async () => {
    const { retriever } = await filled(listed, { escalations: ['known_words', 'second_hop', 'known_words'], escalateBelow: 1 });
    const answer = await retriever.recall({ ...ask, queries });
    expect(answer.escalation!.attempts.map(({ reason }) => reason)).toEqual(['known_words', 'second_hop']);
    expect(answer.escalation!.attempts[0]!.queries).toEqual(['quince jam walnut varnish']);
    for (const { confidence } of answer.escalation!.attempts) expect(confidence).toBeLessThanOrEqual(1);
    const again = await retriever.recall({ ...ask, queries });
    expect({ hits: again.hits, escalation: again.escalation }).toEqual({ hits: answer.hits, escalation: answer.escalation });
  });

  it('never displaces the first hits, and says whether an attempt added to the answer', async () => {
    const { deps } = await filled(listed);
    const ask1 = (config: Partial<RecallConfig>) => createRetriever(deps, config).recall({ ...ask, queries, limit: 40 });
    const plain = await ask1({ escalations: [] });
    const escalated = await ask1({ escalations: ['second_hop'], escalateBelow: 1 });
    const ids = (answer: typeof plain): string[] => answer.hits.map((hit) => hit.eventId);
    expect(plain.escalation).toBeUndefined();
    expect(ids(escalated).slice(0, 10)).toEqual(ids(plain).slice(0, 10));
    const scores = escalated.hits.map((hit) => hit.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const [attempt] = escalated.escalation!.attempts;
    expect(escalated.escalation!.used).toBe(attempt!.confidence >= plain.confidence + 0.02 ? 'second_hop' : undefined);
  });

  it('does not happen above the gate', async () => {
    const { retriever } = await filled(listed, { escalations: ['known_words', 'second_hop'], escalateBelow: 0 });
    expect((await retriever.recall({ ...ask, queries })).escalation).toBeUndefined();
  });

  it('is written to the log of retrievals', async () => {
    const { retriever, stores } = await filled(listed, { escalations: ['known_words'], escalateBelow: 1 });
    const answer = await retriever.recall({ ...ask, queries });
    const [record] = await stores.anatomy.retrievals({ tenant: ask.tenant, space: ask.space, limit: 1 });
    expect(record).toMatchObject({ confidence: answer.confidence, outcome: answer.outcome, attempts: 1 });
  });
});

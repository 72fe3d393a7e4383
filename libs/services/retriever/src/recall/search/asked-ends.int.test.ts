import { describe, expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const START = Date.UTC(2031, 0, 1, 9);
const ASK = { tenant: 'acme', space: 'main', session: 's1' };
const FIELDS = ['barley', 'oats', 'rye', 'spelt', 'maize', 'flax', 'hemp', 'clover', 'beans', 'peas', 'hops', 'vetch'];

/** Talk of a user and an assistant by turns, a message a minute. */
const TALK: readonly Written[] = FIELDS.flatMap((field, at): Written[] => [
  { kind: 'user_message', at: START + at * 60_000, text: `Please sow ${field} behind the mill.` },
  { kind: 'agent_message', at: START + at * 60_000 + 1, text: `The ${field} is sown, and the mill stands still.` },
]);

async function memory(events: readonly Written[] = TALK) {
  const own = createMemoryRetriever();
  const ids = await own.append(events);
  await own.project();
  const recall = async (query: string, more: object = {}) => {
    const answer = await own.retriever.recall({ ...ASK, queries: [query], ...more });
    return { ...answer, places: answer.hits.map(({ eventId }) => ids.indexOf(eventId)) };
  };
  return { ...own, recall };
}

describe('a question for nothing but the last or the first that somebody said', () => {
  it.each([
    ['What did I ask last?', [22, 20, 18]],
    ['what was my last request', [22, 20, 18]],
    ['Which was my last request?', [22, 20, 18]],
    ['What did you say last?', [23, 21, 19]],
    ['What did I say first?', [0, 2, 4]],
    ['Was habe ich dich zuletzt gefragt?', [22, 20, 18]],
    ["qu'est-ce que je t'ai demandé en dernier", [22, 20, 18]],
    ["la dernière chose que je t'ai demandée", [22, 20, 18]],
    ['¿qué te pedí por último?', [22, 20, 18]],
    ['cosa ti ho chiesto per ultimo?', [22, 20, 18]],
    ['o que eu te pedi por último?', [22, 20, 18]],
    ['wat heb ik je het laatst gevraagd?', [22, 20, 18]],
  ])('is answered by its place, with two more: %s', async (query, wanted) => {
    const { recall } = await memory();
    const { places, passages, outcome, confidence, hits } = await recall(query);
    expect(places).toEqual(wanted);
    expect(passages).toHaveLength(3);
    expect([outcome, confidence, hits[0]!.confidence]).toEqual(['answered', 0.9, 0.9]);
  });

  it('has the last message as one, where it asks', async () => {
    const asked: Written = { kind: 'user_message', at: START + 3_600_000, text: 'Where does the miller keep the sieves?' };
    const { recall } = await memory([...TALK, asked]);
    expect((await recall('What did I ask last?')).places[0]).toBe(24);
  });

  it('keeps to the order of time, whatever was replaced or binds', async () => {
    const { recall, append, project } = await memory([
      { kind: 'user_message', at: START, text: 'The miller is called Odo.' },
      { kind: 'constraint', at: START + 1, text: 'Never open the sluice.' },
      ...TALK.map((event) => ({ ...event, at: event.at! + 2 })),
    ]);
    await append([{ kind: 'user_message', at: START + 3_600_000, text: 'The miller is called Udo now, no longer Odo.' }]);
    await project();
    expect((await recall('What did I say first?')).hits[0]!.ordinal).toBe(1);
    expect((await recall('What did I say last?')).passages).toHaveLength(3);
  });

  it.each(['Why did I ask that first?', 'When did I ask that last?'])(
    'is not known where something about it is asked: %s',
    async (query) => {
      const { outcome, confidence } = await (await memory()).recall(query);
      expect(outcome).not.toBe('answered');
      expect(confidence).toBeLessThan(0.5);
    },
  );

  it.each(['What did I say last about the barley?', 'What did I ask about the mill?'])(
    'is searched by words with a topic: %s',
    async (query) => {
      const { places } = await (await memory()).recall(query);
      expect(places.length).toBeGreaterThan(3);
    },
  );

  it('is answered by decisions that were kept', async () => {
    const decided = ['Two sluices.', 'One wheel.'].map((text, at): Written => ({ kind: 'decision', at: START + at, text }));
    const { recall } = await memory([...decided, ...TALK.map((event) => ({ ...event, at: event.at! + 9 }))]);
    const { places, outcome } = await recall('What is our latest decision?');
    expect([outcome, ...places]).toEqual(['answered', 1, 0]);
  });
});

describe('a question for the last or the first that somebody said who is named', () => {
  const said = (agent: string, at: number, text: string, kind: Written['kind'] = 'agent_message'): Written => ({
    kind,
    at: START + at * 60_000,
    text,
    body: { meta: { agent } },
  });
  const events: readonly Written[] = [
    ...FIELDS.flatMap((field, at) => [
      said('Ada', 2 * at, `Ben, I have sown ${field}. What did Ada say?`, 'user_message'),
      said('Ben', 2 * at + 1, `Ada, the last ${field} was fine. What did you say, Ada?`),
    ]),
    said('field-planner', 100, 'Sow rye first.', 'decision'),
    said('field-planner', 101, 'Sow oats last.', 'decision'),
    said('field-planner', 102, 'Rye it is, then the oats.'),
    said('Ada Vane', 103, 'The gate is shut.'),
  ];

  it.each([
    ['What did Ben say last?', [23, 21, 19]],
    ["What was Ben's last message?", [23, 21, 19]],
    ['What did Ben ask first?', [1, 3, 5]],
    ['Was hat Ben zuletzt gesagt?', [23, 21, 19]],
    ["qu'est-ce que Ben a dit en dernier ?", [23, 21, 19]],
    ['¿qué dijo Ben por último?', [23, 21, 19]],
    ['cosa ha detto Ben per ultimo?', [23, 21, 19]],
    ['o que o Ben disse por último?', [23, 21, 19]],
    ['wat zei Ben het laatst?', [23, 21, 19]],
    ['What did Ada Vane say last?', [27]],
    ['what did the field-planner decide last', [25, 24]],
    ['What did the field-planner say last?', [26]],
  ])('is answered by his messages: %s', async (query, wanted) => {
    const { recall } = await memory(events);
    const { places, outcome, confidence } = await recall(query);
    expect(places).toEqual(wanted);
    expect([outcome, confidence]).toEqual(['answered', 0.9]);
  });

  it('finds what is not indexed yet, and one of many messages', async () => {
    const many = Array.from({ length: 700 }, (_, at) => said(at % 2 === 0 ? 'Ada' : 'Ben', at, `Sheaf ${at} is bound, Ada and Ben.`));
    const { recall, append } = await memory(many);
    expect((await recall('What did Ben say last?')).places).toEqual([699, 697, 695]);
    expect((await recall('What did Ben say first?')).places).toEqual([1, 3, 5]);
    const [late] = await append([said('Ben', 900, 'The barn is full.')]);
    expect((await recall('What did Ben say last?')).hits[0]!.eventId).toBe(late);
  });

  it.each([
    'What did Ben say last about the barley?',
    'What did Ben tell Ada last?',
    'What was said about Ben last?',
    'What did she say to Ben last?',
    'What did I say last about Ben?',
    'what was the last message to Ben?',
    '¿qué se dijo de Ben por último?',
    'Was hat sie Ben zuletzt gefragt?',
    'What did Cid say last?',
    'What did Ben do last?',
    'Why did Ben say that last?',
  ])('is not taken for one: %s', async (query) => {
    const { recall } = await memory(events);
    expect((await recall(query)).confidence).not.toBe(0.9);
  });

  it('falls back to words where no decision of his was kept', async () => {
    const { recall } = await memory([...events, said('Ben', 200, 'We decided to plough on Fridays.')]);
    expect((await recall('What did Ben decide last?')).places[0]).toBe(28);
  });
});

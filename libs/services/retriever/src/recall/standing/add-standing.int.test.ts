import type { NewUnit, RecallAnswer, RecallRequest } from '@total-recall/domain';
import { openUnitMarks } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { decidingIn, type Said } from '../../../testing/decide-units.ts';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const place = { tenant: 'acme', space: 'main' };
const DINNER = 'Suggest a dinner for tonight, please.';
const AT = Date.UTC(2025, 0, 1);
const HERBS = "I can't stand cilantro, so leave it out.";
const NUTS = "I'm allergic to peanuts.";
const LETTERS = 'When you draft letters for me, sign them Best wishes, Nora.';
const filler = Array.from({ length: 12 }, (_, at): Written => ({
  kind: at % 2 === 0 ? 'user_message' : 'agent_message',
  text: at % 2 === 0 ? `The kettle of room ${at} was replaced.` : `Noted, room ${at} is done.`,
  at: AT,
}));

type Fact = Pick<Written, 'body'> & Partial<Pick<NewUnit, 'label' | 'validTo'>> & { readonly text: string };

/** A space of unrelated talk in which some messages state facts, each as its own unit. */
async function filled(facts: readonly (Fact | string)[], others: readonly string[] = [], session = 's1') {
  const memory = createMemoryRetriever();
  const told = facts.map((fact): Fact => (typeof fact === 'string' ? { text: fact } : fact));
  const home = { ...place, session };
  const ids = await memory.append(
    [...told, ...others.map((text): Fact => ({ text }))].map(({ text, body }) => ({
      kind: 'user_message',
      text,
      at: AT,
      ...(body && { body }),
    })),
    home,
  );
  await memory.append(filler, home);
  await memory.project();
  const decisions = decidingIn(memory.stores.units, place);
  const saidIn = (at: number): Said => ({ eventId: ids[at]!, session, from: 0, to: told[at]!.text.length, at: AT });
  if (told.length > 0)
    await decisions.state(...told.map(({ text: _text, body: _body, ...fact }, at) => ({ label: 'user' as const, ...fact, ...saidIn(at) })));
  const recall = (query: string, more: Partial<RecallRequest> = {}) => memory.retriever.recall({ ...place, queries: [query], ...more });
  return { ...memory, ids, recall, decisions, saidIn };
}

const placeOf = ({ hits }: RecallAnswer, eventId: string): number => hits.findIndex((hit) => hit.eventId === eventId);

describe('a request of output or advice', () => {
  it('brings a preference that shares no word with it, unsure and never answered', async () => {
    const bare = await filled([], [HERBS]);
    expect((await bare.recall(DINNER)).outcome).toBe('nothing_found');
    const { recall } = await filled([HERBS]);
    const answer = await recall(DINNER);
    expect(answer.rendered).toContain(HERBS);
    expect(answer.outcome).toBe('unsure');
    expect(answer.passages.map(({ text }) => text)).toContain(HERBS);
  });

  it('brings how letters are to be signed where a note is to be written', async () => {
    const { recall } = await filled([{ text: LETTERS, label: 'feedback' }]);
    expect((await recall('Please compose a short note to the school.')).rendered).toContain(LETTERS);
  });

  it('has what it asks for before what is liked, and is as sure as without', async () => {
    const talk = ['The dinner menu of tonight is soup with bread.', 'Tonight dinner is at seven.', 'Dinner tonight is for six.'];
    const { recall, ids } = await filled([NUTS], talk);
    const bare = await filled([], [NUTS, ...talk]);
    const [answer, before] = [await recall(DINNER), await bare.recall(DINNER)];
    for (const id of ids.slice(1)) expect(placeOf(answer, id)).toBeLessThan(placeOf(answer, ids[0]!));
    expect(placeOf(answer, ids[0]!)).toBe(3);
    expect({ confidence: answer.confidence, outcome: answer.outcome }).toEqual({ confidence: before.confidence, outcome: before.outcome });
  });

  it('is never answered by a preference alone that holds its words', async () => {
    const text = 'Always suggest a dinner with fish.';
    const bare = await filled([], [text]);
    const query = 'Suggest a dinner with fish.';
    expect((await bare.recall(query)).outcome).toBe('answered');
    const { recall, ids } = await filled([{ text, label: 'feedback' }]);
    const answer = await recall(query);
    expect(answer.hits[0]!.eventId).toBe(ids[0]);
    expect(answer.outcome).toBe('unsure');
  });

  it('has a few statements at most, those of its topic before others, and none of another topic', async () => {
    const music = Array.from({ length: 9 }, (_, at) => `I love album ${at} of the band.`);
    const open = Array.from({ length: 9 }, (_, at) => `I hate shade ${at}.`);
    const { recall, ids } = await filled([NUTS, ...music, ...open]);
    const answer = await recall(DINNER);
    expect(placeOf(answer, ids[0]!)).toBe(0);
    for (const one of music) expect(answer.rendered).not.toContain(one);
    expect(open.filter((one) => answer.rendered.includes(one)).length).toBeLessThanOrEqual(3);
    expect(answer.tokens).toBeLessThanOrEqual(500);
  });

  it('shows the statement of a long message alone', async () => {
    const around = 'The lamp on the landing was moved again. '.repeat(30);
    const text = `${around}${HERBS} ${around}`;
    const memory = await filled([], [text]);
    await memory.decisions.state({ eventId: memory.ids[0]!, from: around.length, to: around.length + HERBS.length, at: AT, label: 'user' });
    const answer = await memory.recall(DINNER);
    expect(answer.passages.find(({ eventId }) => eventId === memory.ids[0])?.text.trim()).toBe(HERBS);
  });

  it.each(['How many kettles were replaced?', 'kettle room 4', 'What did we say about dinner?', 'When was room 6 done?'])(
    'is what statements come for: %j is answered as without facts',
    async (query) => {
      const [known, bare] = [await filled([NUTS, HERBS]), await filled([], [NUTS, HERBS])];
      const [answer, before] = [await known.recall(query), await bare.recall(query)];
      const shape = ({ hits, confidence, outcome, tokens }: RecallAnswer) => ({
        hits: hits.map(({ ordinal, score }) => [ordinal, score]),
        confidence,
        outcome,
        tokens,
      });
      expect(shape(answer)).toEqual(shape(before));
    },
  );
});

describe('a statement that does not hold for the request', () => {
  it('is left out where it was forgotten, or replaced by a later one', async () => {
    const { recall, decisions, ids } = await filled([HERBS, 'I love cilantro by now.']);
    await decisions.decide([{ do: 'supersede', unit: `${ids[0]}.0`, by: `${ids[1]}.0`, reason: 'later_statement' }]);
    const { rendered } = await recall(DINNER);
    expect(rendered).toContain('I love cilantro by now.');
    expect(rendered).not.toContain(HERBS);
    const forgotten = await filled([HERBS]);
    await forgotten.decisions.forget([forgotten.saidIn(0)]);
    expect((await forgotten.recall(DINNER)).rendered).not.toContain('cilantro');
  });

  it('is left out where it is over, or was not known by the time that is asked about', async () => {
    const over = await filled([{ text: NUTS, validTo: AT + 1 }]);
    expect((await over.recall(DINNER)).outcome).toBe('nothing_found');
    const { recall } = await filled([NUTS]);
    expect((await recall(DINNER, { asOf: AT - 1 })).rendered).not.toContain('peanuts');
    expect((await recall(DINNER, { asOf: AT + 1 })).rendered).toContain('peanuts');
  });

  it('is left out of a narrower scope, and where it is sensitive', async () => {
    const { recall, append, project } = await filled([NUTS]);
    await append([{ kind: 'user_message', text: 'The gate is open.', at: AT }], { ...place, session: 'elsewhere' });
    await project();
    for (const scope of [{ sessions: ['elsewhere'] }, { kinds: ['tool_result' as const] }, { toTime: AT - 1 }])
      expect((await recall(DINNER, { scope })).rendered).not.toContain('peanuts');
    const labelled = await filled([{ text: NUTS, body: { meta: { sensitivity: ['health'] } } }]);
    expect((await labelled.recall(DINNER, { scope: { excludeSensitivity: ['health'] } })).rendered).not.toContain('peanuts');
  });

  it('is left out where a person with a name says it, who may talk to others', async () => {
    const { recall } = await filled([{ text: NUTS, body: { meta: { agent: 'Ada' } } }]);
    expect((await recall(DINNER)).rendered).not.toContain('peanuts');
  });

  it('says nothing about a person beyond what it is: a name or a job comes with no request', async () => {
    const { recall } = await filled(['My name is Nora.', 'I work at Acme.']);
    expect((await recall(DINNER)).outcome).toBe('nothing_found');
  });

  it('is used for its own person alone where it is private', async () => {
    const memory = await filled([]);
    const audience = (await openUnitMarks({ keys: memory.stores.keys }, place)).subject('Ada');
    const [nuts] = await memory.append([{ kind: 'user_message', text: NUTS, at: AT, body: { meta: { subject: 'Ada' } } }], {
      ...place,
      session: 'p',
    });
    const asks = async (session: string, ...subjects: string[]) => {
      const body = (subject: string) => ({ meta: { subject } });
      await memory.append(
        subjects.map((subject) => ({ kind: 'user_message', text: 'Hello.', at: AT, body: body(subject) })),
        { ...place, session },
      );
    };
    await asks('ada', 'Ada');
    await asks('bob', 'Bob');
    await asks('both', 'Ada', 'Bob');
    await memory.project();
    await memory.decisions.state({ eventId: nuts!, session: 'p', from: 0, to: NUTS.length, at: AT, label: 'user', audience });
    expect((await memory.recall(DINNER, { session: 'ada' })).rendered).toContain('peanuts');
    for (const session of [undefined, 'bob', 'both'])
      expect((await memory.recall(DINNER, session === undefined ? {} : { session })).rendered).not.toContain('peanuts');
    await asks('ada', 'Bob');
    expect((await memory.recall(DINNER, { session: 'ada' })).rendered).not.toContain('peanuts');
  });
});

import { createClient, type SpaceClient, type TotalRecallApiError } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMemory } from '../testing/start-memory.ts';

const ANN = 'ann@example.org';
const BOB = 'bob@example.org';

describe('persons who are named by their e-mail addresses, where these are masked in texts', () => {
  let memory: Awaited<ReturnType<typeof startMemory>>;
  let space: SpaceClient;
  const say = (session: string, text: string, subject: string) =>
    space.session(session).append([{ kind: 'user_message', text, meta: { subject } }], { wait: 'searchable' });
  const codeOf = (act: Promise<unknown>) =>
    act.then(
      () => 'done',
      (error: unknown) => (error as TotalRecallApiError).code,
    );

  beforeAll(async () => {
    memory = await startMemory();
    space = memory.client.space('home');
    await space.setPolicy({ redaction: 'mask' });
    await say('of-ann', `My salary is 4100 a month. Write to ${ANN}.`, ANN);
    await say('of-bob', 'My salary is 5200 a month.', BOB);
    await space.remember({ label: 'user', subject: ANN, attribute: 'diet', value: 'vegan', text: 'She is vegan.' });
    for (let hasMore = true; hasMore;) ({ hasMore } = await space.consolidate());
  });
  afterAll(() => memory.stop());

  it('stay apart: each window has the facts of its own person, and texts are masked', async () => {
    const factsOf = async (subject: string) => (await space.facts({ subject, label: 'user' })).facts.map(({ text }) => text);
    expect(await factsOf(ANN)).toEqual(expect.arrayContaining(['My salary is 4100 a month.', 'She is vegan.']));
    expect(await factsOf(BOB)).toEqual(['My salary is 5200 a month.']);
    await say('of-bob-later', 'Hello.', BOB);
    const { blocks } = await space.session('of-bob-later').window();
    const known = JSON.stringify(blocks.filter(({ kind }) => kind === 'facts'));
    expect(known).toContain('5200');
    expect(known).not.toMatch(/4100|vegan/);
    const [event] = (await space.session('of-ann').events()).events;
    expect(event!.body).toMatchObject({ text: 'My salary is 4100 a month. Write to [redacted:email].', meta: { subject: ANN } });
  });

  it('are found again by a fork, which names its parent', async () => {
    const parent = { session: `chat:${ANN}`, source: 'notes', sequence: 1 };
    await space.session(parent.session).append([{ kind: 'user_message', text: 'Plan the trip.', sequence: 1 }], { source: 'notes' });
    const event = { kind: 'user_message', text: 'By train.', meta: { parent } } as const;
    await space.session('fork').append([event], { wait: 'searchable' });
    expect((await space.session('fork').events()).events[0]!.body!.meta.parent).toEqual(parent);
  });

  it('are reached by a key that is bound to one, by a hold and by an erasure', async () => {
    const scopes = ['read', 'write', 'erase', 'hold'] as const;
    const { apiKey } = await memory.client.createKey({ name: 'ann', scopes: [...scopes], subjects: [ANN] });
    const ann = createClient({ url: memory.url, apiKey });
    const facts = (subject: string) => ann.space('home').facts({ subject, text: 'salary' });
    expect((await facts(ANN)).facts.map(({ text }) => text)).toEqual(['My salary is 4100 a month.']);
    expect(await codeOf(facts(BOB))).toBe('forbidden');
    const hold = await ann.placeHold({ name: 'case 4711', space: 'home', subject: ANN });
    expect(await codeOf(ann.erase({ space: 'home', subject: ANN }))).toBe('held');
    await ann.releaseHold(hold.id);
    expect(await ann.erase({ space: 'home', subject: ANN })).toMatchObject({ status: 'done', counts: { events: 2 } });
    const left = async (session: string) => (await space.session(session).events()).events.map(({ body }) => body?.text);
    expect(await left('of-ann')).toEqual([undefined]);
    expect(await left('of-bob')).toEqual(['My salary is 5200 a month.']);
  });
});

import { sessionKey, type NewEvent, type PolicySettings, type WindowRequest } from '@total-recall/domain';
import { openUnitMarks } from '@total-recall/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { decidingIn } from '../../testing/decide-units.ts';
import { createMemoryService, createServiceStores } from '../../testing/memory-service.ts';

const SPACE = { tenant: 'acme', space: 'main' } as const;
const AT = Date.UTC(2025, 0, 1);

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Two sessions of a space whose facts a test decides by itself. */
async function serve(policy: PolicySettings = { windowTokens: 8_192 }) {
  const stores = createServiceStores();
  const service = createMemoryService(stores, { policy });
  await service.ingest.start();
  stops.push(() => service.ingest.stop());
  const { ingest, retriever } = service;
  const say = async (session: string, ...events: readonly (string | NewEvent)[]): Promise<string[]> => {
    const said = events.map((one): NewEvent => ({
      occurredAt: AT,
      ...(typeof one === 'string' ? { kind: 'user_message', text: one } : one),
    }));
    const appended = await ingest.append({ ...SPACE, session, events: said });
    await ingest.settle(30_000);
    return appended.events.map(({ id }) => id);
  };
  const window = (session: string, request: Partial<WindowRequest> = {}) => retriever.assembleWindow({ ...SPACE, session, ...request });
  const facts = async (session: string, request: Partial<WindowRequest> = {}): Promise<string | undefined> =>
    (await window(session, request)).blocks.find(({ kind }) => kind === 'facts')?.text;
  return { ...service, say, window, facts, space: decidingIn(stores.units, SPACE) };
}

const LONG = 'a quiet harbour under low clouds '.repeat(60);
const DIALOGUE: NewEvent[] = Array.from({ length: 24 }, (_, at) => ({
  kind: at % 2 === 0 ? 'user_message' : 'agent_message',
  text: `Part ${at}. ${LONG}`,
}));

describe('known facts in a window', () => {
  it('stand behind what never changes, one line a fact, and bring a window to the same bytes until a compaction', async () => {
    const { say, window, facts, space, violations } = await serve();
    const [port, rule] = await say('run-1', 'The port is 4100.', 'Always run the tests first.');
    await space.state({ eventId: port!, session: 'run-1', at: AT }, { eventId: rule!, session: 'run-1', at: AT, label: 'feedback' });
    await say('run-2', { kind: 'persona', text: 'You are terse.' }, 'Where do we listen?');
    const first = await window('run-2', { blocks: { system: 'Help.' } });
    expect(first.blocks.map(({ kind }) => kind)).toEqual(['system', 'persona', 'facts', 'recall_line', 'event']);
    const known = first.blocks[2]!;
    expect(known.text.split('\n').slice(1)).toEqual([
      'How to work:',
      '- "Always run the tests first." (2025-01-01, run-1/e2)',
      'The project:',
      '- "The port is 4100." (2025-01-01, run-1/e1)',
    ]);
    expect(first.tokens.knowledge).toBe(known.tokens);
    expect(first.anatomy.knowledgeTokens).toBe(known.tokens);
    expect(first.shows).toEqual({ ordinals: [1, 2], facts: [`${port}.0`, `${rule}.0`], pushed: [], markers: [] });
    // A later value, and a new fact, wait for the next compaction.
    const [later] = await say('run-1', 'The port is 4200 now.');
    await space.replace({ eventId: port!, session: 'run-1' }, { eventId: later!, session: 'run-1' });
    await say('run-2', { kind: 'agent_message', text: 'On 4100.' });
    expect(await facts('run-2')).toBe(known.text);
    await say('run-2', ...DIALOGUE);
    const after = await window('run-2');
    expect(after.cycle).toBeGreaterThan(0);
    const now = after.blocks.find(({ kind }) => kind === 'facts')!.text;
    expect(now).toContain('4200');
    expect(now).not.toContain('4100');
    // As of the first turn the window shows what it showed then.
    expect(await facts('run-2', { atTurn: 1 })).toBe(known.text);
    expect(violations).toEqual([]);
  });

  it('are in the first window of a session, before and behind its first event', async () => {
    const { say, facts, space } = await serve();
    const [port] = await say('run-1', 'The port is 4100.');
    await space.state({ eventId: port!, session: 'run-1', at: AT });
    const before = await facts('run-2');
    expect(before).toContain('4100');
    await say('run-2', 'Where do we listen?');
    expect(await facts('run-2')).toBe(before);
  });

  it('are shown to an executor only where it may recall from the whole space', async () => {
    const { say, facts, space } = await serve();
    const [port] = await say('run-1', 'The port is 4100.');
    await space.state({ eventId: port!, session: 'run-1', at: AT });
    for (const recallAccess of ['space', 'run', 'none'] as const) {
      const delegation = { subtaskId: 'find', run: 'run-1', level: 1, recallAccess, keyEvents: [] };
      await say(recallAccess, { kind: 'objective', text: 'Find it.', meta: { parent: { session: 'run-1', delegation } } });
    }
    expect(await facts('space')).toContain('4100');
    expect(await facts('run')).toBeUndefined();
    expect(await facts('none')).toBeUndefined();
  });

  it('change nothing where there are none, or the policy wants none', async () => {
    const plain = await serve();
    const off = await serve({ windowTokens: 8_192, knowledgeTokens: 0 });
    const [port] = await off.say('run-1', 'The port is 4100.');
    await off.space.state({ eventId: port!, session: 'run-1' });
    for (const { say, stores } of [plain, off]) {
      await say('run-2', 'Where do we listen?');
      const log = await stores.log.read(stores.log.partitionOf(sessionKey({ ...SPACE, session: 'run-2' })), 0, 100);
      expect(log.filter(({ envelope }) => envelope.session === 'run-2').map(({ envelope }) => envelope.kind)).toEqual(['user_message']);
      await say('run-2', ...DIALOGUE);
    }
    const shown = (await plain.window('run-2')).blocks.map(({ kind, text }) => [kind, text]);
    expect((await off.window('run-2')).blocks.map(({ kind, text }) => [kind, text])).toEqual(shown);
    expect(shown.some(([kind]) => kind === 'facts')).toBe(false);
  });

  it('do not come into a session that began before there were any, up to its first compaction', async () => {
    const { say, facts, space } = await serve();
    await say('run-2', 'Where do we listen?');
    const [port] = await say('run-1', 'The port is 4100.');
    await space.state({ eventId: port!, session: 'run-1' });
    await say('run-2', { kind: 'agent_message', text: 'I look.' });
    expect(await facts('run-2')).toBeUndefined();
    await say('run-2', ...DIALOGUE);
    expect(await facts('run-2')).toContain('4100');
  });

  it('are gone at once when a person forgets them, and with them what stood in the same event', async () => {
    const { say, facts, space } = await serve();
    const [port, lamp] = await say('run-1', 'The port is 4100. The region is north.', 'The lamp is red.');
    await space.state({ eventId: port!, from: 0, to: 17 }, { eventId: port!, from: 18, to: 38 }, { eventId: lamp!, to: 16 });
    await say('run-2', 'Where do we listen?');
    expect(await facts('run-2')).toMatch(/4100[^]*north[^]*lamp|lamp[^]*4100/);
    await space.decide([{ do: 'tombstone', unit: `${port}.0`, withholds: true }], true);
    const left = await facts('run-2');
    expect(left).toContain('lamp');
    expect(left).not.toMatch(/4100|north/);
  });

  it('fit a call with a smaller window by fewer facts, and one without room by none', async () => {
    const { say, window, facts, space, violations } = await serve({ windowTokens: 32_768 });
    const ids = await say('run-1', ...Array.from({ length: 40 }, (_, at) => `The value of part ${at} is ${at} and it was measured twice.`));
    await space.state(...ids.map((eventId) => ({ eventId, session: 'run-1', at: AT })));
    await say('run-2', 'What is the value of part 7?');
    const [large, small, none] = [
      await window('run-2'),
      await window('run-2', { windowTokens: 8_192 }),
      await window('run-2', { windowTokens: 2_000 }),
    ];
    const count = ({ blocks }: typeof large): number => blocks.find(({ kind }) => kind === 'facts')?.text.match(/^- /gmu)?.length ?? 0;
    expect(count(large)).toBeGreaterThan(count(small));
    expect(count(small)).toBeGreaterThan(0);
    expect(count(none)).toBe(0);
    for (const { tokens, budgets } of [large, small, none]) expect(tokens.knowledge).toBeLessThanOrEqual(budgets.knowledge);
    expect(large.blocks.find(({ kind }) => kind === 'facts')!.text).toMatch(
      /\n\[\d+ more facts are known: ask recall by subject or word\]$/,
    );
    // A model without the tool is told of none, before its session has events and behind.
    for (const session of ['run-2', 'run-3'])
      expect(await facts(session, { withoutRecallTool: true })).toMatch(/\n\[\d+ more facts are known\]$/);
    expect(violations).toEqual([]);
  });

  it('go to both vendors with the system prompt', async () => {
    const { say, window, space } = await serve();
    const [port] = await say('run-1', 'The port is 4100.');
    await space.state({ eventId: port!, session: 'run-1' });
    await say('run-2', 'Where do we listen?');
    const anthropic = await window('run-2', { format: 'anthropic' });
    expect(anthropic.anthropic!.system).toContain('"The port is 4100."');
    const openai = await window('run-2', { format: 'openai' });
    expect(openai.openai!.messages[0]).toMatchObject({ role: 'system', content: expect.stringContaining('"The port is 4100."') });
  });

  it('are left out where the units cannot be read, as nobody knows what was forgotten', async () => {
    const { say, facts, space, stores } = await serve();
    const [port] = await say('run-1', 'The port is 4100.');
    await space.state({ eventId: port!, session: 'run-1' });
    await say('run-2', 'Where do we listen?');
    stores.units.sequenceOf = () => Promise.reject(new Error('the store is away'));
    expect(await facts('run-2')).toBeUndefined();
  });
});

describe('facts from events without a time', () => {
  it('stand behind those of a known time, however late they were imported', async () => {
    const { say, facts, space } = await serve();
    const [lately] = await say('run-1', 'I live in Ghent.');
    const [imported] = await say('old', {
      kind: 'user_message',
      text: 'I live in Bonn.',
      occurredAt: AT + 60_000,
      meta: { tags: ['untimed'] },
    });
    await space.state(
      { eventId: lately!, session: 'run-1', at: AT, label: 'user' },
      { eventId: imported!, session: 'old', at: AT + 60_000, label: 'user' },
    );
    await say('run-2', 'Hello.');
    expect((await facts('run-2'))!.split('\n').slice(2)).toEqual([
      '- "I live in Ghent." (2025-01-01, run-1/e1)',
      '- "I live in Bonn." (before 2025-01-01, old/e1)',
    ]);
  });
});

describe('private facts', () => {
  const of = (subject: string, text: string): NewEvent => ({ kind: 'user_message', text, meta: { subject } });

  it('stand in windows of sessions of their person alone, and in none where several take part', async () => {
    const { say, facts, space, stores } = await serve();
    const marks = await openUnitMarks(stores, SPACE);
    const [home, port] = await say('run-1', of('ada', 'I live in Quito.'), 'The port is 4100.');
    const ofAda = { eventId: home!, session: 'run-1', label: 'user', audience: marks.subject('ada') } as const;
    await space.state(ofAda, { eventId: port!, session: 'run-1' });
    await say('of-ada', of('Ada', 'Hello.'));
    await say('of-ben', of('ben', 'Hello.'));
    await say('of-nobody', 'Hello.');
    await say('of-both', of('ben', 'Hello.'), of('ada', 'Hello.'));
    expect(await facts('of-ada')).toContain('- ada: "I live in Quito."');
    for (const session of ['of-ben', 'of-nobody', 'of-both', 'of-none-yet']) {
      expect(await facts(session)).toContain('4100');
      expect(await facts(session)).not.toContain('Quito');
    }
    // From the moment on at which another joins, and behind the compaction that his words leave the window with.
    await say('of-ada', of('ben', 'I am here, too.'));
    expect(await facts('of-ada')).not.toContain('Quito');
    await say('of-ada', ...DIALOGUE);
    const late = await facts('of-ada');
    expect(late).toContain('4100');
    expect(late).not.toContain('Quito');
  });
});

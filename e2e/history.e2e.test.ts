import { createHistory, type History, type NewEventWire, type SessionClient } from '@total-recall/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, openMemory, type Memory } from './integrations/open-memory.ts';

const NOTE = /^The conversation was edited/;
const user = (text: string): NewEventWire => ({ kind: 'user_message', text });
const agent = (text: string): NewEventWire => ({ kind: 'agent_message', text });

/** Returns the part of a log that was said, in order: kind, text and call. Marks notes of edits, and leaves out those of the service. */
async function saidIn(session: SessionClient): Promise<string[]> {
  const said = await eventsOf(session);
  return said.flatMap(({ kind, body }) => {
    if (kind === 'system_note' && NOTE.test(body?.text ?? '')) return ['note'];
    return kind.startsWith('compaction') || kind === 'system_note' ? [] : [inShort(kind, body?.text, body?.call)];
  });
}

function inShort(kind: string, text = '', call?: { id: string; name: string; arguments?: string }): string {
  return [kind, text, call?.id, call?.name, call?.arguments ?? ''].join('|');
}

const told = (conversation: readonly NewEventWire[]) => conversation.map(({ kind, text, call }) => inShort(kind, text, call));

/** True where a log holds a conversation in its order, whatever stands in between. */
function holds(log: readonly string[], conversation: readonly string[]): boolean {
  let at = 0;
  for (const event of log) if (event === conversation[at]) at += 1;
  return at === conversation.length;
}

/** Few texts, so that questions, answers and whole beginnings are drawn again and again. */
const event = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('What is new?', 'Go on.', '').map(user) },
  { weight: 3, arbitrary: fc.constantFrom('First.', 'Second.', '').map(agent) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<NewEventWire>(
      { kind: 'tool_call', call: { id: 'c1', name: 'ls', arguments: '{}' } },
      { kind: 'tool_result', call: { id: 'c1', name: 'ls' }, text: 'login.ts' },
      { kind: 'tool_result', call: { id: 'c1', name: 'ls' }, text: '' },
      { kind: 'thinking', text: 'Hm.' },
    ),
  },
);

/** A step: what becomes of the conversation, and which process hands it over. */
const step = fc.record({
  process: fc.constantFrom('same', 'same', 'same', 'other', 'new'),
  change: fc.oneof(
    { weight: 4, arbitrary: fc.record({ way: fc.constant('grow' as const), by: fc.array(event, { minLength: 1, maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ way: fc.constant('shorten' as const), to: fc.nat(5) }) },
    { weight: 2, arbitrary: fc.record({ way: fc.constant('edit' as const), at: fc.nat(5), by: event }) },
    { weight: 1, arbitrary: fc.record({ way: fc.constant('forget' as const), first: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ way: fc.constant('begin' as const), by: fc.array(event, { minLength: 1, maxLength: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ way: fc.constant('again' as const) }) },
  ),
});
type Change = (typeof step extends fc.Arbitrary<infer T> ? T : never)['change'];

function changed(conversation: readonly NewEventWire[], change: Change): readonly NewEventWire[] {
  if (change.way === 'grow') return [...conversation, ...change.by];
  if (change.way === 'shorten') return conversation.slice(0, change.to);
  if (change.way === 'edit') return conversation.map((before, at) => (at === change.at ? change.by : before));
  if (change.way === 'forget') return conversation.slice(change.first);
  return change.way === 'begin' ? change.by : conversation;
}

describe('a conversation that is handed over whole', () => {
  let memory: Memory;
  let sessions = 0;
  beforeAll(async () => {
    memory = await openMemory();
  });
  afterAll(() => memory?.close());
  const open = () => memory.client.space('work').session(`drawn-${sessions++}`);

  it.each(['agent', undefined])(
    'is in the log whole and in its order after every call, and a question stands last; writer: %s',
    async (writer) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
          const session = open();
          const processes = new Map<string, History>();
          let conversation: readonly NewEventWire[] = [];
          let before: string[] = [];
          for (const { process, change } of steps) {
            conversation = changed(conversation, change);
            const history = (process !== 'new' && processes.get(process)) || createHistory(session, writer);
            processes.set(process, history);
            await history.follow(conversation);
            if (conversation.length === 0) continue;
            const log = await saidIn(session);
            const said = told(conversation);
            expect(log.slice(0, before.length)).toEqual(before);
            expect(holds(log, said)).toBe(true);
            const isQuestion = ['user_message', 'tool_result'].includes(conversation.at(-1)!.kind);
            if (isQuestion && log.length > before.length) expect(log.at(-1)).toBe(said.at(-1));
            before = log;
          }
        }),
        { numRuns: 60 },
      );
    },
  );

  it('is stored once where it only grows, in whatever steps, by one process or by many', async () => {
    const steps = fc.array(fc.record({ by: fc.array(event, { minLength: 1, maxLength: 4 }), isNew: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (drawn) => {
        const session = open();
        let conversation: readonly NewEventWire[] = [];
        let history = createHistory(session, 'agent');
        for (const { by, isNew } of drawn) {
          conversation = [...conversation, ...by];
          if (isNew) history = createHistory(session, 'agent');
          await Promise.all([history.follow(conversation), history.follow(conversation)]);
        }
        expect(await saidIn(session)).toEqual(told(conversation));
      }),
      { numRuns: 40 },
    );
  });

  it.each(['agent', undefined])('goes on where its beginning was cut off, without being stored again; writer: %s', async (writer) => {
    const session = open();
    const history = createHistory(session, writer);
    const all = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? user(`Question ${at}.`) : agent(`Answer ${at}.`)));
    for (let end = 1; end <= all.length; end += 1) await history.follow(all.slice(Math.max(0, end - 6), end));
    expect(await saidIn(session)).toEqual(told(all));
    await history.follow([...all.slice(-5, -1), agent('Another.')]);
    expect((await saidIn(session)).slice(all.length)).toEqual(['note', ...told([all.at(-2)!, agent('Another.')])]);
  });

  it('goes on in runs that begin alike, more of them than a session knows writers', async () => {
    const session = open();
    const runs = 270;
    const question = [user('What is new?')];
    let history = createHistory(session, 'a-writer-with-a-long-name');
    for (let run = 0; run < runs; run++) {
      if (run % 10 === 0) history = createHistory(session, 'a-writer-with-a-long-name');
      await history.follow(question);
      await history.follow([...question, agent(`Answer ${run}.`)]);
    }
    const log = (await saidIn(session)).filter((event) => event !== 'note');
    // An edit in a run beyond the last name, and the way back.
    const beyond = [...question, agent('Beyond.'), user('So?')];
    for (const conversation of [beyond, [...beyond.slice(0, 2), user('So, otherwise?')], beyond]) await history.follow(conversation);
    expect((await saidIn(session)).slice(-8)).toEqual([
      'note',
      ...told(beyond),
      'note',
      ...told([user('So, otherwise?')]),
      'note',
      ...told([user('So?')]),
    ]);
    expect(log).toEqual(Array.from({ length: runs }, (_, run) => told([...question, agent(`Answer ${run}.`)])).flat());
  });

  it.each(['agent', undefined])('is no edited one where the seals of its vendor do not come back; writer: %s', async (writer) => {
    const session = open();
    const history = createHistory(session, writer);
    const call: NewEventWire = { kind: 'tool_call', call: { id: 'c1', name: 'ls', arguments: '{}' } };
    const ofCall: NewEventWire = { kind: 'thinking', text: '', thinking: { vendor: 'google', redacted: 'c2ln', callId: 'c1' } };
    const ofText: NewEventWire = { kind: 'thinking', text: 'Hm.', thinking: { signature: 'c2ln' } };
    const result: NewEventWire = { kind: 'tool_result', call: { id: 'c1', name: 'ls' }, text: 'login.ts' };
    const asked = user('What is new?');
    await history.follow([asked, ofCall, call]);
    await history.follow([asked, call, result]);
    await history.follow([asked, call, result, ofText, agent('First.')]);
    const whole = [asked, call, result, agent('First.'), user('Two?')];
    await history.follow(whole);
    await history.follow([...whole.slice(1), agent('Second.')]);
    const log = told([asked, ofCall, call, result, ofText, agent('First.'), user('Two?'), agent('Second.')]);
    expect(await saidIn(session)).toEqual(log);
    await history.follow([asked, call, result, agent('Otherwise.')]);
    const edited = told([asked, ofCall, call, result, agent('Otherwise.')]);
    expect((await saidIn(session)).slice(log.length)).toEqual(['note', ...edited]);
  });

  it('is not asked again by another process that was given a question without an answer', async () => {
    const session = open();
    const question = [user('What is new?')];
    for (const answer of ['First.', 'Second.', 'Third.']) {
      const history = createHistory(session, 'agent');
      await history.follow(question);
      await history.follow([...question, agent(answer)]);
    }
    for (let time = 1; time <= 3; time++) await createHistory(session, 'agent').follow(question);
    const log = await saidIn(session);
    expect(log.slice(-3)).toEqual([...told([agent('Third.')]), 'note', ...told(question)]);
    expect(log).toHaveLength(10);
  });

  it('is edited again and again, each time behind the edit before', async () => {
    const session = open();
    const history = createHistory(session, 'a-writer-with-a-long-name');
    let conversation = [user('Question 0.')];
    for (let edit = 0; edit < 80; edit++) {
      conversation = [...conversation, agent(`Answer ${edit}.`), user(`Question ${edit + 1}.`)];
      await history.follow(conversation);
      conversation = [...conversation.slice(0, -1), user(`Question ${edit + 1}, otherwise.`)];
      await history.follow(conversation);
    }
    expect(holds(await saidIn(session), told(conversation))).toBe(true);
    await createHistory(session, 'a-writer-with-a-long-name').follow([...conversation, agent('Last.')]);
    expect((await saidIn(session)).slice(-2)).toEqual(told([conversation.at(-1)!, agent('Last.')]));
  });

  it('goes on beside a writer that has the name of one of its branches', async () => {
    const session = open();
    await createHistory(session, 'agent.1').follow([user('By another one.')]);
    const history = createHistory(session, 'agent');
    for (const text of ['First.', 'Second.', 'Third.']) await history.follow([user('What is new?'), agent(text)]);
    await history.follow([user('Otherwise?')]);
    const log = await saidIn(session);
    for (const text of ['First.', 'Second.', 'Third.']) expect(holds(log, told([user('What is new?'), agent(text)]))).toBe(true);
    expect(log.at(-1)).toBe(told([user('Otherwise?')])[0]);
  });

  it('is taken where it is larger than one request may be', async () => {
    const session = open();
    const large = Array.from({ length: 24 }, (_, at) => user(`${at} ${'many words '.repeat(150_000)}`));
    await createHistory(session, 'agent').follow(large);
    expect((await session.get()).events).toBeGreaterThanOrEqual(large.length);
  });

  it('is stored once by another process where its last events take more than a page', async () => {
    const session = open();
    const large = Array.from({ length: 9 }, (_, at): NewEventWire[] => {
      const call = { id: `c${at}`, name: 'write' };
      const written = { ...call, arguments: JSON.stringify({ text: 'x'.repeat(1_000_000) }) };
      return [
        { kind: 'tool_call', call: written },
        { kind: 'tool_result', call, text: `Written ${at}.` },
      ];
    }).flat();
    const conversation = [user('Write.'), ...large];
    for (let process = 0; process < 2; process++) await createHistory(session, 'agent').follow(conversation);
    expect(await saidIn(session)).toEqual(told(conversation));
  });

  it.each(['agent', undefined])('is stored once where an answer to an append is lost; writer: %s', async (writer) => {
    const session = open();
    let losses = 0;
    const lossy: Pick<SessionClient, 'append' | 'get' | 'allEvents'> = {
      ...session,
      append: async (...given) => {
        const reply = await session.append(...given);
        if (losses-- > 0) throw new Error('The connection broke.');
        return reply;
      },
    };
    const history = createHistory(lossy, writer);
    const conversation = [user('One.'), agent('First.'), user('Two.')];
    for (let end = 1; end <= conversation.length; end++) {
      losses = 1;
      await expect(history.follow(conversation.slice(0, end))).rejects.toThrow('The connection broke.');
    }
    await history.follow(conversation);
    expect(await saidIn(session)).toEqual(told(conversation));
    losses = 1;
    const edited = [...conversation.slice(0, 2), user('Two, otherwise.')];
    await expect(history.follow(edited)).rejects.toThrow('The connection broke.');
    await history.follow([...edited, agent('Second.')]);
    expect((await saidIn(session)).slice(3)).toEqual(['note', ...told([user('Two, otherwise.'), agent('Second.')])]);
  });
});

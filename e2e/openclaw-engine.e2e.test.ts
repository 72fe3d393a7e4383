import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storyOf, openMemory, type Memory } from './integrations/open-memory.ts';
import { openReplayHost, type ReplayHost } from './openclaw/replay-host.ts';

const TURNS = 14;
const BUDGET = 6_000;

/** Messages of a turn as OpenClaw holds them: thinking with its seal, two calls at once, and their results. */
function turn(at: number) {
  const timestamp = 1_795_648_000_000 + at * 1_000;
  const call = (name: string) => ({ type: 'toolCall', id: `${name}-${at}`, name: 'read', arguments: { path: `${name}${at}.ts` } });
  const result = (name: string, more: number) => {
    const text = `File ${name} ${at}: ${'lorem ipsum dolor '.repeat(150)}`;
    return {
      role: 'toolResult',
      toolCallId: `${name}-${at}`,
      toolName: 'read',
      content: [{ type: 'text', text }],
      timestamp: timestamp + more,
    };
  };
  const thinking = { type: 'thinking', thinking: 'I have to look.', thinkingSignature: `seal-${at}` };
  const content = [thinking, { type: 'text', text: 'I look.' }, call('a'), call('b')];
  return [
    { role: 'user', content: `Look at number ${at}, whose berth is 77${at}.`, timestamp },
    { role: 'assistant', content, stopReason: 'toolUse', timestamp: timestamp + 1 },
    result('a', 2),
    result('b', 3),
    { role: 'assistant', content: [{ type: 'text', text: `Number ${at} is done.` }], stopReason: 'stop', timestamp: timestamp + 4 },
  ];
}

type HostMessages = ReturnType<typeof turn>;
type Content = readonly { readonly type: string; readonly id?: string; readonly text?: string }[];

const blocks = ({ content }: { readonly content?: unknown }): Content =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Content);
const textsOf = (messages: readonly { readonly content?: unknown }[]): string =>
  messages.flatMap((message) => blocks(message).map(({ text = '' }) => text)).join('\n');

const callsOf = (messages: HostMessages): unknown[] =>
  messages
    .flatMap((message) => (message.role === 'assistant' ? blocks(message) : []))
    .flatMap(({ type, id }) => (type === 'toolCall' ? [id] : []));
const resultsOf = (messages: HostMessages): unknown[] =>
  messages.flatMap((message) => ('toolCallId' in message ? [message.toolCallId] : []));

describe('the context engine of OpenClaw', () => {
  let memory: Memory;
  let folder: string;
  const open = (settings: object = {}): ReplayHost =>
    openReplayHost({ url: memory.url, space: 'work', apiKeyFile: join(folder, 'key'), deadlineMs: 30_000, ...settings });
  const session = (name: string) => ({ sessionId: name, sessionKey: `agent:main:${name}` });
  const history = Array.from({ length: TURNS }, (_, at) => turn(at + 1)).flat() as HostMessages;

  beforeAll(async () => {
    memory = await openMemory();
    folder = await mkdtemp(join(tmpdir(), 'total-recall-engine-'));
    await writeFile(join(folder, 'key'), `${memory.apiKey}\n`);
  });
  afterAll(async () => {
    await memory?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function write(host: ReplayHost, name: string, messages: HostMessages): Promise<void> {
    for (const message of messages) await host.emit({ hook: 'before_message_write', event: { message }, context: session(name) });
    await host.emit({ hook: 'agent_end', event: {}, context: session(name) });
  }

  it('gives a history that fits as it is', async () => {
    const host = open();
    const messages = history.slice(0, 10);
    await write(host, 'short', messages);
    expect((await host.engine().assemble({ ...session('short'), messages, tokenBudget: 50_000 })).messages).toEqual(messages);
  });

  it('keeps a long one within the budget, with markers, and every call with its result', async () => {
    const host = open();
    await write(host, 'long', history);
    const { messages, estimatedTokens } = await host.engine().assemble({ ...session('long'), messages: history, tokenBudget: BUDGET });
    expect(estimatedTokens).toBeLessThanOrEqual(BUDGET);
    expect(JSON.stringify(messages).length / 4).toBeLessThan(BUDGET);
    expect(messages[0]!.role).toBe('user');
    expect(textsOf(messages)).toMatch(/\[Events T\d+-T\d+ evicted\./);
    expect(resultsOf(messages as HostMessages)).toEqual(callsOf(messages as HostMessages));
    // OpenClaw takes two messages of a user of one time for one.
    const times = messages.filter(({ role }) => role === 'user').map(({ timestamp }) => timestamp);
    expect(new Set(times).size).toBe(times.length);
    // The last turn is whole, with what its vendor sealed.
    expect(messages.slice(-4)).toEqual(history.slice(-4));
    // Recall finds what left.
    expect((await memory.client.space('work').session('long').recall('berth of number 3')).rendered).toContain('773');
  });

  it('gives the same window where the host leaves thinking out', async () => {
    const bare = history.map((message) =>
      typeof message.content === 'string' ? message : { ...message, content: message.content.filter(({ type }) => type !== 'thinking') },
    ) as HostMessages;
    const { messages } = await open()
      .engine()
      .assemble({ ...session('long'), messages: bare, tokenBudget: BUDGET });
    const whole = await open()
      .engine()
      .assemble({ ...session('long'), messages: history, tokenBudget: BUDGET });
    const said = (of: typeof messages): string[] => textsOf(of).split(/\n+/);
    expect(said(messages)).toEqual(said(whole.messages));
    expect(resultsOf(messages as HostMessages)).toEqual(callsOf(messages as HostMessages));
  });

  it('gives the same for the same, in another process too, and takes its own windows for what they are', async () => {
    const host = open();
    const once = await host.engine().assemble({ ...session('long'), messages: history, tokenBudget: BUDGET });
    expect(
      await open()
        .engine()
        .assemble({ ...session('long'), messages: history, tokenBudget: BUDGET }),
    ).toEqual(once);
    // Within a turn the host hands over what it was given.
    const stamped = once.messages.map((message) =>
      blocks(message)[0]?.text?.startsWith('[Events') ? { ...message, content: `[Thu 08:37 UTC] ${textsOf([message])}` } : message,
    );
    const again = await host.engine().assemble({ ...session('long'), messages: stamped, tokenBudget: BUDGET });
    expect(again.messages).toEqual(once.messages);
    const story = await storyOf(memory.client.space('work').session('long'));
    expect(story.filter((event) => event.startsWith('user_message'))).toHaveLength(TURNS);
  });

  it('leaves the current turn to the host, though the log has it', async () => {
    const host = open();
    const current = turn(TURNS + 1).slice(0, 4) as HostMessages;
    await write(host, 'current', [...history, ...current]);
    const { messages } = await host.engine().assemble({ ...session('current'), messages: history, tokenBudget: BUDGET });
    expect(textsOf(messages)).not.toContain(`number ${TURNS + 1}`);
    expect(messages.at(-1)).toEqual(history.at(-1));
  });

  it('keeps the beginning of its windows from turn to turn until the next compaction', async () => {
    const host = open();
    let before: readonly unknown[] = [];
    let changes = 0;
    for (let at = 1; at <= TURNS; at += 1) {
      const messages = history.slice(0, at * 5);
      await write(host, 'turns', history.slice((at - 1) * 5, at * 5));
      const window = await host.engine().assemble({ ...session('turns'), messages, tokenBudget: BUDGET * 2 });
      const beginning = JSON.stringify(window.messages.slice(0, before.length));
      if (beginning !== JSON.stringify(before)) changes += 1;
      before = window.messages;
    }
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThan(TURNS / 3);
  });

  it('compacts where that is asked for', async () => {
    const host = open();
    await write(host, 'smaller', history);
    const ask = { ...session('smaller'), tokenBudget: BUDGET * 2 };
    const before = await host.engine().assemble({ ...ask, messages: history });
    expect(await host.engine().compact(ask)).toMatchObject({ ok: true, compacted: true });
    const after = await host.engine().assemble({ ...ask, messages: history });
    expect(after.estimatedTokens).toBeLessThan(before.estimatedTokens);
  });

  it('has nothing to do for a session that begins', async () => {
    const host = open();
    expect(await host.engine().assemble({ ...session('new'), messages: [], tokenBudget: BUDGET })).toEqual({
      messages: [],
      estimatedTokens: 0,
    });
    expect(await host.engine().compact({ ...session('new'), tokenBudget: BUDGET })).toMatchObject({ ok: true, compacted: false });
    expect(host.log).toEqual([]);
  });

  it('keeps each turn once, whatever is committed again', async () => {
    const host = open();
    const turnParams = { ...session('commits'), advancementKey: 'k1', messages: turn(1) as HostMessages };
    expect(await host.engine().commitTurn(turnParams)).toEqual({ status: 'committed' });
    expect(await host.engine().commitTurn(turnParams)).toEqual({ status: 'duplicate' });
    expect(await open().engine().commitTurn(turnParams)).toEqual({ status: 'committed' });
    expect((await storyOf(memory.client.space('work').session('commits'))).filter((event) => event.startsWith('user'))).toHaveLength(1);
  });

  it('keeps a history once that is longer than what may wait, also from another process', async () => {
    const said = Array.from({ length: 2_300 }, (_, at) => ({ role: 'user', content: `Note ${at}.`, timestamp: 1_795_600_000_000 + at }));
    for (const host of [open(), open()])
      for (let time = 0; time < 2; time += 1)
        await host.engine().assemble({ ...session('endless'), messages: said as HostMessages, tokenBudget: BUDGET });
    const notes = (await storyOf(memory.client.space('work').session('endless'))).filter((event) => event.includes('Note '));
    expect([notes.length, new Set(notes).size]).toEqual([2_300, 2_300]);
  });

  it('goes on behind a message that the service never takes, with a note in its place', async () => {
    const host = open();
    // A time in parts of a millisecond.
    const other = { role: 'user', content: 'Now?', timestamp: 1_795_648_002_500.5 };
    const messages = [...turn(1), other, ...turn(3)] as HostMessages;
    await write(host, 'refused', messages);
    const story = await storyOf(memory.client.space('work').session('refused'));
    expect(story.filter((event) => event.includes('was not kept'))).toHaveLength(1);
    expect(story.filter((event) => event.includes('berth is 773'))).toHaveLength(1);
    const { messages: windowed } = await host.engine().assemble({ ...session('refused'), messages, tokenBudget: 50_000 });
    expect(textsOf(windowed)).toContain('berth is 773');
  });

  it('keeps a message that is larger than an event, with all of its pictures', async () => {
    const host = open();
    const text = 'x'.repeat(2 * 1024 * 1024);
    const calls = ['a', 'b'].map((end) => ({ type: 'toolCall', id: `${'😀'.repeat(100)}${end}`, name: 'write', arguments: { text } }));
    const large = { role: 'assistant', content: calls, stopReason: 'toolUse', timestamp: 1_795_648_002_500 };
    const picture = { type: 'image', mimeType: 'image/png', data: Buffer.from('picture').toString('base64') };
    const pictures = { role: 'user', content: Array.from({ length: 20 }, () => picture), timestamp: 1_795_648_002_600 };
    const messages = [...turn(1), large, pictures, ...turn(3)] as HostMessages;
    await write(host, 'large', messages);
    const bodies = [];
    for await (const { kind, body } of memory.client.space('work').session('large').allEvents()) bodies.push({ kind, ...body });
    expect(bodies.filter((body) => body.text?.includes('was not kept'))).toEqual([]);
    const made = bodies.filter(({ kind, call }) => kind === 'tool_call' && call?.name === 'write');
    expect(new Set(made.map(({ call }) => call!.id)).size).toBe(2);
    expect(made.map(({ call }) => call!.arguments)).toEqual(['{}', '{}']);
    expect(bodies.flatMap(({ artifacts = [] }) => artifacts.filter(({ role }) => role === 'attachment'))).toHaveLength(20);
    // The window counts them without what they had no room for, and so the host gets them.
    const { messages: windowed } = await host.engine().assemble({ ...session('large'), messages, tokenBudget: 50_000 });
    const given = windowed.flatMap((message) => blocks(message).filter((block) => 'name' in block && block.name === 'write'));
    expect(given).toEqual(calls.map((call) => ({ ...call, arguments: {} })));
    expect(windowed.slice(0, turn(1).length)).toEqual(turn(1));
  });

  it('keeps all pictures of a message that no request has room for together, once', async () => {
    const host = open();
    const data = (byte: number) => Buffer.alloc(12_750_000, byte).toString('base64');
    const content = [1, 2].map((byte) => ({ type: 'image', mimeType: 'image/png', data: data(byte) }));
    const pictures = { role: 'user', content, timestamp: 1_795_648_002_600 };
    await write(host, 'pictures', [...turn(1), pictures, ...turn(3)] as HostMessages);
    const bodies = [];
    for await (const { body } of memory.client.space('work').session('pictures').allEvents()) bodies.push(body);
    expect(bodies.filter((body) => body?.text?.includes('was not kept'))).toEqual([]);
    const attached = bodies.flatMap((body) => body?.artifacts?.filter(({ role }) => role === 'attachment') ?? []);
    expect(attached.map(({ sizeBytes }) => sizeBytes)).toEqual([12_750_000, 12_750_000]);
    expect(bodies.map((body) => body?.origin?.sequence)).toEqual(bodies.map((_, at) => at + 1));
    expect(bodies.at(-1)?.text).toBe('Number 3 is done.');
  });

  it.each([
    ['a run of OpenClaw over a copy of a session', 'internal-1', 'agent:main:internal-session-effects:1'],
    ['a session that is held incognito', 'incognito-1', 'agent:main:dashboard:incognito-7f3a'],
    ['a subagent of one', 'incognito-2', 'agent:main:subagent:incognito-7f3b'],
  ])('keeps nothing of %s', async (_title, sessionId, sessionKey) => {
    const host = open();
    const context = { sessionId, sessionKey };
    for (const message of turn(1)) await host.emit({ hook: 'before_message_write', event: { message }, context });
    const { messages } = await host.engine().assemble({ ...context, messages: history.slice(0, 5), tokenBudget: 50_000 });
    expect(messages).toEqual(history.slice(0, 5));
    await host.emit({ hook: 'agent_end', event: {}, context });
    await host.emit({ hook: 'agent_end', event: {}, context: { sessionId } });
    expect((await memory.client.space('work').sessions()).sessions.map((one) => one.session)).not.toContain(sessionId);
  });

  it('gives the last turns that fit where the memory is away, and never throws', async () => {
    const host = open({ url: 'http://127.0.0.1:9', deadlineMs: 500 });
    const { messages, estimatedTokens } = await host.engine().assemble({ ...session('away'), messages: history, tokenBudget: BUDGET });
    expect(estimatedTokens).toBeLessThanOrEqual(BUDGET);
    expect(messages[0]!.role).toBe('user');
    expect(history.slice(-messages.length)).toEqual(messages);
    expect(messages.length).toBeGreaterThan(4);
    expect(await host.engine().commitTurn({ ...session('away'), advancementKey: 'k', messages: history })).toEqual({ status: 'committed' });
  });
});

import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createMetrics, type Metrics } from '@total-recall/observability';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const TEXT = 'The port of staging is 4100.';
const HALF = TEXT.slice(0, TEXT.length >> 1);
const RECALL = { id: 'r1', name: 'recall', arguments: '{"query":"it"}' };
const BUILD = { id: 'b1', name: 'build', arguments: '{"module":"core"}' };
const SCHEMA = { type: 'object', properties: {} };

type Turn = readonly ['user' | 'assistant', string];
/** Name, route, how a conversation stands in a body, and a tool. */
type Api = readonly [string, string, (turns: unknown) => object, object];

const APIS: readonly Api[] = [
  [
    'chat completions',
    '/v1/chat/completions',
    (messages: unknown) => ({ messages }),
    { type: 'function', function: { name: 'build', parameters: SCHEMA } },
  ],
  ['messages', '/v1/messages', (messages: unknown) => ({ messages, max_tokens: 100 }), { name: 'build', input_schema: SCHEMA }],
  ['responses', '/v1/responses', (input: unknown) => ({ input }), { type: 'function', name: 'build', parameters: SCHEMA, strict: false }],
];

let emulator: VendorEmulator;
let proxy: ProxyServer;
let memory: RecordingMemory;
let metrics: Metrics;

beforeAll(async () => {
  emulator = await startVendorEmulator(1_000_000);
});
beforeEach(async () => {
  memory = createRecordingMemory('It was 42.');
  metrics = createMetrics();
  proxy = await openTestProxy(emulator.url, { open: () => memory, metrics });
});
afterEach(async () => {
  await proxy.close();
  emulator.script = () => ({ text: 'Done.' });
});
afterAll(() => emulator.close());

/** Asks for a stream, and reads it to wherever it breaks off. */
async function ask(
  [, path, bodyOf, tool]: Api,
  turns: readonly Turn[],
  { url = proxy.url, tools = false, fields = {} }: { readonly url?: string; readonly tools?: boolean; readonly fields?: object } = {},
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const body = {
    model: 'm',
    stream: true,
    ...bodyOf(turns.map(([role, content]) => ({ role, content }))),
    ...(tools && { tools: [tool] }),
    ...fields,
  };
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${UPSTREAM_KEY}`, 'anthropic-version': '2023-06-01' };
    const sent = request(`${url}${path}`, { method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      answer.on('end', () => resolve({ text, isCut: false }));
      answer.on('error', () => resolve({ text, isCut: true }));
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

/** Reads the log once it holds all that is on its way there. The vendor refused nothing until then. */
async function kept(): Promise<readonly (readonly string[])[]> {
  expect(emulator.refused).toEqual([]);
  await proxy.close();
  return [...memory.sessions.values()];
}

const broken = async (): Promise<number> =>
  Number(/total_recall_proxy_calls_total\{route="any",outcome="broken_off"\} (\d+)/.exec(await metrics.render())?.[1] ?? 0);

describe.each(APIS)('a stream of %s', (...api) => {
  describe.each(['ended', 'cut'] as const)('that the vendor breaks off, %s', (how) => {
    const half = () => ({ text: TEXT, breaksAt: { text: HALF, how } });

    it('is kept as far as it came, is counted, and comes and ends as it does from the vendor', async () => {
      emulator.script = half;
      const direct = await ask(api, [['user', 'Which port?']], { url: emulator.url });
      const answer = await ask(api, [['user', 'Which port?']]);
      const numbers = /resp_\d+|msg_\d+/g;
      expect({ ...answer, text: answer.text.replaceAll(numbers, '') }).toEqual({ ...direct, text: direct.text.replaceAll(numbers, '') });
      expect(answer.isCut).toBe(how === 'cut');
      expect(await kept()).toEqual([['Which port?', HALF]]);
      expect(await broken()).toBe(1);
    });

    it('stands once in the log where the agent goes on from what it got', async () => {
      emulator.script = half;
      await ask(api, [['user', 'Which port?']]);
      emulator.script = () => ({ text: 'Done.' });
      await ask(api, [
        ['user', 'Which port?'],
        ['assistant', HALF],
        ['user', 'Go on.'],
      ]);
      expect(await kept()).toEqual([['Which port?', HALF, 'Go on.', 'Done.']]);
      expect(await broken()).toBe(1);
    });

    it('stands beside the answer that the agent asks for once more', async () => {
      emulator.script = half;
      await ask(api, [['user', 'Which port?']]);
      emulator.script = () => ({ text: TEXT });
      await ask(api, [['user', 'Which port?']]);
      const said = (await kept()).flat();
      expect(said.filter((text) => text === 'Which port?')).toHaveLength(1);
      expect(said).toEqual(expect.arrayContaining([HALF, TEXT]));
    });

    it('is kept with what was said before a recall, and without a call of ours that lacks its end', async () => {
      const behind = { text: HALF, calls: [{ ...RECALL, id: 'r2' }], breaksAt: { text: '{\\"que', how } };
      emulator.script = () => (emulator.calls.length === asked + 1 ? { text: 'Let me look.', calls: [RECALL] } : behind);
      const asked = emulator.calls.length;
      const { text } = await ask(api, [['user', 'Which port?']], { tools: true });
      expect(text).not.toContain('"r2"');
      expect(memory.asked).toHaveLength(1);
      const [first, ...rest] = (await kept()).flat();
      expect(first).toBe('Which port?');
      expect(rest.join('\n').split(/\n+/)).toEqual(['Let me look.', HALF]);
      expect(await broken()).toBe(1);
    });

    it('goes on as a valid conversation behind a recall', async () => {
      emulator.script = () => (emulator.calls.length === asked + 1 ? { text: 'Let me look.', calls: [RECALL] } : half());
      const asked = emulator.calls.length;
      await ask(api, [['user', 'Which port?']], { tools: true });
      emulator.script = () => ({ text: 'Done.' });
      await ask(
        api,
        [
          ['user', 'Which port?'],
          ['assistant', `Let me look.\n\n${HALF}`],
          ['user', 'Go on.'],
        ],
        { tools: true },
      );
      expect((await kept()).flat()).toContain('Done.');
    });

    it('is not told as whole where nothing came of it behind a recall', async () => {
      const asked = emulator.calls.length;
      emulator.script = () => (emulator.calls.length === asked + 1 ? { text: 'Let me look.', calls: [RECALL] } : { breaksAt: { how } });
      const { text } = await ask(api, [['user', 'Which port?']], { tools: true });
      expect(text).not.toMatch(/response\.completed|message_stop|"stop"/);
      expect(await kept()).toEqual([['Which port?', 'Let me look.']]);
      expect(await broken()).toBe(1);
    });

    it('is kept without a call that lacks its end, which no agent can send back', async () => {
      emulator.script = () => ({ text: TEXT, calls: [BUILD], breaksAt: { text: '{\\"module', how } });
      const { text } = await ask(api, [['user', 'Which port?']], { tools: true });
      expect(text).toContain('build');
      expect(await kept()).toEqual([['Which port?', TEXT]]);
    });

    it('is kept with calls that are whole', async () => {
      const second = { id: 'b2', name: 'build', arguments: '{"other":"one"}' };
      emulator.script = () => ({ text: TEXT, calls: [BUILD, second], breaksAt: { text: '{\\"other', how } });
      await ask(api, [['user', 'Which port?']], { tools: true });
      expect(await kept()).toEqual([['Which port?', TEXT, 'b1 {"module":"core"}']]);
    });

    it('is counted where nothing came of it', async () => {
      emulator.script = () => ({ text: TEXT, breaksAt: { text: api[0] === 'chat completions' ? 'assistant' : 'type', how } });
      await ask(api, [['user', 'Which port?']]);
      expect(await kept()).toEqual([['Which port?']]);
      expect(await broken()).toBe(1);
    });
  });
});

describe.each(APIS)('a stream of %s behind a recall', (...api) => {
  it.each([HALF, undefined])('that ends at its limit within another recall goes on as a valid conversation: %s', async (text) => {
    const asked = emulator.calls.length;
    const behind = { ...(text !== undefined && { text }), calls: [{ ...RECALL, id: 'r2' }], isLimited: true };
    emulator.script = () => (emulator.calls.length === asked + 1 ? { text: 'Let me look.', calls: [RECALL] } : behind);
    await ask(api, [['user', 'Which port?']], { tools: true });
    emulator.script = () => ({ text: 'Done.' });
    const told = ['Let me look.', ...(text === undefined ? [] : [text])];
    const gap = { messages: '\n', responses: undefined }[api[0]] ?? '\n\n';
    const answers = api[0] === 'responses' ? told : [told.join(gap)];
    await ask(api, [['user', 'Which port?'], ...answers.map((answer): Turn => ['assistant', answer]), ['user', 'Go on.']], { tools: true });
    expect(JSON.stringify(emulator.calls.at(-1)!.body)).toContain('It was 42.');
    expect(await kept()).toHaveLength(1);
    expect(await broken()).toBe(0);
  });

  it.each([
    ['refuses to go on', { status: 529, headers: { 'Retry-After': '0' } }],
    ['refuses to go on for long', { status: 429, headers: { 'Retry-After': '3600' } }],
    ['refuses to go on at all', { status: 400 }],
    ['cannot be reached any more', { breaksAt: { text: '', how: 'refused' } }],
  ] as const)('is kept as far as it came where the vendor %s', async (_what, second) => {
    const asked = emulator.calls.length;
    emulator.script = () => (emulator.calls.length === asked + 1 ? { text: 'Let me look.', calls: [RECALL] } : second);
    await ask(api, [['user', 'Which port?']], { tools: true });
    expect(await kept()).toEqual([['Which port?', 'Let me look.']]);
    expect(await broken()).toBe(1);
  });
});

it.each(APIS)('says why the vendor does not go on behind a recall, in a compressed answer of %s', async (...api) => {
  const asked = emulator.calls.length;
  emulator.encoding = { name: 'gzip', pack: gzipSync };
  emulator.script = () => (emulator.calls.length === asked + 1 ? { text: 'Let me look.', calls: [RECALL] } : { status: 400 });
  const { text } = await ask(api, [['user', 'Which port?']], { tools: true });
  emulator.encoding = undefined;
  expect(text).toContain('"message":"scripted"');
  expect(await broken()).toBe(1);
});

it('is no broken answer, though it is not kept, where it has several choices', async () => {
  const pack = () => Buffer.from(`data: ${JSON.stringify({ choices: [{ index: 1, delta: { content: 'B' } }] })}\n\ndata: [DONE]\n\n`);
  emulator.encoding = { name: 'identity', pack };
  await ask(APIS[0]!, [['user', 'Which port?']], { fields: { n: 2 } });
  emulator.encoding = undefined;
  expect(await kept()).toEqual([['Which port?']]);
  expect(await broken()).toBe(0);
});

it('names the vendor that cannot be reached, to who asked', async () => {
  const away = await openTestProxy('http://127.0.0.1:9');
  const { text } = await ask(APIS[0]!, [['user', 'Which port?']], { url: away.url });
  await away.close();
  expect(JSON.parse(text)).toMatchObject({
    error: { code: 'upstream_unreachable', message: expect.stringContaining('ECONNREFUSED 127.0.0.1:9') },
  });
});

it.each([
  ['/v1/chat/completions', 'messages'],
  ['/v1/messages', 'messages'],
  ['/v1/messages/count_tokens', 'messages'],
  ['/v1/responses', 'input'],
  ['/v1/responses/compact', 'input'],
])('blames no vendor for a failure of its own before that was asked, at %s', async (path, field) => {
  const asked = emulator.calls.length + emulator.counts.length;
  const failing = await openTestProxy(emulator.url, {
    open: () => {
      throw new Error('secret');
    },
  });
  const body = JSON.stringify({ model: 'm', max_tokens: 100, [field]: [{ role: 'user', content: 'Which port?' }] });
  const answer = await fetch(failing.url + path, { method: 'POST', body });
  const text = await answer.text();
  await failing.close();
  expect([answer.status, JSON.parse(text)]).toMatchObject([500, { error: { code: 'proxy_failed' } }]);
  expect(text).not.toContain('secret');
  expect(emulator.calls.length + emulator.counts.length).toBe(asked);
});

import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createMetrics, type Metrics } from '@total-recall/observability';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { ProxyServer } from './serve-proxy.ts';

const ANSWER_BYTES = 256 * 1024;
const ALL_BYTES = PROXY_LIMITS.answersAtOnce * ANSWER_BYTES;
const LARGE = 'A long answer. '.repeat(14_000);
/** Calls that fill the room for all answers while their recalls wait. */
const HOLDING = Math.floor(ALL_BYTES / LARGE.length);
const RECALL = { id: 'r1', name: 'recall', arguments: '{"query":"it"}' };
const TOOLS = [{ type: 'function', function: { name: 'build', parameters: { type: 'object', properties: {} } } }];

let emulator: VendorEmulator;
let proxy: ProxyServer;
let memory: RecordingMemory;
let metrics: Metrics;
/** Recalls are answered once it resolves. */
let answered: PromiseWithResolvers<void>;

beforeAll(async () => {
  emulator = await startVendorEmulator(1_000_000);
});
beforeEach(async () => {
  memory = createRecordingMemory('It was 42.');
  metrics = createMetrics();
  answered = Promise.withResolvers();
  const { asked } = memory;
  const ask: RecordingMemory['ask'] = async (question) => {
    asked.push(question);
    await answered.promise;
    return { text: 'It was 42.', isError: false };
  };
  proxy = await openTestProxy(emulator.url, { open: () => ({ ...memory, ask }), metrics, answerBytes: ANSWER_BYTES });
  emulator.script = ({ messages }) => {
    const [{ content }, ...more] = messages as [{ content: string }, ...unknown[]];
    if (more.length > 0) return { text: 'It is 42.' };
    if (content.startsWith('hold')) return { text: LARGE, calls: [RECALL] };
    if (content.startsWith('stall')) return { text: 'Let me look.', calls: [RECALL] };
    return { text: content === 'short' ? 'Done.' : LARGE };
  };
});
afterEach(async () => {
  answered.resolve();
  await proxy.close();
  emulator.encoding = undefined;
});
afterAll(() => emulator.close());

/** Asks without the decoding that fetch does by itself. */
async function ask(content: string, fields: object = {}): Promise<{ status: number; encoding: string | undefined; bytes: Buffer }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method: 'POST', headers: { Authorization: `Bearer ${UPSTREAM_KEY}` } };
    const sent = request(`${proxy.url}/v1/chat/completions`, options, resolve);
    sent.on('error', reject).end(JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content }], tools: TOOLS, ...fields }));
  });
  return { status: answer.statusCode ?? 0, encoding: answer.headers['content-encoding'], bytes: await buffer(answer) };
}

/** Sends several requests at once over one connection, without a look at their answers. */
function pipeline(contents: readonly string[]) {
  const { hostname, port } = new URL(proxy.url);
  const socket = connect(Number(port), hostname);
  for (const content of contents) {
    const body = JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content }], tools: TOOLS });
    const head = ['POST /v1/chat/completions HTTP/1.1', `Host: ${hostname}`, `Authorization: Bearer ${UPSTREAM_KEY}`];
    socket.write(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join('\r\n')}\r\n\r\n${body}`);
  }
  return socket.resume();
}

async function counted(name: string): Promise<number> {
  const line = (await metrics.render()).split('\n').find((text) => text.startsWith(name));
  return Number(line?.split(' ').at(-1) ?? 0);
}
const fallbacks = () => counted('total_recall_proxy_fallbacks_total{part="answer"}');
const limitsHit = () => counted('total_recall_limits_hit_total{limit="proxy_answers"}');

/** Texts in the log once nothing is on its way there. */
async function kept(): Promise<readonly string[]> {
  await proxy.close();
  return [...memory.sessions.values()].flat();
}

/** Asks until the answers whose recalls wait leave no room for another large one. */
async function hold(stream: boolean): Promise<{ readonly answers: Promise<readonly { readonly bytes: Buffer }[]> }> {
  const answers = Promise.all(Array.from({ length: HOLDING }, (_, at) => ask(`hold ${at}`, { stream })));
  await vi.waitFor(() => expect(memory.asked).toHaveLength(HOLDING), 30_000);
  return { answers };
}

function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  type Choice = { message?: { content?: string }; delta?: { content?: string } };
  const choicesIn = (json: string) => (JSON.parse(json) as { choices: Choice[] }).choices;
  if (text.startsWith('{')) return choicesIn(text)[0]!.message!.content!;
  const events = text.split('\n').filter((line) => line.startsWith('data: {'));
  return events.map((line) => choicesIn(line.slice(6))[0]?.delta?.content ?? '').join('');
}

describe.each([false, true])('answers that together are more than is read, as streams: %s', (stream) => {
  it('go on unread where they do not fit beside others, and are counted', async () => {
    const { answers } = await hold(stream);
    const { status, bytes } = await ask('long', { stream });
    expect([status, textOf(bytes)]).toEqual([200, LARGE]);
    if (stream) expect(bytes.toString('utf8').endsWith('data: [DONE]\n\n')).toBe(true);
    expect([await fallbacks(), await limitsHit()]).toEqual([1, 1]);
    answered.resolve();
    for (const answer of await answers) expect(textOf(answer.bytes)).toBe(`${LARGE}\n\nIt is 42.`);
    const log = await kept();
    expect(log).toContain('long');
    expect(log).not.toContain(LARGE);
    expect(await fallbacks()).toBe(1);
  });

  it('are read where they are small, whatever is held', async () => {
    const { answers } = await hold(stream);
    expect(textOf((await ask('short', { stream })).bytes)).toBe('Done.');
    answered.resolve();
    await answers;
    expect(await kept()).toContain('Done.');
    expect(await limitsHit()).toBe(0);
  });

  it('make room once they are with their callers', async () => {
    const { answers } = await hold(stream);
    answered.resolve();
    await answers;
    for (let at = 0; at < HOLDING; at++) expect(textOf((await ask('long', { stream })).bytes)).toBe(LARGE);
    expect(await kept()).toContain(LARGE);
    expect(await limitsHit()).toBe(0);
  });

  it('are read behind a recall, as their callers lack what they follow', async () => {
    const { answers } = await hold(stream);
    const script = emulator.script;
    emulator.script = (body) => ((body.messages as unknown[]).length > 1 ? { text: LARGE } : { calls: [RECALL] });
    const behind = ask('small, then large', { stream });
    await vi.waitFor(() => expect(memory.asked).toHaveLength(HOLDING + 1), 30_000);
    emulator.script = (body) => (JSON.stringify(body).includes('then large') ? { text: LARGE } : script(body));
    answered.resolve();
    expect(textOf((await behind).bytes)).toBe(LARGE);
    await answers;
    expect(await kept()).toContain(LARGE);
    expect(await fallbacks()).toBe(0);
  });
});

it('an answer goes on packed where it unpacks to more than there is room for beside others', async () => {
  const { answers } = await hold(false);
  let sent = Buffer.alloc(0);
  emulator.encoding = { name: 'gzip', pack: (bytes) => (sent = gzipSync(bytes)) };
  const { bytes, encoding } = await ask('long');
  expect([encoding, bytes.equals(sent)]).toEqual(['gzip', true]);
  expect(textOf(gunzipSync(bytes))).toBe(LARGE);
  expect([await fallbacks(), await limitsHit()]).toEqual([1, 1]);
  emulator.encoding = undefined;
  answered.resolve();
  await answers;
});

it('answers whose callers go away make room', async () => {
  for (let at = 0; at < 2 * HOLDING; at++) {
    const gone = new AbortController();
    const asked = fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${UPSTREAM_KEY}` },
      body: JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content: `hold ${at}` }], tools: TOOLS }),
      signal: gone.signal,
    }).catch(() => undefined);
    await vi.waitFor(() => expect(memory.asked).toHaveLength(at + 1), 30_000);
    gone.abort();
    await asked;
  }
  expect(textOf((await ask('long')).bytes)).toBe(LARGE);
  expect(await kept()).toContain(LARGE);
});

it('let go of their room where a connection closes while an answer waits behind another one', async () => {
  const asked = emulator.calls.length;
  const sockets = Array.from({ length: HOLDING }, (_, at) => pipeline([`stall ${at}`, `long ${at}`]));
  await vi.waitFor(() => expect(emulator.calls).toHaveLength(asked + 2 * HOLDING), 30_000);
  await vi.waitFor(async () => expect((await ask('long')).status === 200 && (await limitsHit()) > 0).toBe(true), 30_000);
  for (const socket of sockets) socket.destroy();
  const before = await limitsHit();
  await vi.waitFor(async () => {
    const hits = await limitsHit();
    await ask('long');
    expect(await limitsHit()).toBe(hits);
  }, 30_000);
  expect(before).toBeGreaterThan(0);
});

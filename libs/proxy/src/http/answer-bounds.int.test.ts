import { brotliCompressSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { request, type IncomingMessage } from 'node:http';
import { createMetrics, type Metrics } from '@total-recall/observability';
import { LIMITS } from '@total-recall/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const ANSWER_BYTES = 64 * 1024;
const LARGE = 'A long answer. '.repeat(10_000);
const RECALL = { id: 'r1', name: 'recall', arguments: '{"query":"it"}' };
const TOOLS = [{ type: 'function', function: { name: 'build', parameters: { type: 'object', properties: {} } } }];

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
  proxy = await openTestProxy(emulator.url, { open: () => memory, metrics, answerBytes: ANSWER_BYTES });
});
afterEach(async () => {
  await proxy.close();
  emulator.encoding = undefined;
  emulator.script = () => ({ text: 'Done.' });
});
afterAll(() => emulator.close());

/** Asks without the decoding that fetch does by itself. */
async function ask(fields: object = {}): Promise<{ status: number; encoding: string | undefined; bytes: Buffer; window: unknown }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      `${proxy.url}/v1/chat/completions`,
      { method: 'POST', headers: { Authorization: `Bearer ${UPSTREAM_KEY}` } },
      resolve,
    );
    sent.on('error', reject).end(JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'What?' }], ...fields }));
  });
  const { headers, statusCode = 0 } = answer;
  return {
    status: statusCode,
    encoding: headers['content-encoding'],
    bytes: await buffer(answer),
    window: headers['x-total-recall-window'],
  };
}

/** Reads the log once it holds all that is on its way there. */
async function kept(): Promise<readonly string[]> {
  await proxy.close();
  return [...memory.sessions.values()].flat();
}

const fallbacks = async (): Promise<number> =>
  Number(/total_recall_proxy_fallbacks_total\{part="answer"\} (\d+)/.exec(await metrics.render())?.[1] ?? 0);

const textIn = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => (JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '')
    .join('');

describe.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('an answer that comes as %s though it was asked for plain', (name, pack) => {
  beforeEach(() => {
    emulator.encoding = { name, pack: (bytes) => pack(bytes) };
  });

  it('is kept, and has the bytes of the vendor', async () => {
    let sent = Buffer.alloc(0);
    emulator.encoding = { name, pack: (bytes) => (sent = pack(bytes)) };
    const { bytes, encoding } = await ask();
    expect(encoding).toBe(name);
    expect(bytes.equals(sent)).toBe(true);
    expect(await kept()).toEqual(['What?', 'Done.']);
    expect(await fallbacks()).toBe(0);
  });

  it('is kept as a stream, which comes unpacked', async () => {
    const { bytes, encoding } = await ask({ stream: true });
    expect(encoding).toBeUndefined();
    expect(textIn(bytes)).toBe('Done.');
    expect(await kept()).toEqual(['What?', 'Done.']);
  });

  it.each([false, true])('gets its recalls answered, as a stream: %s', async (stream) => {
    emulator.script = ({ messages }) => ((messages as unknown[]).length > 1 ? { text: 'It is 42.' } : { calls: [RECALL] });
    const { bytes, encoding } = await ask({ stream, tools: TOOLS });
    expect(encoding).toBeUndefined();
    expect(bytes.toString('utf8')).toContain('choices');
    expect(bytes.toString('utf8')).not.toContain('"recall"');
    expect(memory.asked).toHaveLength(1);
    expect(await kept()).toContain('It is 42.');
  });
});

describe('an answer that is not read', () => {
  it('goes on untouched in an encoding that is not known', async () => {
    const packed = Buffer.from([1, 2, 3, 255, 254]);
    emulator.encoding = { name: 'dcb', pack: () => packed };
    const { status, bytes, encoding, window } = await ask();
    expect([status, encoding, window]).toEqual([200, 'dcb', 'whole']);
    expect(bytes.equals(packed)).toBe(true);
    expect(await fallbacks()).toBe(1);
    expect(await kept()).toEqual(['What?']);
  });

  it('goes on untouched where it is not what its encoding says', async () => {
    const packed = Buffer.from('{"choices":[]}');
    emulator.encoding = { name: 'gzip', pack: () => packed };
    const { status, bytes } = await ask();
    expect(status).toBe(200);
    expect(bytes.equals(packed)).toBe(true);
    expect(await fallbacks()).toBe(1);
  });

  it.each(['<html>Busy.</html>', '{"choices":[]}', ''])('goes on untouched where it is no answer: %s', async (text) => {
    emulator.encoding = { name: 'identity', pack: () => Buffer.from(text) };
    const { status, bytes } = await ask();
    expect([status, bytes.toString('utf8')]).toEqual([200, text]);
    expect(await fallbacks()).toBe(1);
    expect(await kept()).toEqual(['What?']);
  });

  it.each([false, true])('goes on whole where it is too large, as a stream: %s', async (stream) => {
    emulator.script = () => ({ text: LARGE });
    const { status, bytes } = await ask({ stream });
    expect(status).toBe(200);
    const text = bytes.toString('utf8');
    expect(stream ? textIn(bytes) : (JSON.parse(text) as { choices: { message: { content: string } }[] }).choices[0]!.message.content).toBe(
      LARGE,
    );
    if (stream) expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await fallbacks()).toBe(1);
    expect(await kept()).toEqual(['What?']);
  });

  it('goes on packed where it unpacks to too much', async () => {
    emulator.script = () => ({ text: LARGE });
    emulator.encoding = { name: 'gzip', pack: (bytes) => gzipSync(bytes) };
    const { bytes, encoding } = await ask();
    expect(encoding).toBe('gzip');
    expect(gunzipSync(bytes).toString('utf8')).toContain(LARGE);
    expect(await fallbacks()).toBe(1);
  });

  it('goes on as a stream that unpacks to a quarter of a gigabyte without its being held', async () => {
    const bomb = gzipSync(Buffer.alloc(256_000_000, 'data: x '), { level: 1 });
    emulator.encoding = { name: 'gzip', pack: () => bomb };
    // Buffers alone are counted: what else the process holds may be garbage of others.
    const before = process.memoryUsage().arrayBuffers;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 20);
    const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${UPSTREAM_KEY}` },
      body: JSON.stringify({ model: 'gpt-4.1', stream: true, messages: [{ role: 'user', content: 'What?' }] }),
    });
    let size = 0;
    for await (const chunk of answer.body!) size += chunk.length;
    clearInterval(watch);
    expect(size).toBe(256_000_000);
    expect(most - before).toBeLessThan(160_000_000);
    expect(await fallbacks()).toBe(1);
  });
});

it.each([
  ['gpt-4.1', 3, '3 calls'],
  ['gpt-4', 1, 'one call'],
])('of many recalls in a turn of %s %i are answered, as in the service, and the model is told of the others', async (model, most, said) => {
  const made = Array.from({ length: 8 }, (_, at) => ({ ...RECALL, id: `r${at}` }));
  emulator.script = ({ messages }) => ((messages as unknown[]).length > 1 ? { text: 'It is 42.' } : { calls: made });
  await ask({ model, tools: TOOLS });
  expect(memory.asked).toHaveLength(most);
  const told = (emulator.calls.at(-1)!.body.messages as { role: string; content: string }[]).filter(({ role }) => role === 'tool');
  expect(told.map(({ content }) => content.includes('It was 42.'))).toEqual(made.map((_, at) => at < most));
  expect(told.at(-1)!.content).toContain(`pull_limit: A turn may make ${said} of recall and open together`);
});

it('counts the recalls of each round anew', async () => {
  emulator.script = ({ messages }) => {
    const { length } = messages as unknown[];
    return length > 6 ? { text: 'It is 42.' } : { calls: [0, 1, 2].map((at) => ({ ...RECALL, id: `r${length}-${at}` })) };
  };
  await ask({ tools: TOOLS });
  expect(memory.asked).toHaveLength(6);
});

it('a recall whose id is longer than an event takes is answered, and has that id for the model', async () => {
  const id = `call_1__thought__${'Q'.repeat(600)}`;
  emulator.script = ({ messages }) => ((messages as unknown[]).length > 1 ? { text: 'It is 42.' } : { calls: [{ ...RECALL, id }] });
  await ask({ tools: TOOLS });
  expect(memory.asked.map(({ callId }) => callId.length)).toEqual([LIMITS.labelLength]);
  expect(emulator.calls.at(-1)!.body.messages).toContainEqual(expect.objectContaining({ role: 'tool', tool_call_id: id }));
});

describe('an answer that cannot be read behind a recall', () => {
  const script: VendorEmulator['script'] = ({ messages }) =>
    (messages as unknown[]).length > 1 ? { text: LARGE } : { text: 'Let me look.', calls: [RECALL] };

  it('is an error with a code', async () => {
    emulator.script = script;
    const { status, bytes } = await ask({ tools: TOOLS });
    expect(status).toBe(502);
    expect(JSON.parse(bytes.toString('utf8'))).toMatchObject({ error: { code: 'upstream_answer_too_large' } });
    expect(await fallbacks()).toBe(1);
  });

  it('is an event with a code in a stream', async () => {
    emulator.script = script;
    const { status, bytes } = await ask({ stream: true, tools: TOOLS });
    expect(status).toBe(200);
    expect(bytes.toString('utf8')).toMatch(/event: error\ndata: \{.*"code":"upstream_answer_too_large".*\}\n\n$/);
    expect(await fallbacks()).toBe(1);
  });

  it.each([false, true])('says so of an encoding that is not known, as a stream: %s', async (stream) => {
    emulator.script = ({ messages }) => {
      if ((messages as unknown[]).length > 1) emulator.encoding = { name: 'dcb', pack: () => Buffer.from([1, 2]) };
      return (messages as unknown[]).length > 1 ? { text: 'It is 42.' } : { calls: [RECALL] };
    };
    const { bytes } = await ask({ stream, tools: TOOLS });
    expect(bytes.toString('utf8')).toContain('"code":"upstream_answer_unreadable"');
  });
});

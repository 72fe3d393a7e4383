import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createMetrics } from '@total-recall/observability';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRecordingMemory } from '../../testing/recording-memory.ts';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { ProxyServer } from './serve-proxy.ts';

const KEY = `tr_0123456789abcdef_${'s'.repeat(43)}`;

let emulator: VendorEmulator;
let proxy: ProxyServer;
const metrics = createMetrics();

beforeAll(async () => {
  emulator = await startVendorEmulator(1_000_000);
  proxy = await openTestProxy(emulator.url, { open: () => createRecordingMemory('Nothing.'), metrics });
});
beforeEach(() => {
  emulator.calls.length = 0;
});
afterAll(async () => {
  await proxy.close();
  await emulator.close();
});

const post = (path: string, body: string) =>
  fetch(`${proxy.url}${path}`, { method: 'POST', headers: { Authorization: `Bearer ${UPSTREAM_KEY}` }, body });

const fallbacks = async (): Promise<number> =>
  Number(/total_recall_proxy_fallbacks_total\{part="request"\} (\d+)/.exec(await metrics.render())?.[1] ?? 0);

it('counts a request as a fallback that has more messages than are read, and none that has no messages', async () => {
  const before = await fallbacks();
  for (const body of ['{"model":"gpt-4.1"}', '{"model":"gpt-4.1","messages":[]}', '{"model":', '{"model":"gpt-4.1","messages":"m"}']) {
    const { headers } = await post('/v1/chat/completions', body).catch(() => ({ headers: undefined }));
    expect(headers?.get('X-Total-Recall-Window') ?? 'unread').toBe('unread');
  }
  expect(await fallbacks()).toBe(before);
  const many = `[${Array<string>(PROXY_LIMITS.messages + 1)
    .fill('{"role":"user","content":"m"}')
    .join(',')}]`;
  const dense = `[{"role":"user","content":"m"}],"x":[${'{},'.repeat(600_000)}{}]`;
  const parts = `[{"role":"assistant","tool_calls":[${'{},'.repeat(PROXY_LIMITS.messageParts)}{}]}]`;
  for (const messages of [many, dense, parts]) await post('/v1/chat/completions', `{"model":"gpt-4.1","messages":${messages}}`);
  expect(await fallbacks()).toBe(before + 3);
});

describe('a request that is out of bounds', () => {
  it('goes on as it came where it has too many messages to be read', async () => {
    const messages = Array.from({ length: PROXY_LIMITS.messages + 1 }, (_, at) => ({ role: 'user', content: `m${at}` }));
    const body = JSON.stringify({ model: 'gpt-4.1', messages });
    const answer = await post('/v1/chat/completions', body);
    expect([answer.status, answer.headers.get('X-Total-Recall-Window')]).toEqual([200, 'unread']);
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toBe(body);
  });

  it.each([
    ['values', `{"model":"gpt-4.1","messages":[{"role":"user","content":"m"}],"x":[${'{},'.repeat(600_000)}{}]}`],
    ['levels', `{"model":"gpt-4.1","messages":[{"role":"user","content":"m"}],"x":${'['.repeat(200)}${']'.repeat(200)}}`],
  ])('goes on as it came where it has too many %s to be built', async (_what, body) => {
    const answer = await post('/v1/chat/completions', body);
    expect([answer.status, answer.headers.get('X-Total-Recall-Window')]).toEqual([200, 'unread']);
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toBe(body);
  });

  it('goes on as it came where the arguments of a call have too many values to be built', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'build', arguments: `[${'{},'.repeat(600_000)}{}]` } };
    const messages = [
      { role: 'user', content: 'm' },
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'm' },
    ];
    const answer = await post('/v1/chat/completions', JSON.stringify({ model: 'gpt-4.1', messages }));
    expect(answer.headers.get('X-Total-Recall-Window')).toBe('unread');
  });

  it('goes on as it came where a compaction item unfolds to too many', async () => {
    const raws = Array<string>(PROXY_LIMITS.messages + 1).fill('{"role":"user","content":"m"}');
    const content = `trc1.${gzipSync(JSON.stringify({ raws, session: 's' })).toString('base64url')}`;
    const input = [
      { type: 'compaction', encrypted_content: content },
      { role: 'user', content: 'Go on.' },
    ];
    const answer = await post('/v1/responses', JSON.stringify({ model: 'gpt-4.1', input }));
    expect(answer.headers.get('X-Total-Recall-Window')).toBe('unread');
  });

  it.each([
    ['in one of its messages', [`{"role":"user","content":[${'{},'.repeat(600_000)}{}]}`], ''],
    ['in all of them together', Array<string>(4).fill(`{"role":"user","content":[${'{},'.repeat(150_000)}{}]}`), ''],
    ['with those of the request', [`{"role":"user","content":[${'{},'.repeat(300_000)}{}]}`], `,"x":[${'{},'.repeat(300_000)}{}]`],
    ['in levels', [`{"role":"user","content":${'['.repeat(200)}${']'.repeat(200)}}`], ''],
    ['beside its messages', ['{"role":"user","content":"m"}'], '', `[${'{},'.repeat(600_000)}{}]`],
  ])('goes on as it came where a compaction item unfolds to too many values to be built: %s', async (_where, raws, rest, beside = '0') => {
    const held = `{"session":"s","x":${beside},"raws":${JSON.stringify(raws)}}`;
    const content = `trc1.${gzipSync(held).toString('base64url')}`;
    const body = `{"model":"gpt-4.1","input":[{"type":"compaction","encrypted_content":"${content}"}]${rest}}`;
    const answer = await post('/v1/responses', body);
    expect(answer.headers.get('X-Total-Recall-Window')).toBe('unread');
    expect(emulator.calls.at(-1)!.bytes.toString('utf8') === body).toBe(true);
  });

  it('takes room for what a compaction item unfolds to, however small it comes', async () => {
    const raws = [JSON.stringify({ role: 'user', content: 'm'.repeat(2_000_000) })];
    const content = `trc1.${gzipSync(JSON.stringify({ raws, session: 's' })).toString('base64url')}`;
    expect(content.length).toBeLessThan(10_000);
    const body = JSON.stringify({ model: 'gpt-4.1', input: [{ type: 'compaction', encrypted_content: content }] });
    expect((await post('/v1/responses', body)).headers.get('X-Total-Recall-Window')).toBe('compacted');
    const small = await openTestProxy(emulator.url, { open: () => createRecordingMemory('Nothing.'), heldBodyBytes: 1_000_000 });
    const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
    const answer = await fetch(`${small.url}/v1/responses`, { method: 'POST', headers, body });
    expect(answer.headers.get('X-Total-Recall-Window')).toBe('unread');
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toBe(body);
    await small.close();
  });
});

it.each([`//${KEY}/v1/models`, `/@main/${KEY}/v1/models`, `/v1/models?key=${KEY}`, `/v1/models?to=%2F${KEY}`])(
  'a key of the memory never goes on to the vendor: %s',
  async (path) => {
    const answer = await fetch(`${proxy.url}${path}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('X-Echo')).toBeNull();
    expect(await answer.text()).not.toContain(KEY);
  },
);

it.each([
  { Authorization: `Bearer ${KEY}` },
  { 'X-Api-Key': KEY },
  { 'Api-Key': KEY },
  { 'X-Goog-Api-Key': KEY },
  { 'X-Auth-Token': KEY },
  { Cookie: `key=${KEY}` },
])('nor does one in a header of the vendor: %o', async (headers) => {
  const answer = await fetch(`${proxy.url}/v1/models`, { headers });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('X-Echo')).toBeNull();
  const said = await answer.text();
  expect(said).toContain('x-total-recall-key');
  expect(said).not.toContain(KEY);
});

it.each([
  ['X-Envoy-Original-Path', `/${KEY}/v1/models`],
  ['X-Replaced-Path', `/${KEY}/@main/v1/models`],
  ['X-Auth-Request-Redirect', `https%3A%2F%2Fhost%2F${KEY}%2Fv1`],
])('a header that no vendor reads a key from is left out of what goes on where it holds one: %s', async (name, value) => {
  const answer = await fetch(`${proxy.url}/v1/models`, { headers: { [name]: value, 'X-Other': 'kept' } });
  const { headers } = JSON.parse(answer.headers.get('X-Echo')!) as { headers: Record<string, string> };
  expect(headers).toMatchObject({ 'x-other': 'kept' });
  expect(headers).not.toHaveProperty(name.toLowerCase());
});

it.each([
  ['/v1/../../admin', 400],
  ['/v1/%2e%2E/admin', 400],
  ['/v1/files/..%2f..%2Fadmin', 400],
  ['/..', 400],
  ['/v1/..;/admin', 400],
  ['/v1/..;x=1/admin', 400],
  ['/v1/%2e.%3Bx=1/admin', 400],
  ['/v1/files/a;x=1/b', 203],
  ['/v1/files/a..b?x=/../', 203],
])('a path never leads out of the base of the upstream: %s is answered with %i', async (path, status) => {
  const { hostname, port } = new URL(proxy.url);
  const answered = await new Promise<number | undefined>((resolve, reject) => {
    // An URL would resolve the steps.
    const sent = request({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode));
    sent.on('error', reject).end();
  });
  expect(answered).toBe(status);
});

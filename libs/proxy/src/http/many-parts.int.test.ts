import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { ProxyServer } from './serve-proxy.ts';

let received = '';
// Requests that take long to read would else find a connection that was just closed.
const vendor = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
  text(incoming).then(
    (body) => outgoing.end('{}', () => (received = body)),
    () => outgoing.destroy(),
  );
});
let proxy: ProxyServer;

beforeAll(async () => {
  await once(vendor.listen(0, '127.0.0.1'), 'listening');
  proxy = await openTestProxy(`http://127.0.0.1:${(vendor.address() as AddressInfo).port}`);
});
afterAll(async () => {
  await proxy.close();
  vendor.close();
});

const listOf = (element: string, length: number): string => `[${Array<string>(length).fill(element).join(',')}]`;
const answering = (field: string, list: string): string => `{"role":"assistant","${field}":${list}}`;
const USE = '{"type":"server_tool_use","id":"a"}';

async function windowOf(path: string, messages: string): Promise<string | null> {
  const body = `{"model":"gpt-4.1","max_tokens":1,"${path === '/v1/responses' ? 'input' : 'messages'}":${messages}}`;
  const answer = await fetch(`${proxy.url}${path}`, { method: 'POST', body });
  await answer.text();
  if (answer.headers.get('X-Total-Recall-Window') === 'unread') expect(received === body).toBe(true);
  return answer.headers.get('X-Total-Recall-Window');
}

it.each([
  ['calls', '/v1/chat/completions', `[${answering('tool_calls', listOf('{}', 400_000))}]`],
  ['calls, of one message', '/v1/chat/completions', `[${answering('tool_calls', listOf('{}', PROXY_LIMITS.messageParts + 1))}]`],
  ['blocks of one id', '/v1/messages', `[${answering('content', listOf(USE, 180_000))}]`],
  ['calls, of several messages', '/v1/chat/completions', listOf(answering('tool_calls', '[{},{},{},{}]'), PROXY_LIMITS.parts / 4 + 1)],
])('a request whose messages have too many parts goes on as it came: %s', async (_, path, messages) => {
  expect(await windowOf(path, messages)).toBe('unread');
});

it('one with fewer gets its window, and others are answered meanwhile', async () => {
  let isOver = false;
  const call = windowOf('/v1/responses', listOf('{"type":"reasoning"}', PROXY_LIMITS.messageParts / 4)).finally(() => (isOver = true));
  let others = 0;
  while (!isOver) {
    await (await fetch(`${proxy.url}/-/health`)).text();
    others += 1;
  }
  expect(await call).toBe('whole');
  expect(others).toBeGreaterThan(10);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveOverHttp, type HttpOptions, type HttpServer } from './serve-http.ts';

const PAGE = 'https://app.test';
const PREFLIGHT = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type,authorization' };

const OPTIONS: HttpOptions = {
  host: '127.0.0.1',
  port: 0,
  version: '0.0.0-test',
  hosts: [],
  origins: ['app.test'],
  space: 'main',
  open: () => ({}) as never,
  note: () => undefined,
};

let server: HttpServer;

beforeAll(async () => {
  server = await serveOverHttp(OPTIONS);
});
afterAll(() => server.close());

const ask = (method: string, headers: Record<string, string>, body?: string): Promise<Response> =>
  fetch(server.url, { method, headers, ...(body !== undefined && { body }) });

it.each([PAGE, 'http://localhost:6274'])(
  'a page that may call it (%s) is told so before its first call, and may read answers',
  async (origin) => {
    const preflight = await ask('OPTIONS', { Origin: origin, ...PREFLIGHT });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': expect.stringContaining('POST') as string,
      'access-control-allow-headers': expect.stringMatching(/authorization.*mcp-protocol-version/i) as string,
      vary: 'Origin',
    });
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const sent = { Origin: origin, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const told = await ask('POST', { ...sent, Authorization: 'Bearer tr_any' }, list);
    expect([told.status, told.headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin]);
    const keyless = await ask('POST', sent, list);
    expect([keyless.status, keyless.headers.get('Access-Control-Allow-Origin')]).toEqual([401, origin]);
  },
);

it('any other page, and a caller that is none, is told nothing of that', async () => {
  const other = await ask('OPTIONS', { Origin: 'https://evil.test', ...PREFLIGHT });
  expect([other.status, other.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
  const none = await ask('POST', { 'Content-Type': 'application/json' }, '{}');
  expect([none.status, none.headers.get('Access-Control-Allow-Origin')]).toEqual([401, null]);
});

it('a page of this machine is told nothing of that where callers need no key of their own', async () => {
  const withKey = await serveOverHttp({ ...OPTIONS, apiKey: 'tr_of_the_server' });
  try {
    const allowed = async (origin: string) =>
      (await fetch(withKey.url, { method: 'OPTIONS', headers: { Origin: origin, ...PREFLIGHT } })).headers.get(
        'Access-Control-Allow-Origin',
      );
    expect([await allowed('http://localhost:6274'), await allowed(PAGE)]).toEqual([null, PAGE]);
  } finally {
    await withKey.close();
  }
});

it('a body that is too large ends its connection, so that no further request comes over it', async () => {
  const sent = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', Authorization: 'Bearer tr_any' };
  const refused = await ask('POST', sent, JSON.stringify('x'.repeat(3 * 1024 * 1024)));
  expect([refused.status, refused.headers.get('Connection')]).toEqual([413, 'close']);
  const taken = await ask('POST', sent, JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
  expect([taken.status, taken.headers.get('Connection')]).toEqual([200, 'keep-alive']);
});

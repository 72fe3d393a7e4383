import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOpenApi, ROUTES, type Route } from '@total-recall/contracts';
import { TotalRecallError } from '@total-recall/runtime';
import { ARTIFACT_ID, AT, EVENT_ID, POSITION } from '../testing/recording-services.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { HttpServerOptions } from './http-server.ts';

let server: TestServer;
let apiKey: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ apiKey } = await server.key(['read', 'write', 'admin']));
});
afterAll(() => server.stop());

const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { Authorization: `Bearer ${apiKey}`, ...init.headers } });
const post = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  call(path, { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } });

describe('the HTTP surface', () => {
  it('appends under the tenant of the key, times as epoch milliseconds inside', async () => {
    const answer = await post(
      '/v1/spaces/demo/sessions/s1/events',
      { events: [{ kind: 'user_message', text: 'hi', occurredAt: '2026-06-01T12:00:00.123Z' }] },
      { 'Idempotency-Key': 'k-1' },
    );
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ events: [{ id: EVENT_ID, position: POSITION, outcome: 'ADD' }], position: POSITION });
    expect(server.services.appended.at(-1)).toMatchObject({
      tenant: 'acme',
      space: 'demo',
      session: 's1',
      idempotencyKey: 'k-1',
      events: [{ kind: 'user_message', text: 'hi', occurredAt: AT }],
    });
  });

  it('answers with ISO 8601 times and without what stays inside', async () => {
    const event = (await (await call(`/v1/spaces/demo/events/${EVENT_ID}`)).json()) as any;
    expect(event).toMatchObject({
      occurredAt: '2026-06-01T12:00:00.123Z',
      body: { text: 'hello', meta: { observedAt: '2026-06-01T12:00:00.123Z' }, origin: { source: 'a', sequence: 1 } },
    });
    expect(event.body.origin).not.toHaveProperty('idempotencyKey');
  });

  it('serves exactly the operations of the OpenAPI document', async () => {
    const served = (await (await fetch(`${server.url}/openapi.json`)).json()) as ReturnType<typeof buildOpenApi>;
    expect(served).toEqual(JSON.parse(JSON.stringify(buildOpenApi({ version: '0.0.0-test' }))));
    for (const [id, route] of Object.entries<Route>(ROUTES)) {
      const path = route.path
        .replace('{space}', 'demo')
        .replace('{session}', 's1')
        .replace('{eventId}', EVENT_ID)
        .replace('{artifactId}', ARTIFACT_ID)
        .replace('{markerId}', 'm1')
        .replace('{keyId}', '0'.repeat(16));
      const answer = await fetch(`${server.url}${path}`, { method: route.method });
      // The route exists, so the missing key is the reason for the refusal.
      expect([id, answer.status], await answer.text()).toEqual([id, 401]);
    }
  });

  it('pages with cursors that are safe in a URL', async () => {
    const page = (await (await call('/v1/spaces/demo/sessions?limit=1')).json()) as { cursor: string };
    expect(page.cursor).toMatch(/^[A-Za-z0-9_-]+$/);
    await call(`/v1/spaces/demo/sessions?cursor=${page.cursor}`);
    expect(server.services.calls.at(-1)).toMatchObject({ name: 'sessions', argument: { cursor: 'after/s1', limit: 50 } });
  });

  it('serves artifacts whole, in ranges and from the end, never as a page', async () => {
    const path = `/v1/spaces/demo/artifacts/${ARTIFACT_ID}`;
    const whole = await call(path);
    expect([
      whole.status,
      await whole.text(),
      whole.headers.get('content-type'),
      whole.headers.get('content-disposition'),
      whole.headers.get('x-content-type-options'),
    ]).toEqual([200, '0123456789', 'text/html', 'attachment', 'nosniff']);
    const cases: [string, number, string, string | null][] = [
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['bytes=5-900', 206, '56789', 'bytes 5-9/10'],
      ['bytes=4-2', 200, '0123456789', null],
      ['chapters=1', 200, '0123456789', null],
    ];
    for (const [range, status, text, contentRange] of cases) {
      const answer = await call(path, { headers: { Range: range } });
      expect([range, answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([range, status, text, contentRange]);
    }
    const outside = await call(path, { headers: { Range: 'bytes=10-' } });
    expect([outside.status, outside.headers.get('content-range'), ((await outside.json()) as any).code]).toEqual([
      416,
      'bytes */10',
      'range_not_satisfiable',
    ]);
    expect((await call(path, { headers: { 'If-None-Match': whole.headers.get('etag')! } })).status).toBe(304);
  });

  it('reads and writes policy by level, and refuses what does not resolve', async () => {
    expect((await post('/v1/spaces/demo/policy', { windowTokens: 32_000 }, {}, 'PUT')).status).toBe(200);
    expect(await (await call('/v1/spaces/demo/policy')).json()).toMatchObject({ level: 'space', settings: { windowTokens: 32_000 } });
    expect(await (await call('/v1/spaces/demo/sessions/s1/policy')).json()).toMatchObject({
      level: 'session',
      settings: {},
      updatedAt: null,
      effective: { family: 'o200k' },
    });
    expect(await (await post('/v1/policy', { targetRatio: 0.95 }, {}, 'PUT')).json()).toMatchObject({
      code: 'invalid_policy',
      errors: [{ path: 'body.targetRatio' }],
    });
    expect(await (await post('/v1/policy', { family: 'klingon' }, {}, 'PUT')).json()).toMatchObject({ code: 'unsupported_family' });
  });

  it('makes, lists and revokes keys, showing a secret once and never a hash', async () => {
    const made = (await (await post('/v1/keys', { name: 'reader', scopes: ['read'], spaces: ['demo'] })).json()) as any;
    expect(made.apiKey).toMatch(/^tr_[0-9a-z]{16}_[A-Za-z0-9_-]{43}$/);
    const reader = (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, { ...init, headers: { Authorization: `Bearer ${made.apiKey}` } });
    expect((await reader('/v1/spaces/demo/sessions')).status).toBe(200);
    expect((await reader('/v1/spaces/elsewhere/sessions')).status).toBe(403);
    expect((await reader('/v1/keys')).status).toBe(403);
    expect((await reader('/v1/spaces/demo/sessions/s1/events', { method: 'POST' })).status).toBe(403);
    const listed = await (await call('/v1/keys')).text();
    expect(listed).toContain(made.key.id);
    expect(listed).not.toMatch(/secretHash|[0-9a-f]{64}/);
    expect((await call(`/v1/keys/${made.key.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await (await reader('/v1/spaces/demo/sessions')).json()).toMatchObject({ code: 'key_revoked' });
    const audit = (await (await call('/v1/audit?limit=100')).json()) as any;
    const actions = audit.entries.map((entry: any) => [entry.action, entry.outcome, entry.code]);
    expect(actions).toContainEqual(['key.create', 'allowed', undefined]);
    expect(actions).toContainEqual(['key.revoke', 'allowed', undefined]);
    expect(actions).toContainEqual(['listSessions', 'refused', 'forbidden']);
    expect(actions).toContainEqual(['authenticate', 'refused', 'key_revoked']);
  });

  it('lets only the operator make tenants', async () => {
    expect((await post('/v1/admin/tenants', { id: 'fresh', name: 'Fresh' })).status).toBe(403);
    const operator = await server.key(['admin'], { tenant: 'system' });
    const made = await post('/v1/admin/tenants', { id: 'fresh', name: 'Fresh' }, { Authorization: `Bearer ${operator.apiKey}` });
    expect(made.status).toBe(201);
    const first = ((await made.json()) as any).apiKey;
    expect(await (await call('/v1/tenant', { headers: { Authorization: `Bearer ${first}` } })).json()).toMatchObject({ id: 'fresh' });
  });

  it('imports a file under its name', async () => {
    const file = [
      { role: 'user', content: 'find the bug' },
      { role: 'assistant', content: 'found it' },
    ];
    const answer = await call('/v1/spaces/demo/sessions/imported/import?format=openai-chat', {
      method: 'POST',
      body: JSON.stringify(file),
    });
    expect(await answer.json()).toMatchObject({
      format: 'openai-chat',
      sessions: [{ session: 'imported', events: 2, appended: 2, duplicates: 0 }],
    });
    expect(server.services.appended.at(-1)).toMatchObject({
      tenant: 'acme',
      space: 'demo',
      session: 'imported',
      events: [
        { kind: 'user_message', sequence: 1 },
        { kind: 'agent_message', sequence: 2 },
      ],
    });
  });

  it('serves a page that needs nothing from elsewhere and runs nothing else', async () => {
    const page = await fetch(`${server.url}/docs`);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sha256-/);
    expect(html).not.toMatch(/(?:src|href)="https?:/);
    for (const [id, route] of Object.entries<Route>(ROUTES)) {
      expect(html).toContain(`id="${id}"`);
      expect(html).toContain(route.summary.replaceAll("'", '&#39;'));
    }
  });

  it('carries security headers and the request id', async () => {
    const answer = await call('/v1/tenant', { headers: { 'X-Request-Id': 'mine-12345' } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-request-id': 'mine-12345',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    });
    expect(answer.headers.has('x-powered-by')).toBe(false);
  });

  it('answers what is not HTTP with a problem document', async () => {
    const raw = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket
        .on('data', (chunk) => (text += chunk.toString()))
        .on('close', () => resolve(text))
        .on('error', reject);
    });
    expect(raw).toMatch(/^HTTP\/1.1 400 [\s\S]*application\/problem\+json[\s\S]*invalid_request/);
  });

  it('answers metrics, liveness and readiness on a port of their own', async () => {
    expect(await (await fetch(`${server.operationsUrl}/metrics`)).text()).toBe('total_recall_up 1\n');
    expect((await fetch(`${server.operationsUrl}/livez`)).status).toBe(200);
    expect(await (await fetch(`${server.operationsUrl}/readyz`)).json()).toEqual({ ready: true, checks: { log: 'ok' } });
    expect((await fetch(`${server.operationsUrl}/v1/tenant`)).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it('logs no key and no body', () => {
    const text = server.log.join('\n');
    expect(text).toContain('"route":"/v1/spaces/{space}/sessions/{session}/events"');
    expect(text).not.toContain('find the bug');
    expect(text).not.toMatch(/tr_[0-9a-z]{16}_/);
  });
});

describe('JSON', () => {
  const post = (url: string, apiKey: string, body: string) =>
    fetch(`${url}/v1/spaces/a/sessions/b/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      body,
    });

  it('is refused by its depth and by its keys and elements, small or so large that a thread reads it', async () => {
    const small = await startTestServer({ limits: { jsonDepth: 8, jsonValues: 1_000 } });
    try {
      const { apiKey } = await small.key(['write']);
      const padding = `"${'x'.repeat(2 * 1024 * 1024)}"`;
      const codeOf = async (body: string): Promise<unknown> => {
        const answer = await post(small.url, apiKey, body);
        return [answer.status, ((await answer.json()) as { code: string }).code];
      };
      for (const beside of ['1', padding]) {
        expect(await codeOf(`{"beside":${beside},"events":[${'{},'.repeat(1_000)}{}]}`)).toEqual([400, 'json_too_many_values']);
        expect(await codeOf(`{"beside":${beside},"events":${'['.repeat(9)}${']'.repeat(9)}}`)).toEqual([400, 'json_too_deep']);
        expect(await codeOf(`{"beside":${beside},"events":`)).toEqual([400, 'invalid_json']);
      }
      // The limit is exceeded in the first kilobytes; the answer comes after the last.
      expect(await codeOf(`{"events":[${'{},'.repeat(1_000_000)}{}]}`)).toEqual([400, 'json_too_many_values']);
      const text = 'y'.repeat(1024 * 1024);
      const taken = await post(
        small.url,
        apiKey,
        JSON.stringify({
          events: [
            { kind: 'user_message', text },
            { kind: 'user_message', text: 'é' },
          ],
        }),
      );
      expect(taken.status).toBe(200);
      expect(small.services.appended.at(-1)).toMatchObject({ events: [{ text }, { text: 'é' }] });
    } finally {
      await small.stop();
    }
  });
});

describe('limits of the shell', () => {
  it('end a body without a length at the limit, and the connection with it', async () => {
    const small = await startTestServer({ limits: { bodyBytes: 1_000 } });
    try {
      const key = await small.key(['write']);
      const raw = await new Promise<string>((resolve, reject) => {
        let text = '';
        const head = `POST /v1/spaces/a/sessions/b/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.apiKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
        const socket = connect(Number(new URL(small.url).port), '127.0.0.1', () => socket.write(`${head}800\r\n${' '.repeat(2_048)}\r\n`));
        socket
          .on('data', (chunk) => (text += chunk.toString()))
          .on('close', () => resolve(text))
          .on('error', reject);
      });
      expect(raw).toMatch(/^HTTP\/1.1 413 [\s\S]*Connection: close[\s\S]*"code":"payload_too_large"/i);
      expect(small.services.appended).toEqual([]);
    } finally {
      await small.stop();
    }
  });

  it('refuse more requests than may be in flight, and none after', async () => {
    const small = await startTestServer({ limits: { requestsInFlight: 1 } });
    try {
      const key = await small.key(['write']);
      const append = () =>
        fetch(`${small.url}/v1/spaces/a/sessions/b/events`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key.apiKey}`, 'Content-Type': 'application/json' },
          body: '{"events":[{"kind":"user_message","text":"x"}]}',
        });
      let release = () => {};
      small.services.gate = new Promise((resolve) => (release = resolve));
      const first = append();
      await expect.poll(() => small.services.waiting).toBe(1);
      expect(await (await append()).json()).toMatchObject({ code: 'unavailable', retryable: true });
      release();
      expect((await first).status).toBe(200);
      await expect.poll(async () => (await append()).status).toBe(200);
    } finally {
      await small.stop();
    }
  });
});

describe('limits of the gateway', () => {
  it('answers a burst above the rate with Retry-After', async () => {
    const limited = await startTestServer({ config: { quotas: { requestsPerSecond: 0.01, burst: 3 } } });
    try {
      const key = await limited.key(['read']);
      const get = () => fetch(`${limited.url}/v1/tenant`, { headers: { Authorization: `Bearer ${key.apiKey}` } });
      const answers = [await get(), await get(), await get(), await get()];
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429]);
      expect(Number(answers[3]!.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answers[3]!.json()).toMatchObject({ code: 'rate_limited', retryable: true });
    } finally {
      await limited.stop();
    }
  });

  it('refuses recalls that were too many before their bodies are read, on the same connection, and nothing else', async () => {
    const busy = await startTestServer();
    const key = await busy.key(['read', 'write']);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const send = (path: string, body: object): Promise<[number, string | undefined]> =>
      new Promise((resolve, reject) => {
        const headers = { Authorization: `Bearer ${key.apiKey}`, 'Content-Type': 'application/json' };
        request(`${busy.url}/v1/spaces/a${path}`, { agent, method: 'POST', headers })
          .once('socket', (socket) => sockets.add(socket))
          .once('response', (answer) => answer.resume().once('end', () => resolve([answer.statusCode!, answer.headers['retry-after']])))
          .once('error', reject)
          .end(JSON.stringify(body));
      });
    try {
      const recall = () => send('/recall', { queries: Array.from({ length: 8 }, () => 'harbour '.repeat(1_000)) });
      const { retriever } = busy.services;
      const asked: object[] = [];
      retriever.recall = async (request) => {
        asked.push(request);
        throw new TotalRecallError('overloaded', 'Too much waits.', { retryAfterMs: 240_000 });
      };
      expect(await recall()).toEqual([503, '240']);
      for (let time = 0; time < 3; time += 1) expect(await recall()).toEqual([503, '60']);
      expect(asked).toHaveLength(1);
      expect((await send('/sessions/s1/window', {}))[0]).toBe(200);
      expect((await send('/sessions/s1/events', { events: [{ kind: 'user_message', text: 'x' }] }))[0]).toBe(200);
      expect(sockets.size).toBe(1);
    } finally {
      agent.destroy();
      await busy.stop();
    }
  });

  it.each<[string, HttpServerOptions['limits']]>([
    ['requests under way', { tenantRequests: 1 }],
    ['bytes of bodies', { bodyBytes: 1_000, tenantBytes: 1_000, bodiesBytes: 4_000 }],
  ])('leaves others their room where one tenant has all the %s that it may have', async (_name, limits) => {
    const shared = await startTestServer({ limits });
    const [ours, theirs] = [await shared.key(['write']), await shared.key(['write'], { tenant: 'other' })];
    const path = '/v1/spaces/a/sessions/b/events';
    const body = JSON.stringify({ events: [{ kind: 'user_message', text: 'x'.repeat(700) }] });
    const headersOf = (apiKey: string) => ({ Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' });
    const append = async (apiKey: string) =>
      (await fetch(`${shared.url}${path}`, { method: 'POST', headers: headersOf(apiKey), body })).status;
    const { hostname, port } = new URL(shared.url);
    const slow = request({
      hostname,
      port,
      path,
      method: 'POST',
      headers: { ...headersOf(ours.apiKey), 'Content-Length': Buffer.byteLength(body) },
    });
    try {
      const answered = new Promise<number>((resolve, reject) => {
        slow.once('response', (response) => resolve(response.resume().statusCode!)).once('error', reject);
      });
      slow.write(body.slice(0, 600));
      await expect.poll(() => append(ours.apiKey), { timeout: 30_000 }).toBe(429);
      expect(await append(theirs.apiKey)).toBe(200);
      slow.end(body.slice(600));
      expect(await answered).toBe(200);
      expect(await append(ours.apiKey)).toBe(200);
    } finally {
      slow.destroy();
      await shared.stop();
    }
  });

  it('ends the connections of an address that it has too many of, half a request or none on them', async () => {
    const few = await startTestServer({ limits: { connectionsPerAddress: 3 } });
    const { hostname, port } = new URL(few.url);
    const held = Array.from({ length: 3 }, () => connect(Number(port), hostname).on('error', () => undefined));
    try {
      for (const socket of held) {
        await once(socket, 'connect');
        socket.write('GET /v1/tenant HTTP/1.1\r\nHost: half');
      }
      const next = connect(Number(port), hostname).on('error', () => undefined);
      await once(next, 'close');
      expect(held.every((socket) => !socket.destroyed)).toBe(true);
      held[0]!.destroy();
      const status = () =>
        fetch(`${few.url}/v1/tenant`, { headers: { Connection: 'close' } }).then(
          (answer) => answer.status,
          () => 0,
        );
      await expect.poll(status, { timeout: 30_000 }).toBe(401);
    } finally {
      for (const socket of held) socket.destroy();
      await few.stop();
    }
  });

  it('takes so many half sent bodies of an address, that of the client behind a trusted proxy', async () => {
    const few = await startTestServer({ limits: { halfOpenPerAddress: 1 }, trustedProxies: ['127.0.0.1'] });
    const { apiKey } = await few.key(['write']);
    const path = '/v1/spaces/a/sessions/b/events';
    const body = JSON.stringify({ events: [{ kind: 'user_message', text: 'hello' }] });
    const headersOf = (client: string) => ({
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      'X-Forwarded-For': client,
    });
    const append = async (client: string) => (await fetch(few.url + path, { method: 'POST', headers: headersOf(client), body })).status;
    const slow = request(few.url + path, {
      method: 'POST',
      headers: { ...headersOf('8.8.8.8'), 'Content-Length': Buffer.byteLength(body) },
    });
    try {
      slow.on('error', () => undefined).write(body.slice(0, 10));
      await expect.poll(() => append('8.8.8.8'), { timeout: 30_000 }).toBe(429);
      expect(await append('8.8.4.4')).toBe(200);
      slow.destroy();
      await expect.poll(() => append('8.8.8.8'), { timeout: 30_000 }).toBe(200);
    } finally {
      slow.destroy();
      await few.stop();
    }
  });

  it('counts events against the quota of the day', async () => {
    const limited = await startTestServer({ config: { quotas: { requestsPerSecond: 100, burst: 100, eventsPerDay: 3 } } });
    try {
      const key = await limited.key(['write']);
      const append = (count: number) =>
        fetch(`${limited.url}/v1/spaces/a/sessions/b/events`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key.apiKey}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ events: Array.from({ length: count }, () => ({ kind: 'user_message', text: 'x' })) }),
        });
      expect((await append(2)).status).toBe(200);
      expect(await (await append(2)).json()).toMatchObject({ code: 'quota_exceeded' });
      expect((await append(1)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe('a shutdown', () => {
  it('finishes what is in flight, refuses what is new, and ends', async () => {
    const closing = await startTestServer();
    const key = await closing.key(['write']);
    let release = () => {};
    closing.services.gate = new Promise((resolve) => (release = resolve));
    const inFlight = fetch(`${closing.url}/v1/spaces/a/sessions/b/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key.apiKey}`, 'Content-Type': 'application/json' },
      body: '{"events":[{"kind":"user_message","text":"x"}]}',
    });
    await expect.poll(() => closing.services.waiting).toBe(1);
    const closed = closing.http.close(10_000);
    await expect
      .poll(() =>
        fetch(`${closing.url}/docs`).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
    expect((await fetch(`${closing.operationsUrl}/readyz`)).status).toBe(503);
    release();
    expect((await inFlight).status).toBe(200);
    await closed;
    await expect(fetch(`${closing.operationsUrl}/livez`)).rejects.toThrow();
    await closing.gateway.stop();
  });
});

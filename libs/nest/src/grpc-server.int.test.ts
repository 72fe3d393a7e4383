import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { APPEND_STREAM, GRPC_PACKAGE, GRPC_SERVICE, ROUTE_IDS, ROUTES, rpcOfRoute, type Route } from '@total-recall/contracts';
import { createTracing } from '@total-recall/observability';
import { createSpanMemory } from '@total-recall/observability/testing';
import { createSystemRandom, createSystemScheduler, TotalRecallError } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallRefused, grpcTestClient, type GrpcTestClient } from '../testing/grpc-client.ts';
import { publicServiceDefinition } from '../testing/public-service-definition.ts';
import { ARTIFACT_ID, EVENT_ID, PAGES, POSITION } from '../testing/recording-services.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createGrpcServer, type GrpcServer } from './grpc-server.ts';
import { createRequestBudget } from './request-budget.ts';

const S1 = { space: 'demo', session: 's1' };
const MESSAGE = { kind: 'user_message', text: 'hello' };
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const note = (fields: object, message?: string): void => void test.log.push(JSON.stringify({ ...fields, message }));
let test: TestServer;
let server: GrpcServer;
let address: string;
const open: GrpcTestClient[] = [];

/** Creates a client whose key has these scopes. */
async function client(
  scopes: readonly ('read' | 'write' | 'admin')[] = ['read', 'write', 'admin'],
  more: { tenant?: string; spaces?: string[] } = {},
) {
  const { apiKey } = await test.key(scopes, more);
  const made = grpcTestClient(address, apiKey);
  open.push(made);
  return made;
}

async function refusal(act: Promise<unknown>) {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallRefused)) throw new Error('it was not refused', { cause: error });
  return { grpc: error.status.code, code: error.problem?.code, error };
}

beforeAll(async () => {
  test = await startTestServer();
  server = await createGrpcServer({
    gateway: test.gateway,
    logger: { info: note, warn: note, error: note },
    host: '127.0.0.1',
    port: 0,
    limits: { bodyBytes: 1024 * 1024 },
  });
  ({ address } = await server.listen());
});
afterAll(async () => {
  for (const one of open) one.close();
  await server.close(1_000);
  await test.stop();
});

/** Path parameters and bodies that make each route succeed, the same over HTTP and gRPC. */
const IDS = { ...S1, eventId: EVENT_ID, artifactId: ARTIFACT_ID, markerId: 'm1', keyId: '0123456789abcdef', tenant: 'other' };
const BODIES: Record<string, unknown> = {
  appendEvents: { events: [MESSAGE] },
  assembleWindow: { format: 'blocks' },
  compactSession: { trigger: 'demand' },
  putTaskState: { expectedVersion: 0, fields: { goals: [], phase: 'plan' } },
  importSession: Buffer.from('[{"role":"user","content":"hi"}]'),
  recall: { query: 'hello', scope: { fromTime: '2026-01-01T00:00:00.000Z' } },
  putTenantPolicy: { windowTokens: 16_000 },
  putSpacePolicy: {},
  putSessionPolicy: {},
  createKey: { name: 'k', scopes: ['read'] },
  createTenant: { id: 'made', name: 'Made' },
  changeTenant: { name: 'Other' },
  removeTenant: { dryRun: true },
};

/** Calls a route over HTTP. Returns its JSON, or the error code of its problem document. */
async function overHttp(id: (typeof ROUTE_IDS)[number], apiKey: string): Promise<unknown> {
  const route: Route = ROUTES[id];
  const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => IDS[name as keyof typeof IDS]);
  const body = BODIES[id];
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(test.url + path, {
    method: route.method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  if (route.response.kind === 'bytes') return Buffer.from(await response.arrayBuffer()).toString();
  const json = (await response.json()) as { code?: string };
  return response.ok ? json : json.code;
}

/** Routes whose answer differs from call to call. */
const FRESH = new Set([
  'createKey',
  'createTenant',
  'revokeKey',
  'listAudit',
  'listKeys',
  'putTenantPolicy',
  'putSpacePolicy',
  'putSessionPolicy',
]);

describe('every route over gRPC', () => {
  it.each(ROUTE_IDS)('%s answers as it does over HTTP', async (id) => {
    const { apiKey } = await test.key(['read', 'write', 'admin']);
    const caller = grpcTestClient(address, apiKey);
    open.push(caller);
    const route: Route = ROUTES[id];
    const params = Object.fromEntries(Object.keys(route.params.shape).map((name) => [name, IDS[name as keyof typeof IDS]]));
    const answer = await caller.call(rpcOfRoute(id), { ...params, ...(BODIES[id] !== undefined && { body: BODIES[id] }) }).then(
      (json) => (route.response.kind === 'bytes' ? Buffer.from(json['content'] as Uint8Array).toString() : json),
      (error: CallRefused) => error.problem?.code,
    );
    const expected = await overHttp(id, apiKey);
    if (FRESH.has(id) && typeof expected === 'object') expect(Object.keys(answer as object)).toEqual(Object.keys(expected!));
    else expect(answer).toEqual(expected);
  });
});

describe('who may call', () => {
  it.each<[string, () => Promise<GrpcTestClient>, number, string]>([
    ['without a key', async () => grpcTestClient(address), status.UNAUTHENTICATED, 'unauthenticated'],
    [
      'with a forged key',
      async () => grpcTestClient(address, `tr_${'0'.repeat(16)}_${'A'.repeat(43)}`),
      status.UNAUTHENTICATED,
      'unauthenticated',
    ],
    ['without the scope', () => client(['read']), status.PERMISSION_DENIED, 'forbidden'],
    ['of another space', () => client(['write'], { spaces: ['other'] }), status.PERMISSION_DENIED, 'forbidden'],
  ])('is refused %s, over every way to append', async (_name, made, grpc, code) => {
    const caller = await made();
    open.push(caller);
    const before = test.services.appended.length;
    const input = { ...S1, body: { events: [MESSAGE] } };
    expect(await refusal(caller.call('AppendEvents', input))).toMatchObject({ grpc, code });
    expect(await refusal(caller.send('AppendStream', [input]))).toMatchObject({ grpc, code });
    expect(test.services.appended).toHaveLength(before);
  });

  /** Sends the headers of a call and no message. */
  async function begin(headers: Readonly<Record<string, string>>): Promise<ServiceError | null> {
    const { path, requestSerialize, responseDeserialize } = publicServiceDefinition()['AppendEvents']!;
    const client = new Client(address, credentials.createInsecure());
    const metadata = new Metadata();
    for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
    const error = await new Promise<ServiceError | null>((resolve) =>
      client.makeClientStreamRequest(path, requestSerialize, responseDeserialize, metadata, resolve),
    );
    client.close();
    return error;
  }

  it('is refused without a key before his message is there, and is counted and logged', async () => {
    expect(await begin({ 'x-request-id': 'req-nomessage' })).toMatchObject({ code: status.UNAUTHENTICATED });
    await expect.poll(() => test.log.find((line) => line.includes('req-nomessage')), { timeout: 30_000 }).toContain('"status":401');
  });

  it('speaks for the tenant of his key, whatever he sends', async () => {
    const caller = await client(['write'], { tenant: 'other' });
    await caller.call('AppendEvents', { ...S1, body: { events: [MESSAGE] } }, { metadata: { 'x-tenant': 'acme' } });
    expect(test.services.appended.at(-1)).toMatchObject({ tenant: 'other', space: 'demo' });
  });

  it('is refused by the same quota as over HTTP, with the time to wait', async () => {
    await test.control.putTenant({ id: 'slow', name: 'slow', createdAt: 0, quotas: { requestsPerSecond: 0.001, burst: 1 } } as never);
    const { apiKey } = await test.key(['read'], { tenant: 'slow' });
    const caller = grpcTestClient(address, apiKey);
    open.push(caller);
    await caller.call('GetTools', {});
    expect(await begin({ authorization: `Bearer ${apiKey}` })).toMatchObject({ code: status.RESOURCE_EXHAUSTED });
    const { error, ...refused } = await refusal(caller.call('GetTools', {}));
    expect(refused).toEqual({ grpc: status.RESOURCE_EXHAUSTED, code: 'rate_limited' });
    expect(error.problem!.retryAfterMs).toBeGreaterThan(0);
    expect((await fetch(`${test.url}/v1/tools`, { headers: { authorization: `Bearer ${apiKey}` } })).status).toBe(429);
  });
});

describe('a stream', () => {
  it('counts each batch against the quota, and the call no more than its first', async () => {
    const quotas = { requestsPerSecond: 0.001, burst: 3 };
    await test.control.putTenant({ id: 'streamer', name: 'streamer', createdAt: 0, quotas });
    const { apiKey } = await test.key(['write'], { tenant: 'streamer' });
    const caller = grpcTestClient(address, apiKey);
    open.push(caller);
    const batch = { ...S1, body: { events: [MESSAGE] } };
    const { error, ...refused } = await refusal(caller.send('AppendStream', [batch, batch, batch, batch]));
    expect(refused).toEqual({ grpc: status.RESOURCE_EXHAUSTED, code: 'rate_limited' });
    expect(error.problem!.details).toMatchObject({ batches: 3 });
  });
});

describe('what is sent', () => {
  it('is checked as over HTTP, field by field', async () => {
    const caller = await client();
    const events = [{ kind: 'shout', text: 'x' }];
    const { error, ...refused } = await refusal(caller.call('AppendEvents', { ...S1, body: { events } }));
    expect(refused).toEqual({ grpc: status.INVALID_ARGUMENT, code: 'unknown_kind' });
    expect(error.problem!.details).toMatchObject({ errors: [{ path: 'body.events[0].kind' }] });
    expect((await refusal(caller.call('GetSession', { space: '../x', session: 's' }))).code).toBe('invalid_name');
    const fieldsOf = async (rpc: string, message: object) => {
      const { error: refusedBy } = await refusal(caller.call(rpc, { ...S1, ...message }));
      const { errors } = refusedBy.problem!.details as { errors: { path: string }[] };
      expect(refusedBy.message).toContain(errors[0]!.path);
      expect(refusedBy.message).not.toMatch(/path\.|query\.|windowTokens/);
      return errors.map(({ path }) => path);
    };
    expect(await fieldsOf('GetSession', { space: '../x' })).toEqual(['space']);
    expect(await fieldsOf('ListEvents', { limit: '0' })).toEqual(['limit']);
    expect(await fieldsOf('AssembleWindow', { body: { windowTokens: -1 } })).toEqual(['body.window_tokens']);
    expect((await refusal(caller.call('AppendEvents', S1))).code).toBe('invalid_request');
  });

  it('keeps bytes, times and what was absent', async () => {
    const caller = await client();
    const data = Buffer.from([0, 255, 7]);
    const event = {
      ...MESSAGE,
      occurredAt: '2026-03-01T11:00:00.250Z',
      attachments: [{ mime: 'image/png', data: data.toString('base64') }],
      meta: { tags: [] },
    };
    const result = await caller.call('AppendEvents', { ...S1, 'idempotency-key': 'k1', body: { events: [event] } });
    expect(result).toEqual({ events: [{ id: EVENT_ID, position: POSITION, outcome: 'ADD' }], position: POSITION });
    const sent = test.services.appended.at(-1)!;
    expect(sent).toMatchObject({
      ...S1,
      idempotencyKey: 'k1',
      events: [{ occurredAt: Date.UTC(2026, 2, 1, 11, 0, 0, 250), meta: { tags: [] } }],
    });
    expect([...sent.events[0]!.attachments![0]!.data]).toEqual([0, 255, 7]);
    expect(Object.keys(sent.events[0]!).toSorted()).toEqual(['attachments', 'kind', 'meta', 'occurredAt', 'text']);
  });

  it('is refused where its bytes are no message, of a call and of a stream', async () => {
    const raw = new Client(address, credentials.createInsecure());
    const { apiKey } = await test.key(['write']);
    const metadata = new Metadata();
    metadata.set('authorization', `Bearer ${apiKey}`);
    const garbage = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x07, 0x00]);
    const asItIs = (bytes: Buffer): Buffer => bytes;
    const path = `/${GRPC_PACKAGE}.${GRPC_SERVICE}/`;
    const ended = new Promise((resolve) =>
      raw.makeUnaryRequest(`${path}AppendEvents`, asItIs, asItIs, garbage, metadata, (error) => resolve(error?.code)),
    );
    expect(await ended).toBe(status.INVALID_ARGUMENT);
    const streamed = new Promise((resolve) => {
      const stream = raw.makeClientStreamRequest(`${path}${APPEND_STREAM.name}`, asItIs, asItIs, metadata, (error) => resolve(error?.code));
      stream.on('error', () => undefined);
      stream.write(garbage);
    });
    expect(await streamed).toBe(status.INVALID_ARGUMENT);
    raw.close();
  });

  it('is refused by its fields before anything is built of it', async () => {
    const caller = await client(['write']);
    // Half a million events without content, in field 1 of the body, which is field 4 of the call.
    const hollow = Buffer.alloc(1_000_000);
    for (let at = 0; at < hollow.length; at += 2) hollow[at] = 0x0a;
    const call = Buffer.concat([Buffer.from([0x22, 0xc0, 0x84, 0x3d]), hollow]);
    expect(await caller.callBytes('AppendEvents', call)).toEqual({
      status: 'INVALID_ARGUMENT',
      details: expect.stringContaining('more than 250000 fields'),
    });
  });

  it('counts to the bytes of its tenant and of all until it is answered', async () => {
    const room = createRequestBudget(createSystemScheduler(), { bytes: 340_000, deadlineMs: 100 });
    const limits = { bodyBytes: 100_000, tenantBytes: 200_000 };
    const bounded = await createGrpcServer({ gateway: test.gateway, logger: SILENT, host: '127.0.0.1', port: 0, room, limits });
    const bound = (await bounded.listen()).address;
    const callerOf = async (tenant: string) => {
      const made = grpcTestClient(bound, (await test.key(['write'], { tenant })).apiKey);
      open.push(made);
      return made;
    };
    const [ours, theirs, third] = [await callerOf('acme'), await callerOf('other'), await callerOf('system')];
    const append = (caller: GrpcTestClient) =>
      caller.call('AppendEvents', { ...S1, body: { events: [{ ...MESSAGE, text: 'x'.repeat(80_000) }] } });
    const before = test.services.waiting;
    let release = (): void => undefined;
    test.services.gate = new Promise((resolve) => (release = resolve));
    try {
      const held = [append(ours), append(ours), append(theirs), append(theirs)];
      await expect.poll(() => test.services.waiting - before, { timeout: 30_000 }).toBe(4);
      expect(room.held).toBeGreaterThan(320_000);
      expect(await refusal(append(ours))).toMatchObject({ grpc: status.RESOURCE_EXHAUSTED, code: 'rate_limited' });
      expect(await refusal(append(third))).toMatchObject({ grpc: status.UNAVAILABLE, code: 'overloaded' });
      release();
      await Promise.all(held);
      expect(room.held).toBe(0);
    } finally {
      release();
      test.services.gate = undefined;
      await bounded.close(1_000);
    }
  });

  it('is refused above the size of a body', async () => {
    const caller = await client();
    const { grpc } = await refusal(
      caller.call('AppendEvents', { ...S1, body: { events: [{ ...MESSAGE, text: 'x'.repeat(2 * 1024 * 1024) }] } }),
    );
    expect(grpc).toBe(status.RESOURCE_EXHAUSTED);
  });

  it('is never logged, and the log line has the id of the request', async () => {
    const caller = await client();
    await caller.call(
      'AppendEvents',
      { ...S1, body: { events: [{ ...MESSAGE, text: 'TOP-SECRET' }] } },
      { metadata: { 'x-request-id': 'req-12345678' } },
    );
    await expect.poll(() => test.log.find((line) => line.includes('req-12345678'))).toContain('"method":"GRPC"');
    expect(test.log.join()).not.toMatch(/TOP-SECRET|tr_[0-9a-f]{16}_/);
  });
});

it('a call that fails is logged with its code, and the reason where the service is at fault', async () => {
  const caller = await client();
  const append = (id: string) =>
    caller.call('AppendEvents', { ...S1, body: { events: [MESSAGE] } }, { metadata: { 'x-request-id': id } }).catch(() => undefined);
  const lineOf = async (id: string) => {
    await expect.poll(() => test.log.some((line) => line.includes(id))).toBe(true);
    return JSON.parse(test.log.find((line) => line.includes(id))!);
  };
  const fault = Promise.reject(new TotalRecallError('damaged', 'A body of the log cannot be read.'));
  fault.catch(() => undefined);
  test.services.gate = fault;
  await append('call-damaged');
  test.services.gate = undefined;
  expect(await lineOf('call-damaged')).toMatchObject({ status: 500, code: 'damaged', reason: 'A body of the log cannot be read.' });
  await append('call-answered');
  expect(await lineOf('call-answered')).not.toHaveProperty('code');
});

describe('streams', () => {
  it('append one batch a message, in order', async () => {
    const caller = await client();
    const before = test.services.appended.length;
    const inputs = ['a', 'b', 'c'].map((text) => ({ ...S1, body: { events: [{ ...MESSAGE, text }] } }));
    const result = await caller.send('AppendStream', inputs);
    expect(result).toMatchObject({ batches: 3, events: [{ id: EVENT_ID }, { id: EVENT_ID }, { id: EVENT_ID }], position: POSITION });
    expect(test.services.appended.slice(before).map(({ events }) => events[0]!.text)).toEqual(['a', 'b', 'c']);
  });

  it('say how many batches were appended before one was refused', async () => {
    const caller = await client();
    const good = { ...S1, body: { events: [MESSAGE] } };
    const { code, error } = await refusal(caller.send('AppendStream', [good, good, { ...S1, body: { events: [] } }, good]));
    expect(code).toBe('invalid_request');
    expect(error.problem!.details).toMatchObject({ batches: 2 });
  });

  it('give the events of a session page by page', async () => {
    const caller = await client(['read']);
    const ordinals: number[] = [];
    const before = test.services.calls.length;
    for await (const event of caller.stream('StreamEvents', S1)) {
      ordinals.push(event['ordinal'] as number);
      if (ordinals.length === 3) break;
    }
    expect(ordinals).toEqual([1, 1, 1]);
    const pages = test.services.calls.slice(before).filter(({ name }) => name === 'events');
    expect(pages.slice(0, 2).map(({ argument }) => argument)).toMatchObject([{ limit: 100 }, { limit: 100, fromOrdinal: 2 }]);
    // There are more: the reader ended the stream.
    expect(pages.length).toBeLessThan(PAGES);
  });

  it('are refused to who may not read', async () => {
    const caller = await client(['write']);
    const read = async () => {
      for await (const event of caller.stream('StreamEvents', S1)) return event;
      return undefined;
    };
    expect(await refusal(read())).toMatchObject({ grpc: status.PERMISSION_DENIED, code: 'forbidden' });
  });
});

describe('deadlines and the end', () => {
  it('let a caller go at his deadline', async () => {
    const caller = await client();
    let release: () => void = () => undefined;
    test.services.gate = new Promise((resolve) => (release = resolve));
    const { grpc } = await refusal(caller.call('AppendEvents', { ...S1, body: { events: [MESSAGE] } }, { deadlineMs: 50 }));
    expect(grpc).toBe(status.DEADLINE_EXCEEDED);
    release();
    delete test.services.gate;
  });

  it('finish what is in flight, then end', async () => {
    const other = await createGrpcServer({
      gateway: test.gateway,
      logger: { info: note, warn: note, error: note },
      host: '127.0.0.1',
      port: 0,
    });
    const { apiKey } = await test.key(['write']);
    const caller = grpcTestClient((await other.listen()).address, apiKey);
    open.push(caller);
    let release: () => void = () => undefined;
    const before = test.services.waiting;
    test.services.gate = new Promise((resolve) => (release = resolve));
    const running = caller.call('AppendEvents', { ...S1, body: { events: [MESSAGE] } });
    await expect.poll(() => test.services.waiting).toBe(before + 1);
    const closed = other.close(10_000);
    release();
    delete test.services.gate;
    expect(await running).toMatchObject({ position: POSITION });
    await closed;
    expect((await refusal(caller.call('GetTools', {}))).grpc).toBe(status.UNAVAILABLE);
  });

  it('name a port that is taken', async () => {
    const port = Number(address.split(':')[1]);
    const second = await createGrpcServer({
      gateway: test.gateway,
      logger: { info: note, warn: note, error: note },
      host: '127.0.0.1',
      port,
    });
    await expect(second.listen()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining(address) });
    await second.close(100);
  });
});

describe('traces of calls', () => {
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;

  it('go on with that of the caller, know the tenant, and hold for streams too', async () => {
    const tracer = createTracing({ random: createSystemRandom() });
    const { recorder, spans } = createSpanMemory();
    tracer.recordWith(recorder);
    const traced = await startTestServer({ tracer });
    const own = await createGrpcServer({
      gateway: traced.gateway,
      logger: { info: note, warn: note, error: note },
      tracer,
      host: '127.0.0.1',
      port: 0,
    });
    const caller = grpcTestClient((await own.listen()).address, (await traced.key(['write', 'read'])).apiKey);
    try {
      await caller.call('AppendEvents', { ...S1, body: { events: [MESSAGE] } }, { metadata: { traceparent } });
      for await (const _event of caller.stream('StreamEvents', S1)) break;
      expect(await refusal(caller.call('ListKeys', {}))).toMatchObject({ code: 'forbidden' });
      await expect.poll(() => spans.filter(({ ended }) => ended === 'well').length, { timeout: 30_000 }).toBe(3);
    } finally {
      caller.close();
      await own.close(1_000);
      await traced.stop();
    }
    const [append, stream, refused] = spans;
    const rpc = { 'rpc.system': 'grpc', 'rpc.service': 'totalrecall.v1.TotalRecall' };
    expect(append).toMatchObject({ name: 'TotalRecall/AppendEvents', kind: 'server', tenant: 'acme', parent: { spanId: 'cd'.repeat(8) } });
    expect(append!.attributes).toEqual({ ...rpc, 'rpc.method': 'AppendEvents' });
    expect(stream).toMatchObject({ name: 'TotalRecall/ListEvents', tenant: 'acme' });
    expect(refused).toMatchObject({ name: 'TotalRecall/ListKeys', tenant: 'acme', attributes: { 'error.type': 'forbidden' } });
  });
});

import type { ServiceServerOptions } from '@total-recall/nest';
import { createTracing } from '@total-recall/observability';
import { createSpanMemory } from '@total-recall/observability/testing';
import type { Ingest, Retriever, Tracer } from '@total-recall/ports';
import { createSystemRandom, readVerifyingKeys, TotalRecallError, type ServiceTokenSigner } from '@total-recall/runtime';
import { encodeCall } from '@total-recall/runtime/service-calls';
import { afterEach, describe, expect, it } from 'vitest';
import { clock, KEYS, newServiceKeys, scheduler, serve, signerOf } from '../testing/serve-memory.ts';
import { openServiceProbe } from '../testing/service-probe.ts';
import { connectService } from './client/connect-service.ts';

const POLICY = { tenant: 'acme', space: 'main', session: 's1' };
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const act of undo.splice(0).toReversed()) await act();
});

/** Serves an ingest with only some methods and connects to it. */
async function connected(
  core: Partial<Ingest>,
  more: Partial<ServiceServerOptions> & { tokens?: ServiceTokenSigner; timeoutMs?: number; callerTracer?: Tracer } = {},
) {
  const { tokens = signerOf(), timeoutMs, callerTracer: tracer, ...server } = more;
  const served = await serve({ ingest: core }, server);
  const { address } = served;
  const client = await connectService('ingest', {
    address,
    tokens,
    clock,
    scheduler,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(tracer && { tracer }),
  });
  undo.push(
    () => served.server.close(1_000),
    () => client.close(1_000),
  );
  return { ...served, client };
}

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => (error as TotalRecallError).code,
  );
const policy = async () => ({ family: 'o200k' }) as never;

it('calls go to the service itself, whatever proxy leads out of the cluster', async () => {
  const [name, before] = ['https_proxy', process.env['https_proxy']] as const;
  process.env[name] = 'http://127.0.0.1:1';
  try {
    const { client } = await connected({ policy }, { timeoutMs: 30_000 });
    expect(await client.policy(POLICY)).toEqual({ family: 'o200k' });
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
});

describe('tokens of calls', () => {
  /** Makes one raw call with any metadata, to a core that must not be reached. */
  async function raw(authorization: readonly string[], call = encodeCall(POLICY), service: 'ingest' | 'retriever' = 'ingest') {
    const reached: unknown[] = [];
    const note = async (request: unknown) => (reached.push(request), {}) as never;
    const { address, server } = await serve({ ingest: { policy: note } as never, retriever: { session: note, spaces: note } as never });
    const probe = openServiceProbe(address);
    const { code } = await probe.call({ service, method: service === 'ingest' ? 'policy' : 'spaces', authorization }, call);
    probe.close();
    await server.close(1_000);
    return { code, reached };
  }
  const minuteAgo = () => clock.now() - 66_000;
  const grant = { tenant: 'acme', spaces: ['main'], scope: 'read', audience: 'ingest' } as const;
  const bearer = async (more: object = {}, signer = signerOf()) => `Bearer ${await signer.sign({ ...grant, ...more })}`;

  it.each<[string, () => Promise<readonly string[]>, string]>([
    ['none', async () => [], 'service_token_invalid'],
    ['no bearer', async () => [(await bearer()).replace('Bearer', 'Basic')], 'service_token_invalid'],
    ['one of another key', async () => [await bearer({}, signerOf(newServiceKeys()))], 'service_token_invalid'],
    ['one for another service', async () => [await bearer({ audience: 'retriever' })], 'service_token_invalid'],
    ['an expired one', async () => [await bearer({}, signerOf(KEYS, minuteAgo))], 'service_token_expired'],
    ["another tenant's", async () => [await bearer({ tenant: 'rival' })], 'service_token_forbidden'],
    ["another space's", async () => [await bearer({ spaces: ['side'] })], 'service_token_forbidden'],
    ['one to write, for a read', async () => [await bearer({ scope: 'write' })], 'service_token_forbidden'],
  ])('are refused before the core is asked: %s', async (_name, headers, code) => {
    expect(await raw(await headers())).toEqual({ code, reached: [] });
  });

  it('are checked before anything of the message is there', async () => {
    const { address } = await connected({ append: async () => ({ events: [] }) });
    const probe = openServiceProbe(address);
    undo.push(async () => probe.close());
    const begin = async (header: string) => (await probe.begin({ service: 'ingest', method: 'append', authorization: [header] })).code;
    expect(await begin('Bearer nonsense')).toBe('service_token_invalid');
    expect(await begin(await bearer())).toBe('service_token_forbidden');
  });

  it('let through what they grant', async () => {
    expect(await raw([await bearer()])).toEqual({ code: 'done', reached: [POLICY] });
  });

  it('bound to spaces list those alone', async () => {
    const token = [await bearer({ audience: 'retriever' })];
    const list = (only?: string[]) => raw(token, encodeCall({ tenant: 'acme', limit: 5, ...(only && { only }) } as never), 'retriever');
    expect((await list(['main'])).code).toBe('done');
    for (const only of [undefined, ['main', 'side']]) expect((await list(only)).code).toBe('service_token_forbidden');
  });

  it('do not let a document speak for another tenant', async () => {
    const forged = { ...encodeCall(POLICY), request: encodeCall({ tenant: 'x', other: { tenant: 'rival' } } as never).request! };
    const { reached } = await raw([await bearer()], forged);
    expect(reached).toEqual([{ ...POLICY, other: { tenant: 'rival' } }]);
  });
});

describe('errors over the wire', () => {
  it('come back with code, message, details and the time to wait', async () => {
    const error = new TotalRecallError('not_caught_up', 'Wait a little.', { details: { behind: 7 }, retryAfterMs: 250 });
    const { client } = await connected({ policy: () => Promise.reject(error) });
    await expect(client.policy(POLICY)).rejects.toMatchObject({
      code: 'not_caught_up',
      message: 'Wait a little.',
      details: { behind: 7 },
      retryAfterMs: 250,
    });
  });

  it('show nothing of a bug, and tell the operator', async () => {
    const failures: unknown[] = [];
    const bug = new Error('password=hunter2');
    const { client } = await connected({ policy: () => Promise.reject(bug) }, { onFailure: (failure) => failures.push(failure) });
    const error = await client.policy(POLICY).catch((thrown: unknown) => thrown as TotalRecallError);
    expect(error).toMatchObject({ code: 'internal', message: expect.not.stringContaining('hunter2') });
    expect(failures).toEqual([{ service: 'ingest', method: 'policy', error: bug }]);
  });

  it('are `unavailable` past the deadline and where nobody listens', async () => {
    const { client, server } = await connected({ policy: () => new Promise(() => undefined) }, { timeoutMs: 50 });
    expect(await codeOf(client.policy(POLICY))).toBe('unavailable');
    await server.close(0);
    // A connection that has not noticed the end yet still gets `closed`.
    await expect.poll(() => codeOf(client.policy(POLICY))).toBe('unavailable');
    expect(await codeOf(client.ready(50))).toBe('unavailable');
  });

  it('are `payload_too_large` for a message above the limit', async () => {
    const { client } = await connected({ append: async () => ({ events: [] }) });
    const data = new Uint8Array(65 * 1024 * 1024);
    const events = [{ kind: 'user_message' as const, text: 'x', attachments: [{ mime: 'a/b', data }] }];
    expect(await codeOf(client.append({ ...POLICY, events }))).toBe('payload_too_large');
  });

  it('are `unavailable` for more calls than may be in flight', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let entered = 0;
    const { client } = await connected({ policy: async () => ((entered += 1), await gate, await policy()) }, { callsInFlight: 2 });
    const two = [client.policy(POLICY), client.policy(POLICY)];
    await expect.poll(() => entered).toBe(2);
    await expect(client.policy(POLICY)).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
    release();
    expect(await Promise.all(two)).toHaveLength(2);
  });
});

describe('the end', () => {
  it('lets calls in flight finish, on both sides, and refuses new ones', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let entered = 0;
    const { client, server } = await connected({ policy: async () => ((entered += 1), await gate, await policy()) });
    const running = client.policy(POLICY);
    await expect.poll(() => entered).toBe(1);
    const ended = Promise.all([client.close(5_000), server.close(5_000)]);
    expect(await codeOf(client.policy(POLICY))).toBe('closed');
    release();
    expect(await running).toEqual({ family: 'o200k' });
    await ended;
  });

  it('cuts at the deadline what does not end', async () => {
    let entered = 0;
    const { client, server } = await connected({ policy: () => ((entered += 1), new Promise(() => undefined)) });
    const running = codeOf(client.policy(POLICY));
    await expect.poll(() => entered).toBe(1);
    await server.close(10);
    expect(await running).toMatch(/^(unavailable|closed)$/);
  });
});

describe('what a service does not do', () => {
  it('is `not_implemented`, for who may ask, and for others it is as everywhere', async () => {
    const { address } = await serve({ consolidator: {} }).then((served) => (undo.push(() => served.server.close(1_000)), served));
    const ask = async (tokens: ServiceTokenSigner) => {
      const client = await connectService('consolidator', { address, tokens, clock, scheduler });
      undo.push(() => client.close(1_000));
      return codeOf(client.consolidate!(POLICY));
    };
    expect(await ask(signerOf())).toBe('not_implemented');
    expect(await ask(signerOf(newServiceKeys()))).toBe('service_token_invalid');
  });
});

describe('keys', () => {
  it('rotate without a call refused', async () => {
    const next = newServiceKeys();
    const { client, address } = await connected({ policy }, { keys: readVerifyingKeys(`${KEYS.publicPem}${next.publicPem}`) });
    expect(await codeOf(client.policy(POLICY))).toBe('done');
    const later = await connectService('ingest', { address, tokens: signerOf(next), clock, scheduler });
    undo.push(() => later.close(1_000));
    expect(await codeOf(later.policy(POLICY))).toBe('done');
  });
});

it('calls of one connection go round its addresses, and past one that is gone', async () => {
  const named = (family: string) => serve({ ingest: { policy: async () => ({ family }) } as never });
  const [one, two] = [await named('one'), await named('two')];
  const client = await connectService('ingest', { address: `${one.address},${two.address}`, tokens: signerOf(), clock, scheduler });
  undo.push(
    () => two.server.close(1_000),
    () => client.close(1_000),
  );
  const families = async () => new Set(await Promise.all([1, 2, 3, 4].map(async () => (await client.policy(POLICY)).family)));
  await client.ready(30_000);
  await expect.poll(families, { timeout: 30_000 }).toEqual(new Set(['one', 'two']));
  await one.server.close(0);
  await expect.poll(() => families().catch(() => undefined), { timeout: 30_000 }).toEqual(new Set(['two']));
  await client.ready(30_000);
});

it('a call that another process has to answer is made there, once', async () => {
  const asked: string[] = [];
  const named = (name: string, answer: () => Promise<unknown>) =>
    serve({ ingest: { compact: () => (asked.push(name), answer()) } as never });
  const elsewhere = (servedBy: string) => async () => {
    throw new TotalRecallError('unavailable', 'Not here.', { details: { servedBy } });
  };
  const owner = await named('owner', async () => ({ kind: 'stopped', reason: 'below_trigger' }));
  const other = await named('other', elsewhere(owner.address));
  const lost = await named('lost', elsewhere(other.address));
  const connect = (address: string) => connectService('ingest', { address, tokens: signerOf(), clock, scheduler });
  const [client, lostClient] = [await connect(`${other.address},${other.address}`), await connect(lost.address)];
  undo.push(
    ...[owner, other, lost].map(
      ({ server }) =>
        () =>
          server.close(1_000),
    ),
    ...[client, lostClient].map((one) => () => one.close(1_000)),
  );
  expect(await client.compact({ ...POLICY, trigger: 'demand' })).toEqual({ kind: 'stopped', reason: 'below_trigger' });
  expect(asked.splice(0)).toEqual(['other', 'owner']);
  expect(await codeOf(lostClient.compact({ ...POLICY, trigger: 'demand' }))).toBe('unavailable');
  expect(asked).toEqual(['lost', 'other']);
});

it('serves only what it was given', async () => {
  const { address } = await connected({ policy });
  const retriever = (await connectService('retriever', { address, tokens: signerOf(), clock, scheduler })) as Retriever & {
    close(ms: number): Promise<void>;
  };
  undo.push(() => retriever.close(1_000));
  expect(await codeOf(retriever.session(POLICY))).toBe('not_implemented');
});

describe('traces of calls', () => {
  /** Builds both sides, each with its own tracer; `isRecording` is about the caller's. */
  async function traced(core: Partial<Ingest>, { isRecording = true } = {}) {
    const [caller, callee] = [createTracing({ random: createSystemRandom() }), createTracing({ random: createSystemRandom() })];
    const [asked, served] = [createSpanMemory(), createSpanMemory()];
    if (isRecording) caller.recordWith(asked.recorder);
    callee.recordWith(served.recorder);
    const { client } = await connected(core, { tracer: callee, callerTracer: caller });
    return { caller, callee, asked: asked.spans, served: served.spans, client };
  }

  it('go on at the service, with its tenant, in all that its core does', async () => {
    const within: unknown[] = [];
    const { caller, callee, asked, served, client } = await traced({
      policy: async () => {
        within.push(callee.logFields());
        return { family: 'o200k' } as never;
      },
    });
    const request = caller.request('POST');
    await request.run(() => client.policy(POLICY));
    request.end();
    const [, call] = asked;
    expect(call).toMatchObject({ name: 'ingest policy', kind: 'client', parent: { spanId: request.spanId }, ended: 'well' });
    expect(call!.attributes).toEqual({ 'rpc.system': 'grpc', 'rpc.service': 'totalrecall.internal.v1.Ingest', 'rpc.method': 'Policy' });
    expect(served).toMatchObject([
      { name: 'ingest policy', kind: 'server', tenant: 'acme', traceId: request.traceId, parent: { spanId: call!.spanId }, ended: 'well' },
    ]);
    expect(within).toEqual([{ traceId: request.traceId, spanId: served[0]!.spanId, tenant: 'acme' }]);
  });

  it('say how a call failed by its code on both sides', async () => {
    const { caller, asked, served, client } = await traced({
      policy: () => Promise.reject(new TotalRecallError('not_found', 'said in private')),
    });
    await expect(caller.request('POST').run(() => client.policy(POLICY))).rejects.toMatchObject({ code: 'not_found' });
    expect([asked[1]!.ended, served[0]!.ended]).toEqual(['not_found', 'not_found']);
  });

  it('have their id at the service too where nobody records them', async () => {
    const { caller, served, client } = await traced({ policy }, { isRecording: false });
    const request = caller.request('POST');
    await request.run(() => client.policy(POLICY));
    expect(served).toMatchObject([{ traceId: request.traceId, isSampled: false }]);
  });

  it('begin anew where the caller has none', async () => {
    const { asked, served, client } = await traced({ policy });
    await client.policy(POLICY);
    expect(asked).toEqual([]);
    expect(served).toMatchObject([{ name: 'ingest policy', ended: 'well' }]);
    expect(served[0]!.parent).toBeUndefined();
  });
});

import { makeKey } from '@total-recall/gateway';
import { createSystemClock, createSystemRandom } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { badInputCases, INJECTIONS, type BadInputCase, type BadInputWorld } from './bad-input-cases.ts';
import type { ServiceUnderTest } from './open-services.ts';
import { UNLIMITED } from './unlimited.ts';

/** Settings that the cases need. */
export const BAD_INPUT_ENV = {
  TOTAL_RECALL_BODY_BYTES: String(1024 * 1024),
  ...UNLIMITED,
  TOTAL_RECALL_LOG_LEVEL: 'debug',
};

const OTHERS_SECRET = 'the launch code of the other tenant is KRAKATOA-0451';
const BODY_LIMIT = Number(BAD_INPUT_ENV.TOTAL_RECALL_BODY_BYTES);
const KEY_KNOWN_MS = 30_000;

async function makeWorld({ url, control }: ServiceUnderTest): Promise<BadInputWorld> {
  for (const id of ['acme', 'other']) await control.putTenant({ id, name: id, createdAt: 0 });
  const deps = { control, clock: createSystemClock(), random: createSystemRandom() };
  const make = async (tenant: string, more: object = {}) => {
    const { key, text } = await makeKey(deps, tenant, { name: 'test', scopes: ['read', 'write', 'admin'], ...more });
    return { apiKey: text, keyId: key.id };
  };
  const full = await make('acme');
  const revoked = await make('acme');
  const other = await make('other');
  const bare = {
    url,
    bodyLimit: BODY_LIMIT,
    keys: {
      full: full.apiKey,
      read: (await make('acme', { scopes: ['read'] })).apiKey,
      bound: (await make('acme', { spaces: ['demo'] })).apiKey,
      expired: (await make('acme', { expiresAt: 1 })).apiKey,
      revoked: revoked.apiKey,
      other: other.apiKey,
    },
  };
  for (const key of [...Object.values(bare.keys), revoked.apiKey]) if (key !== bare.keys.expired) await known(url, key);
  await send(bare.url, full.apiKey, 'DELETE', `/v1/keys/${revoked.keyId}`);
  const mine = await seed(bare.url, full.apiKey, 'a plain note of our own');
  const theirs = await seed(bare.url, other.apiKey, OTHERS_SECRET);
  return { ...bare, ...mine, otherEventId: theirs.eventId, otherArtifactId: theirs.artifactId };
}

/** Waits until the service accepts a key; another process learns of it within moments. */
async function known(url: string, apiKey: string): Promise<void> {
  const check = async (): Promise<void> => expect((await send(url, apiKey, 'GET', '/v1/tenant')).status).not.toBe(401);
  await vi.waitFor(check, { timeout: KEY_KNOWN_MS, interval: 50 });
}

/** Writes one message and one artifact to demo/s1 of the key's tenant. */
async function seed(url: string, apiKey: string, text: string): Promise<{ eventId: string; artifactId: string }> {
  const attachments = [{ mime: 'text/plain', data: Buffer.from(text).toString('base64') }];
  const appended = await send(url, apiKey, 'POST', '/v1/spaces/demo/sessions/s1/events', {
    events: [{ kind: 'user_message', text, attachments }],
    wait: 'searchable',
  });
  const { id } = (appended.body as { events: { id: string }[] }).events[0]!;
  const event = await send(url, apiKey, 'GET', `/v1/spaces/demo/events/${id}`);
  return { eventId: id, artifactId: (event.body as any).body.artifacts[0].id };
}

async function send(
  url: string,
  apiKey: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: any; text: string }> {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${apiKey}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? undefined : JSON.parse(text) };
}

function request(one: BadInputCase, world: BadInputWorld): RequestInit {
  const key = one.key ?? 'full';
  const authorization = typeof key === 'string' ? `Bearer ${world.keys[key]}` : key.header;
  const raw = typeof one.body === 'string' || Buffer.isBuffer(one.body);
  const body = one.body === undefined ? undefined : raw ? (one.body as string) : JSON.stringify(one.body);
  const headers = {
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...one.headers,
  };
  return { method: one.method, headers, body };
}

/** Collects everything that a request could have left behind. */
async function storedIn({ log, control, operations }: ServiceUnderTest): Promise<unknown> {
  const ends = await Promise.all(Array.from({ length: log.partitions }, (_, partition) => log.end(partition)));
  const policies = await control.policies(['process', 'tenant/acme', 'space/acme/demo', 'session/acme/demo/s1']);
  const metrics = await Promise.all(operations.map(async (at) => (await fetch(`${at}/metrics`)).text()));
  return {
    ends,
    policies,
    artifacts: metrics.flatMap((text) => text.split('\n').filter((line) => line.startsWith('total_recall_artifacts_written_total'))),
    keys: (await control.apiKeys('acme')).length,
    tenants: (await control.tenants()).length,
    otherKeys: await control.apiKeys('other'),
  };
}

const message = { kind: 'user_message', text: 'a note' };

/** Words of libraries, for those who read their code. */
const LIBRARY = /Too (?:small|big):|Invalid (?:input|option|string)|Unrecognized key/;
const INSIDES = /node_modules|\.ts:\d|\.js:\d|SQLITE|at [A-Za-z.]+ \(|zod|secretHash|KRAKATOA/i;

/** Describes what must hold for any input, in any deployment. */
export function describeBadInput(name: string, open: () => Promise<ServiceUnderTest>): void {
  describe(`bad input to ${name}`, () => {
    let service: ServiceUnderTest | undefined;
    let world: BadInputWorld;
    const stored = (): Promise<unknown> => storedIn(service!);

    beforeAll(async () => {
      service = await open();
      world = await makeWorld(service);
    });

    afterAll(() => service?.close());

    it('is answered with its code, stores nothing and tells nothing, case by case', async () => {
      const cases = badInputCases(world);
      expect(cases.length).toBeGreaterThan(150);
      const before = await stored();
      const wrong: unknown[] = [];
      for (const one of cases) {
        const response = await fetch(`${world.url}${one.path}`, request(one, world)).catch((error: unknown) => error as Error);
        if (response instanceof Error) {
          wrong.push({ name: one.name, failed: String(response.cause ?? response) });
          continue;
        }
        const text = await response.text();
        const problem = JSON.parse(text) as { code: string; status: number; detail: string; instance: string };
        const good =
          response.status === one.status &&
          problem.code === one.code &&
          problem.status === one.status &&
          problem.detail.startsWith(one.says ?? '') &&
          !LIBRARY.test(text) &&
          response.headers.get('content-type') === 'application/problem+json' &&
          problem.instance === response.headers.get('x-request-id');
        if (!good) wrong.push({ name: one.name, wanted: [one.status, one.code], got: [response.status, text.slice(0, 300)] });
        if (INSIDES.test(text) || text.includes('PAYLOAD-THAT-MUST-NOT-STAY')) wrong.push({ name: one.name, tells: text.slice(0, 500) });
        if (response.headers.has('x-injected') || response.headers.has('set-cookie'))
          wrong.push({ name: one.name, headers: [...response.headers] });
      }
      expect(wrong).toEqual([]);
      expect(await stored()).toEqual(before);
    });

    it('is data where any text is allowed: kept as it came, and found by nobody else', async () => {
      const { url, keys } = world;
      for (const text of INJECTIONS) {
        const label = text.slice(0, 100);
        const meta = { taskId: label, agent: label, tags: [label], sensitivity: [label] };
        const appended = await send(url, keys.full, 'POST', '/v1/spaces/hostile/sessions/s1/events', {
          events: [{ kind: 'user_message', text, meta }],
          wait: 'searchable',
        });
        expect([text, appended.status]).toEqual([text, 200]);
        const event = await send(url, keys.full, 'GET', `/v1/spaces/hostile/events/${appended.body.events[0].id}`);
        expect(event.body.body).toMatchObject({ text, meta });
        for (const scope of [{}, { agents: [label] }, { taskIds: [label] }, { excludeSensitivity: [label] }]) {
          const recalled = await send(url, keys.full, 'POST', '/v1/spaces/hostile/recall', { query: text, scope });
          expect([text, scope, recalled.status, recalled.text.includes('KRAKATOA')]).toEqual([text, scope, 200, false]);
        }
        const markers = await send(url, keys.full, 'GET', `/v1/spaces/hostile/markers?topic=${encodeURIComponent(label)}`);
        expect([text, markers.status]).toEqual([text, 200]);
      }
    });

    it('never finds what another tenant keeps under the same names', async () => {
      const { url, keys } = world;
      const recalled = await send(url, keys.full, 'POST', '/v1/spaces/demo/recall', { query: 'launch code of the other tenant' });
      const window = await send(url, keys.full, 'POST', '/v1/spaces/demo/sessions/s1/window', {});
      const events = await send(url, keys.full, 'GET', '/v1/spaces/demo/sessions/s1/events');
      for (const answer of [recalled, window, events]) expect([answer.status, answer.text.includes('KRAKATOA')]).toEqual([200, false]);
      expect((await send(url, keys.other, 'POST', '/v1/spaces/demo/recall', { query: 'launch code' })).text).toContain('KRAKATOA');
    });

    it('takes gaps and repeats of a source, and refuses what it cannot remember', async () => {
      const { url, keys } = world;
      const path = '/v1/spaces/gaps/sessions/s1/events';
      const append = (sequences: readonly number[]) =>
        send(url, keys.full, 'POST', path, {
          source: 'w',
          events: sequences.map((sequence) => ({ kind: 'user_message', text: `number ${sequence}`, sequence })),
          wait: 'searchable',
        });
      const first = await append([1, 2, 5]);
      const again = await append([5, 1, 3]);
      expect(again.body.events.map((event: any) => [event.id, event.duplicate ?? false])).toEqual([
        [first.body.events[2].id, true],
        [first.body.events[0].id, true],
        [expect.any(String), false],
      ]);
      const before = await stored();
      expect(await append(Array.from({ length: 80 }, (_, at) => 100 + at * 2))).toMatchObject({
        status: 409,
        body: { code: 'sequence_gap', details: { expected: 4 } },
      });
      expect(await stored()).toEqual(before);
      const listed = await send(url, keys.full, 'GET', path);
      expect(listed.body.events.map((event: any) => event.body.text)).toEqual(['number 1', 'number 2', 'number 5', 'number 3']);
    });

    it('takes any name for a source, also one that every object knows', async () => {
      const { url, keys } = world;
      for (const source of ['constructor', 'toString', 'valueOf', 'hasOwnProperty']) {
        const append = (sequence: number) =>
          send(url, keys.full, 'POST', '/v1/spaces/sources/sessions/s1/events', {
            source,
            events: [{ kind: 'user_message', text: `${source} ${sequence}`, sequence }],
            wait: 'searchable',
          });
        const first = await append(1);
        expect([source, first.status]).toEqual([source, 200]);
        expect((await append(2)).body.events).toMatchObject([{ outcome: 'ADD' }]);
        expect((await append(1)).body.events).toMatchObject([{ id: first.body.events[0].id, duplicate: true }]);
      }
      const { events } = (await send(url, keys.full, 'GET', '/v1/spaces/sources/sessions/s1/events')).body;
      expect(events).toHaveLength(8);
    });

    it('tells a key that is bound to spaces nothing of the others', async () => {
      const { url, keys } = world;
      await send(url, keys.full, 'POST', '/v1/spaces/work/sessions/s1/events', { events: [message], wait: 'searchable' });
      const all = async () => (await send(url, keys.full, 'GET', '/v1/spaces?limit=500')).body.spaces.map(({ space }: any) => space);
      // Lists may lag by a second when another process writes them.
      await expect.poll(all, { timeout: 30_000 }).toEqual(expect.arrayContaining(['work', 'demo']));
      const { body } = await send(url, keys.bound, 'GET', '/v1/spaces?limit=1');
      expect(body).toEqual({ spaces: [expect.objectContaining({ space: 'demo' })] });
      // The cursor of an unrestricted key gives a bound key no further access.
      const { cursor } = (await send(url, keys.full, 'GET', '/v1/spaces?limit=1')).body;
      const after = await send(url, keys.bound, 'GET', `/v1/spaces?cursor=${cursor}`);
      for (const { space } of after.body.spaces) expect(space).toBe('demo');
      expect(after.body.cursor).toBeUndefined();
    });

    it('knows an idempotency key again, and refuses it for something else', async () => {
      const { url, keys } = world;
      const append = async (text: string) => {
        const response = await fetch(`${url}/v1/spaces/keys/sessions/s1/events`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${keys.full}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'once' },
          body: JSON.stringify({ events: [{ kind: 'user_message', text }], wait: 'searchable' }),
        });
        return { status: response.status, body: (await response.json()) as any };
      };
      const first = await append('a');
      expect((await append('a')).body.events).toMatchObject([{ id: first.body.events[0].id, duplicate: true }]);
      const before = await stored();
      expect(await append('b')).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
      expect(await stored()).toEqual(before);
    });

    it('tells the loser of two task states', async () => {
      const { url, keys } = world;
      const put = () =>
        send(url, keys.full, 'PUT', '/v1/spaces/demo/sessions/tasks/task-state', { expectedVersion: 0, fields: { goals: ['win'] } });
      await send(url, keys.full, 'POST', '/v1/spaces/demo/sessions/tasks/events', { events: [{ kind: 'user_message', text: 'begin' }] });
      expect(await put()).toMatchObject({ status: 200, body: { version: 1 } });
      expect(await put()).toMatchObject({ status: 409, body: { code: 'task_state_conflict' } });
    });

    it('leaves neither bodies nor keys in the log', async () => {
      const text = await service!.logged();
      expect(text).toContain('"route":"/v1/spaces/{space}/recall"');
      expect(text).not.toContain('PAYLOAD-THAT-MUST-NOT-STAY');
      expect(text).not.toContain('KRAKATOA');
      for (const key of Object.values(world.keys)) expect(text).not.toContain(key.slice(20));
    });
  });
}

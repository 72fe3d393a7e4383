import { problemOf, type ErrorCode } from '@total-recall/contracts';
import { describe, expect, it } from 'vitest';
import { TotalRecallApiError, TotalRecallConnectionError } from './calls/api-error.ts';
import { createClient } from './client.ts';

interface Seen {
  readonly url: string;
  readonly init: RequestInit & { headers: Record<string, string> };
}

/** Creates a fetch that answers from a script, in order, and records the requests. */
function scripted(...answers: (Response | Error)[]) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const client = createClient({
    url: 'http://memory.test:7070/',
    apiKey: 'tr_key',
    retry: { attempts: 3, baseMs: 100, maxMs: 5_000 },
    sleep: async (ms) => void waits.push(ms),
    fetch: async (url, init) => {
      seen.push({ url: String(url), init: init as Seen['init'] });
      const answer = answers.shift();
      if (!answer) throw new Error('asked too often');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return { client, seen, waits };
}

const json = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
const refused = (code: ErrorCode, headers: Record<string, string> = {}) => {
  const body = problemOf(code, 'because', 'r-1', { details: { version: 4 } });
  return new Response(JSON.stringify(body), { status: body.status, headers });
};

describe('the client', () => {
  it('sends the key, the path and the body', async () => {
    const { client, seen } = scripted(json({ events: [] }));
    await client.space('my space').session('s').append({ kind: 'user_message', text: 'x' }, { idempotencyKey: 'k' });
    expect(seen[0]!.url).toBe('http://memory.test:7070/v1/spaces/my%20space/sessions/s/events');
    expect(seen[0]!.init).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer tr_key', 'Idempotency-Key': 'k', 'Content-Type': 'application/json' },
      body: '{"events":[{"kind":"user_message","text":"x"}]}',
    });
  });

  it('reads no bytes as JSON', async () => {
    const { client, seen } = scripted();
    const params = { space: 'a', artifactId: 'art_1' };
    // @ts-expect-error The route answers with bytes.
    await expect(client.call('getArtifact', { params })).rejects.toThrow(/getArtifact answers with bytes: take .*artifact\(id\)/);
    expect(seen).toEqual([]);
  });

  it('asks for an event by its place in a session', async () => {
    const { client, seen } = scripted(json({}), json({}));
    await client.space('a').event('e184', { session: 's', timeoutMs: 900 });
    await client.space('a').event('01M8');
    expect(seen.map(({ url }) => url.replace(/^.*\/events/, ''))).toEqual(['/e184?session=s', '/01M8']);
  });

  it('sends no name of dots alone, which would be the path of another route', async () => {
    const { client, seen } = scripted();
    for (const name of ['..', '.', '']) {
      await expect(client.space(name).setPolicy({ windowTokens: 4_096 })).rejects.toThrow('is no space');
      await expect(client.space('a').session(name).setPolicy({ windowTokens: 4_096 })).rejects.toThrow('is no session');
    }
    expect(seen).toEqual([]);
  });

  it('takes a key as a file has it, and refuses what no key and no address of a service can be', async () => {
    const sent: (string | null)[] = [];
    const send = async (_url: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers).get('authorization'));
      return json({});
    };
    await createClient({ url: 'http://memory.test', apiKey: 'tr_key\n', fetch: send }).tools();
    expect(sent).toEqual(['Bearer tr_key']);
    for (const apiKey of ['tr_…', 'tr_a tr_b', ' ']) expect(() => createClient({ url: 'http://memory.test', apiKey })).toThrow(TypeError);
    for (const url of ['localhost:8420', 'ftp://memory.test', '127.0.0.1:8420'])
      expect(() => createClient({ url, apiKey: 'tr_key' })).toThrow('needs the url of the service');
  });

  it('tries an append again under the same key', async () => {
    const { client, seen, waits } = scripted(
      refused('rate_limited', { 'Retry-After': '2' }),
      new TypeError('fetch failed'),
      json({ events: [] }),
    );
    await client.space('a').session('s').append({ kind: 'user_message', text: 'x' });
    const keys = seen.map(({ init }) => init.headers['Idempotency-Key']);
    expect(keys[0]).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
    expect(waits[0]).toBe(2_000);
    expect(waits[1]).toBeGreaterThanOrEqual(100);
    expect(waits[1]).toBeLessThanOrEqual(200);
  });

  it('waits until the date that a refusal names', async () => {
    const at = (seconds: number) => new Date(Date.UTC(2031, 0, 1) + seconds * 1_000).toUTCString();
    const { client, waits } = scripted(
      refused('rate_limited', { Date: at(0), 'Retry-After': at(4) }),
      refused('rate_limited', { Date: at(0), 'Retry-After': at(-60) }),
      json({ openai: [], anthropic: [] }),
    );
    await client.tools();
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThan(1_000);
    expect(waits[1]).toBeLessThanOrEqual(400);
  });

  it('decides again under the same key where an answer was lost', async () => {
    const lost = () => new TypeError('fetch failed');
    const { client, seen } = scripted(...Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? lost() : json({}))));
    const space = client.space('a');
    await space.remember({ label: 'project', subject: 'x', text: 'x is y.' });
    await space.forget('f', {}, { idempotencyKey: 'k' });
    await space.undo('e');
    const keys = seen.map(({ init }) => init.headers['Idempotency-Key']);
    expect(keys).toEqual([keys[0], keys[0], 'k', 'k', keys[4], keys[4]]);
    expect(new Set(keys).size).toBe(3);
  });

  it('gives an error with its code at once where a repeat would not help', async () => {
    const { client, seen } = scripted(refused('task_state_conflict'));
    const error = await client
      .space('a')
      .session('s')
      .updateTaskState({ expectedVersion: 3, fields: {} })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TotalRecallApiError);
    expect(error).toMatchObject({ code: 'task_state_conflict', status: 409, requestId: 'r-1', attempts: 1, details: { version: 4 } });
    expect(seen).toHaveLength(1);
  });

  it('gives up after its attempts, and does not wait for hours', async () => {
    const tired = scripted(refused('not_caught_up'), refused('not_caught_up'), refused('not_caught_up'));
    await expect(tired.client.tools()).rejects.toMatchObject({ code: 'not_caught_up', attempts: 3 });
    const quota = scripted(refused('quota_exceeded', { 'Retry-After': '36000' }));
    await expect(quota.client.tools()).rejects.toMatchObject({ code: 'quota_exceeded', attempts: 1 });
    expect(quota.waits).toEqual([]);
  });

  it('does not repeat a lost call that may have acted', async () => {
    const { client } = scripted(new TypeError('fetch failed'));
    await expect(client.createKey({ name: 'k', scopes: ['read'] })).rejects.toBeInstanceOf(TotalRecallConnectionError);
  });

  it('does not repeat a lost hold or erasure, which would be another one, but a dry run and one that was refused', async () => {
    const lost = () => new TypeError('fetch failed');
    const scope = { space: 'a', session: 's' };
    const hold = scripted(lost());
    await expect(hold.client.call('placeHold', { body: { ...scope, name: 'case 7' } })).rejects.toMatchObject({ attempts: 1 });
    const erasure = scripted(refused('not_caught_up'), lost());
    await expect(erasure.client.call('erase', { body: scope })).rejects.toMatchObject({ attempts: 2 });
    expect([hold.seen.length, erasure.seen.length]).toEqual([1, 2]);
    const removal = scripted(lost());
    await expect(removal.client.removeTenant('acme', { confirm: 'acme' })).rejects.toMatchObject({ attempts: 1 });
    const dry = scripted(lost(), json({}));
    await dry.client.call('erase', { body: { ...scope, dryRun: true } });
    expect(dry.seen).toHaveLength(2);
  });

  it('does not repeat a call that may have acted where a gateway answered in place of the service', async () => {
    const late = () => new Response('<h1>504 Gateway Time-out</h1>', { status: 504 });
    const created = scripted(late());
    await expect(created.client.createKey({ name: 'k', scopes: ['read'] })).rejects.toMatchObject({ status: 504, attempts: 1 });
    const erasure = scripted(refused('unavailable'), late());
    await expect(erasure.client.call('erase', { body: { space: 'a', session: 's' } })).rejects.toMatchObject({ attempts: 2 });
    const dry = scripted(late(), json({}));
    await dry.client.call('erase', { body: { space: 'a', session: 's', dryRun: true } });
    expect([created.seen.length, erasure.seen.length, dry.seen.length]).toEqual([1, 2, 2]);
  });

  it('understands an answer that is not of the service', async () => {
    const { client } = scripted(new Response('<h1>Bad gateway</h1>', { status: 502 }), json({ openai: [], anthropic: [] }));
    expect(await client.tools()).toEqual({ openai: [], anthropic: [] });
    const broken = scripted(new Response('<h1>Oops</h1>', { status: 500 }));
    await expect(broken.client.tools()).rejects.toMatchObject({ code: 'internal', status: 500 });
  });

  it('says that another program answered where an answer is no JSON', async () => {
    const { client } = scripted(new Response('<!doctype html>'), new Response(null, { status: 204 }));
    const details = { problem: 'no_problem_document' };
    const error = { code: 'internal', requestId: 'unknown', retryable: false, message: 'internal: The answer was no JSON.', details };
    for (const _ of [1, 2]) await expect(client.tools()).rejects.toMatchObject(error);
  });

  it('follows no redirection, which would make a GET of an append, and says where it leads', async () => {
    const { client, seen } = scripted(new Response(null, { status: 301, headers: { Location: 'https://memory.test/v1/' } }));
    await expect(client.space('a').session('s').append({ kind: 'user_message', text: 'x' })).rejects.toThrow(
      /The answer was 301.* leads to https:\/\/memory\.test\/v1\//,
    );
    expect(seen.map(({ init }) => init.redirect)).toEqual(['manual']);
  });

  it.each([
    [400, 'another_api', /no problem document\. Is the URL that of the memory service/],
    [404, 'another_api', /no problem document\. Is the URL that of the memory service/],
    [413, 'no_problem_document', /no problem document\.$/],
  ])('says which URL is wanted where another program answers that it knows no such call: %i', async (status, problem, text) => {
    // Other programs name their requests too.
    const headers = { 'X-Request-Id': 'req_1' };
    const { client } = scripted(new Response('{"error":{"message":"You must be a key"}}', { status, headers }));
    await expect(client.tools()).rejects.toMatchObject({ details: { problem }, message: expect.stringMatching(text) as string });
  });

  it('tells a redirection also where a browser hides where it leads', async () => {
    const hidden = { type: { value: 'opaqueredirect' }, status: { value: 0 }, ok: { value: false } };
    const { client } = scripted(Object.defineProperties(new Response(null), hidden));
    await expect(client.tools()).rejects.toThrow('The answer was a redirection, which the client does not follow.');
  });

  it('walks all events, and reads ranges of artifacts', async () => {
    const { client, seen } = scripted(
      json({ events: [{ ordinal: 1 }, { ordinal: 2 }], nextOrdinal: 3 }),
      json({ events: [{ ordinal: 3 }] }),
      new Response('345', { status: 206, headers: { 'Content-Range': 'bytes 3-5/10', 'Content-Type': 'text/plain' } }),
    );
    const ordinals: number[] = [];
    for await (const event of client.space('a').session('s').allEvents()) ordinals.push(event.ordinal);
    expect(ordinals).toEqual([1, 2, 3]);
    const part = await client.space('a').artifact(`art_${'0'.repeat(32)}`, { from: 3, to: 6 });
    expect([new TextDecoder().decode(part.bytes), part.sizeBytes, seen[2]!.init.headers['Range']]).toEqual(['345', 10, 'bytes=3-5']);
  });

  it('ends with the signal: before it is sent, while it waits, and never tries again', async () => {
    const ending = new AbortController();
    const { client, seen } = scripted(refused('rate_limited'), json({ openai: [], anthropic: [] }));
    const waiting = createClient({
      url: 'http://memory.test',
      apiKey: 'tr_key',
      retry: { baseMs: 60_000, maxMs: 60_000 },
      fetch: async () => {
        queueMicrotask(() => ending.abort(new Error('the user left')));
        return refused('rate_limited');
      },
    });
    await expect(waiting.tools({ signal: ending.signal })).rejects.toThrow('the user left');
    await expect(client.tools({ signal: ending.signal })).rejects.toThrow('the user left');
    expect(seen).toEqual([]);
  });

  it('says that an answer took too long, and takes the time that a call names', async () => {
    const late = createClient({
      url: 'http://memory.test',
      apiKey: 'tr_key',
      retry: { attempts: 1 },
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error))),
    });
    await expect(late.tools({ timeoutMs: 1 })).rejects.toThrow(/took too long: raise timeoutMs/);
  });

  it('tries again where an answer breaks off in the middle', async () => {
    const broken = new Response(
      new ReadableStream({
        pull(stream) {
          stream.error(new TypeError('terminated'));
        },
      }),
    );
    const { client } = scripted(broken, json({ openai: [], anthropic: [] }));
    expect(await client.tools()).toEqual({ openai: [], anthropic: [] });
  });

  it('says at once what is missing to reach a service', () => {
    expect(() => createClient({ url: undefined as never, apiKey: 'k' })).toThrow(/needs the url of the service/);
    expect(() => (createClient as () => unknown)()).toThrow(/needs the url of the service, .* it got undefined/);
    expect(() => createClient({ url: 'http://memory.test', apiKey: '' })).toThrow(/needs an apiKey/);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { createClient, type SpaceClient } from '@total-recall/client';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '@total-recall/proxy/testing';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiAgent } from '../testing/ai-agent.ts';
import { anthropicAgent, codeOf, openAiAgent, outputOf, responsesAgent, type ScriptedAgent } from '../testing/proxy-agents.ts';
import { runCli, startCli, temporaryFolder, type Started } from '../testing/run-cli.ts';

const ENV = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };
const WINDOW = 12_000;
const TURNS = 200;
/** Tokens of a turn, at least: both of its results. */
const TURN_TOKENS = 350;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let emulator: VendorEmulator;
let proxy: Started;
let url: string;
let serviceUrl: string;
let apiKey: string;
let written = '';

interface Told {
  readonly url: string;
  readonly serviceUrl: string;
  readonly apiKey?: string;
}

async function startProxy(args: readonly string[] = [], env: Record<string, string> = {}): Promise<{ started: Started; told: Told }> {
  const upstreams = ['--openai-url', `${emulator.url}/v1`, '--anthropic-url', emulator.url];
  const started = startCli(['proxy', '--port', '0', '--window', String(WINDOW), '--json', ...upstreams, ...args], { ...ENV, ...env });
  return { started, told: JSON.parse(/^\{.*\}$/m.exec(await started.printed(/^\{.*\}$/m))![0]) as Told };
}

async function stop(started: Started): Promise<string> {
  started.child.kill('SIGTERM');
  const { stdout, stderr } = await started.finished;
  return stdout + stderr;
}

async function openProxy(): Promise<void> {
  const { started, told } = await startProxy(['--data-dir', join(folder.path, 'memory')]);
  proxy = started;
  ({ url, serviceUrl } = told);
  apiKey ??= told.apiKey!;
}

const spaceOf = (name: string): SpaceClient => createClient({ url: serviceUrl, apiKey }).space(name);

async function metric(at: string, name: string): Promise<number> {
  const text = await (await fetch(`${at}/-/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`total_recall_proxy_${name}`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Waits until the log has all of a number of requests. */
async function recorded(at: string, requests: number): Promise<void> {
  await expect.poll(() => metric(at, 'records_total'), { timeout: 60_000 }).toBeGreaterThanOrEqual(requests);
}

/** Asks for what left the window long ago; the model calls recall, which the agent never declared and never sees. */
async function askWhatLeft(agent: ScriptedAgent): Promise<void> {
  const recalls = await metric(url, 'recalls_total{tool="recall",result="answered"}');
  for (const [at, isStreamed] of [false, true].entries()) {
    emulator.script = recallScript(`recall-${isStreamed}`, `turn ${3 + at}a: the build of module-${3 + at} wrote`);
    const { text, calls } = await agent.ask(`Which code did the build of module-${3 + at} end with?`, isStreamed);
    expect(text).toBe(`Let me look.\n\nIt ended with ${codeOf(3 + at, 'a')}.`);
    expect(calls).toEqual([]);
    const exchange = recalledIn(emulator.calls.at(-1)!.body);
    expect(exchange).toContain(`recall-${isStreamed}`);
    emulator.script = () => ({
      thinking: 'Both.',
      text: 'Wait.',
      calls: [buildCall(isStreamed), recallCall(`both-${isStreamed}`, 'build of module-5')],
    });
    expect(await agent.ask('Go on.', isStreamed)).toEqual({ text: 'Wait.', calls: ['build'] });
    // What was said in between is in later requests, the same bytes.
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toContain(exchange);
    emulator.script = () => ({ thinking: 'Done.', text: 'All is well.' });
    expect((await agent.ask('And now?', isStreamed)).text).toBe('All is well.');
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toContain(`both-${isStreamed}`);
  }
  expect(emulator.refused.splice(0)).toEqual([]);
  expect(Math.max(...emulator.calls.map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);
  expect(await metric(url, 'recalls_total{tool="recall",result="answered"}')).toBe(recalls + 4);
}

const recallCall = (id: string, query: string) => ({
  id,
  name: 'recall',
  arguments: JSON.stringify({ queries: [query], budgetTokens: 1_000 }),
});
const buildCall = (isStreamed: boolean) => ({ id: `call_build_${isStreamed}`, name: 'build', arguments: '{}' });

/** A model that recalls, and then says the first code that it reads in the answer. */
function recallScript(id: string, query: string): VendorEmulator['script'] {
  return (body) => {
    const last = JSON.stringify(historyIn(body).at(-1));
    const module = /module-(\d+)/.exec(query)![1];
    const found = last.includes(id) ? new RegExp(`turn ${module}a: the build[^]*?code (E\\d+-a)`).exec(last)?.[1] : undefined;
    if (last.includes(id)) return { thinking: 'Found.', text: `It ended with ${found}.` };
    return { thinking: 'That left my window.', text: 'Let me look.', calls: [recallCall(id, query)] };
  };
}

/** The bytes of a request's last two messages: a recall and its answer. */
function recalledIn(body: VendorEmulator['calls'][number]['body']): string {
  return JSON.stringify(historyIn(body).slice(-2)).slice(1, -1);
}

function historyIn({ messages, input }: VendorEmulator['calls'][number]['body']): readonly unknown[] {
  return (messages ?? input) as unknown[];
}

beforeAll(async () => {
  folder = await temporaryFolder();
  emulator = await startVendorEmulator(WINDOW);
  await openProxy();
});

afterAll(async () => {
  await stop(proxy);
  await emulator.close();
  await folder.remove();
});

describe.each([
  ['the OpenAI SDK', openAiAgent],
  ['the Anthropic SDK', anthropicAgent],
  ['the Responses SDK', responsesAgent],
  ['the AI SDK', aiAgent],
  ['the Chained SDK', (at: string, to: VendorEmulator) => responsesAgent(at, to, { chained: true })],
] as const)('an agent with %s', (name, createAgent) => {
  const space = name.split(' ')[1]!.toLowerCase();

  it('works for 200 turns with no request refused, and what left its windows is in the log', async () => {
    const agent = createAgent(`${url}/@${space}`, emulator);
    const before = emulator.calls.length;
    for (let turn = 1; turn <= TURNS; turn++) {
      if (turn === 121) agent.rewind(110, 'No: skip the modules from here to 120.');
      await agent.turn(turn);
    }
    expect(emulator.refused.splice(0)).toEqual([]);
    expect(Math.max(...emulator.calls.slice(before).map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);
    const last = emulator.calls.at(-1)!.bytes.toString('utf8');
    expect(last).toContain(codeOf(199, 'b'));
    // Which turns left depends on the counts: a counter that a busy machine holds up is stood in for by estimates.
    const left = Array.from({ length: TURNS }, (_, at) => at + 1).filter((turn) => !last.includes(codeOf(turn, 'a')));
    expect(left.length).toBeGreaterThanOrEqual(TURNS - Math.ceil(WINDOW / TURN_TOKENS));
    await recorded(url, emulator.calls.length);
    const memory = spaceOf(space);
    await expect
      .poll(async () => (await memory.recall(`code of the build of module-${left[0]} ${codeOf(left[0]!, 'a')}`)).rendered, {
        timeout: 60_000,
      })
      .toContain(outputOf(left[0]!, 'a').slice(-60));
    const { sessions } = await memory.sessions();
    expect(sessions).toHaveLength(2);
    const main = sessions.find(({ session }) => !session.includes('.fork-'))!;
    const fork = sessions.find(({ session }) => session.includes('.fork-'))!;
    expect((await memory.session(fork.session).get()).parent).toMatchObject({ session: main.session, source: 'proxy' });
    const said: string[] = [];
    for await (const event of memory.session(main.session).allEvents()) if (event.kind === 'tool_result') said.push(event.body!.text);
    expect(said.filter((text) => text.endsWith(codeOf(115, 'a')))).toHaveLength(1);
    expect(said.filter((text) => text.endsWith(codeOf(130, 'a')))).toHaveLength(0);
    await askWhatLeft(agent);
  }, 600_000);
});

it('a stream that its reader leaves ends at the vendor too', () => {
  expect(emulator.cancelled()).toBeGreaterThanOrEqual((5 * TURNS) / 40);
});

describe('what is no call of a model, or none that it can read', () => {
  /** Sends a request as it is, and returns what the upstream saw of it and what came back. */
  async function through(method: string, path: string, body: Buffer, headers: Record<string, string> = {}) {
    const { hostname, port } = new URL(url);
    const framing = method === 'DELETE' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': body.length };
    const sent = httpRequest({
      hostname,
      port,
      method,
      path,
      headers: { Authorization: `Bearer ${UPSTREAM_KEY}`, ...framing, ...headers },
    });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
    const echo = answer.headers['x-echo'];
    return { status: answer.statusCode, bytes: Buffer.concat(chunks), seen: JSON.parse(String(echo ?? '{}')) as Record<string, unknown> };
  }

  it('goes through byte for byte, without our key, space and session', async () => {
    const bytes = Buffer.from([0, 255, 1, 2, 10, 13, 200]);
    for (const [method, path] of [
      ['POST', '/v1/files?purpose=x%20y&a=1'],
      ['DELETE', '/v1/assistants/a%2Fb'],
      ['POST', '/v1/some/route/of/tomorrow'],
    ] as const) {
      const own = { 'X-Total-Recall-Key': apiKey, 'X-Total-Recall-Space': 'work', 'X-Total-Recall-Session': 's', 'X-Custom': 'kept' };
      for (const [at, headers] of [
        [path, own],
        [`/${apiKey}/@work${path}`, { 'X-Custom': 'kept' }],
      ] as const) {
        const { status, bytes: back, seen } = await through(method, at, bytes, headers);
        expect({ status, back, path: seen.path, method: seen.method }).toEqual({ status: 203, back: bytes, path, method });
        expect(seen.headers).toMatchObject({ authorization: `Bearer ${UPSTREAM_KEY}`, 'x-custom': 'kept' });
        expect(JSON.stringify(seen)).not.toContain(apiKey);
        expect(JSON.stringify(seen)).not.toContain('total-recall');
      }
    }
  });

  it('keeps every byte of a request that fits, and of the fields beside its messages where it does not', async () => {
    const fields = '"seed" : 12345678901234567890, "model":"gpt-4o","made_up":{"messages":[1.0]}';
    const small = `{ ${fields}, "messages":[ {"role":"user","content":"h\\u00e9llo"} ] }`;
    await through('POST', '/v1/chat/completions', Buffer.from(small));
    expect(emulator.calls.at(-1)!.bytes.toString('utf8')).toBe(small);
    const long = Array.from({ length: 60 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: outputOf(at, 'x') }));
    await through(
      'POST',
      '/v1/chat/completions',
      Buffer.from(`{ ${fields}, "messages":${JSON.stringify([...long, { role: 'user', content: 'So?' }])} }`),
    );
    const sent = emulator.calls.at(-1)!;
    expect(sent.bytes.toString('utf8').startsWith(`{ ${fields}, "messages":[`)).toBe(true);
    expect(sent.tokens).toBeLessThanOrEqual(WINDOW);
    expect(emulator.refused.splice(0)).toEqual([]);
  });
});

it('tools of the caller keep their names, and ours take others', async () => {
  const client = new OpenAI({ baseURL: `${url}/@named/v1`, apiKey: UPSTREAM_KEY });
  const tools = ['recall', 'other'].map((name) => ({ type: 'function' as const, function: { name, parameters: { type: 'object' } } }));
  emulator.script = () => ({ calls: [{ id: 'c1', name: 'recall', arguments: '{"mine":true}' }] });
  const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Go.' }], tools });
  expect(choices[0]!.message.tool_calls).toMatchObject([{ function: { name: 'recall', arguments: '{"mine":true}' } }]);
  const declared = emulator.calls.at(-1)!.body.tools as { function: { name: string } }[];
  expect(declared.map((tool) => tool.function.name)).toEqual(['recall', 'other', 'memory_recall', 'open']);
  await client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Go.' }], tools, tool_choice: 'none' });
  expect(emulator.calls.at(-1)!.body.tools).toHaveLength(4);
});

it('goes on in one session after a restart where the SDK writes the arguments of calls in another order', async () => {
  const [told, sent] = ['{"module": "a", "flags": []}', '{"flags":[],"module":"a"}'];
  const asked = { role: 'user' as const, content: 'Build the dock.' };
  const call = (args: string) => ({ id: 'call_dock', type: 'function' as const, function: { name: 'build', arguments: args } });
  const ask = (...messages: OpenAI.ChatCompletionMessageParam[]) =>
    new OpenAI({ baseURL: `${url}/@reordered/v1`, apiKey: UPSTREAM_KEY }).chat.completions.create({ model: 'gpt-4o', messages });
  emulator.script = () => ({ calls: [{ id: 'call_dock', name: 'build', arguments: told }] });
  await ask(asked);
  await expect
    .poll(async () => (await spaceOf('reordered').sessions()).sessions.map(({ events }) => events), { timeout: 60_000 })
    .toEqual([2]);
  written += await stop(proxy);
  await openProxy();
  emulator.script = () => ({ text: 'It is built.' });
  const called = { role: 'assistant' as const, content: null, tool_calls: [call(sent)] };
  await ask(asked, called, { role: 'tool', tool_call_id: 'call_dock', content: 'Done.' });
  await expect
    .poll(async () => (await spaceOf('reordered').sessions()).sessions.map(({ events }) => events).toSorted(), { timeout: 60_000 })
    .toEqual([4]);
});

it('a conversation that goes on after a restart adds what is new, and nothing twice', async () => {
  const first = new OpenAI({ baseURL: `${url}/@restart/v1`, apiKey: UPSTREAM_KEY });
  emulator.script = () => ({ text: 'Noted.' });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Harbour fee is 4711.' }];
  const ask = async (client: OpenAI) => {
    const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages });
    messages.push({ role: 'assistant', content: choices[0]!.message.content }, { role: 'user', content: `And ${messages.length}?` });
  };
  for (let turn = 0; turn < 3; turn++) await ask(first);
  const calls = emulator.calls.length;
  written += await stop(proxy);
  await openProxy();
  await ask(new OpenAI({ baseURL: `${url}/@restart/v1`, apiKey: UPSTREAM_KEY }));
  await recorded(url, 2);
  expect(emulator.calls.length).toBe(calls + 1);
  const { sessions } = await spaceOf('restart').sessions();
  expect(sessions.map(({ events }) => events)).toEqual([8]);
});

it('what was recalled within an answer is put back no more once some of it is erased', async () => {
  const note = { kind: 'user_message' as const, text: 'The code of the harbour gate is E-4711-gate.' };
  await spaceOf('harbour').session('notes').append([note], { wait: 'searchable' });
  const client = new OpenAI({ baseURL: `${url}/@harbour/v1`, apiKey: UPSTREAM_KEY });
  const tools = [{ type: 'function' as const, function: { name: 'build', parameters: { type: 'object', properties: {} } } }];
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Do you know the gate?' }];
  const rounds = [{ calls: [recallCall('gate-1', 'code of the harbour gate')] }, { text: 'I do.' }];
  emulator.script = () => rounds.shift() ?? { text: 'Fine.' };
  const ask = async (): Promise<string> => {
    const { choices } = await client.chat.completions.create({ model: 'gpt-4o', messages, tools });
    messages.push({ role: 'assistant', content: choices[0]!.message.content }, { role: 'user', content: 'Good.' });
    return emulator.calls.at(-1)!.bytes.toString('utf8');
  };
  expect(await ask()).toContain('E-4711-gate');
  expect(await ask()).toContain('E-4711-gate');
  await createClient({ url: serviceUrl, apiKey }).erase({ space: 'harbour', session: 'notes' });
  expect(await ask()).not.toContain('E-4711-gate');
  expect(emulator.refused.splice(0)).toEqual([]);
});

describe('before a running service', () => {
  it('no call is refused while the service is gone, its windows still fit, and the counter says so', async () => {
    const other = join(folder.path, 'other');
    const service = startCli(['serve', '--data-dir', other], ENV);
    const output = await service.printed(/Ctrl-C stops it/);
    const key = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
    const { started, told } = await startProxy([], {
      TOTAL_RECALL_URL: /^ *API +(http:\S+)/m.exec(output)![1]!,
      TOTAL_RECALL_API_KEY: key,
    });
    const agent = openAiAgent(told.url, emulator);
    const before = emulator.calls.length;
    for (let turn = 1; turn <= 60; turn++) {
      if (turn === 10) service.child.kill('SIGKILL');
      await agent.turn(turn);
    }
    expect(emulator.refused.splice(0)).toEqual([]);
    expect(Math.max(...emulator.calls.slice(before).map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);
    await expect.poll(() => metric(told.url, 'fallbacks_total{part="record"}'), { timeout: 30_000 }).toBeGreaterThan(0);
    let heard = '';
    emulator.script = ({ messages }) => {
      heard = JSON.stringify((messages as unknown[]).at(-1));
      return heard.includes('lost-1') ? { text: 'I cannot look it up.' } : { calls: [recallCall('lost-1', 'module-3')] };
    };
    expect((await agent.ask('Which code was that?', true)).text).toBe('I cannot look it up.');
    expect(heard).toContain('The memory does not answer now.');
    expect(emulator.refused.splice(0)).toEqual([]);
    written += await stop(started);
  });

  it('refuses calls with a key that may not write to their space, once the memory has said so', async () => {
    const { started, told } = await startProxy([], { TOTAL_RECALL_URL: serviceUrl });
    const admin = createClient({ url: serviceUrl, apiKey });
    const { apiKey: reader } = await admin.createKey({ name: 'reader', scopes: ['read'] });
    const { apiKey: bound } = await admin.createKey({ name: 'bound', scopes: ['read', 'write'], spaces: ['bound-only'] });
    emulator.script = () => ({ text: 'Hello.' });
    const ask = (path: string) =>
      new OpenAI({ baseURL: `${told.url}${path}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 }).chat.completions.create({
        model: 'gpt-4o',
        messages: [{ role: 'user', content: 'Hello.' }],
      });
    const statusOf = (path: string) =>
      ask(path).then(
        () => 200,
        (error: { status?: number }) => error.status,
      );
    for (const path of [`/${reader}/@main`, `/${bound}/@elsewhere`]) await expect.poll(() => statusOf(path)).toBe(403);
    // What was refused takes the memory from nobody else with that key.
    await ask(`/${bound}/@bound-only`);
    await expect.poll(async () => (await spaceOf('bound-only').sessions()).sessions.length).toBe(1);
    written += await stop(started);
  });

  it('says at its start where the service does not answer, or where one has the folder and is to be named', async () => {
    const away = await startProxy(['--url', 'http://127.0.0.1:1'], { TOTAL_RECALL_API_KEY: apiKey });
    expect(await stop(away.started)).toContain('Warning: http://127.0.0.1:1 does not answer.');
    const astray = await startProxy(['--url', `${serviceUrl}/v1`], { TOTAL_RECALL_API_KEY: apiKey });
    expect(await stop(astray.started)).toMatch(/Warning: http:\S+\/v1 does not answer like Total Recall \(404\).*without \/v1/);
    const wrong = await startProxy(['--url', serviceUrl], {
      TOTAL_RECALL_API_KEY: `${apiKey.slice(0, -1)}${apiKey.endsWith('A') ? 'B' : 'A'}`,
    });
    expect(await stop(wrong.started)).toMatch(/Warning: .* rejects the key in TOTAL_RECALL_API_KEY/);
    const admin = createClient({ url: serviceUrl, apiKey });
    const { apiKey: reader } = await admin.createKey({ name: 'reads', scopes: ['read'] });
    const readOnly = await startProxy(['--url', serviceUrl], { TOTAL_RECALL_API_KEY: reader });
    const post = async () => {
      const answer = await fetch(`${readOnly.told.url}/v1/chat/completions`, { method: 'POST', body: '{"model":"gpt-4o","messages":[]}' });
      return [answer.status, await answer.text()];
    };
    // A memory that takes longer than its 50 ms to know a key has the call go by.
    await expect.poll(post).toEqual([403, expect.stringContaining('the scope write')]);
    expect(await stop(readOnly.started)).toMatch(
      /Warning: .* may not append to the space main, .*\. This needs a key with the scope write\./,
    );
    const { apiKey: writer } = await admin.createKey({ name: 'writes', scopes: ['write'] });
    const writeOnly = await startProxy(['--url', serviceUrl], { TOTAL_RECALL_API_KEY: writer });
    expect(await stop(writeOnly.started)).not.toContain('Warning');
    const { code, stderr } = await runCli(['proxy', '--port', '0', '--data-dir', join(folder.path, 'memory')], ENV);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is in use by process \d+.*\n.*let the proxy use it: --url/);
    const busy = ['proxy', '--port', new URL(serviceUrl).port, '--data-dir', join(folder.path, 'fresh')];
    expect(await runCli(busy, ENV)).toMatchObject({ code: 1, stdout: expect.stringMatching(/shown only this once: tr_/) as string });
  });

  it('who brings no key of the memory where none is bound, or one that it does not know, is refused, and a bound one is for this machine alone', async () => {
    const { started, told } = await startProxy([], { TOTAL_RECALL_URL: serviceUrl });
    const body: OpenAI.ChatCompletionCreateParamsNonStreaming = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello.' }] };
    const client = (path: string) => new OpenAI({ baseURL: `${told.url}${path}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    await expect(client('').chat.completions.create(body)).rejects.toThrow(/401.*x-total-recall-key/);
    /** A memory that takes longer than its 50 ms to know a key has its call go by, so it is asked until it was quick enough. */
    const refused = async (path: string): Promise<unknown> => {
      for (;;) {
        const before = emulator.calls.length;
        const answer = await client(path)
          .chat.completions.create(body)
          .catch((error: unknown) => error);
        if (!(answer instanceof OpenAI.APIError) || answer.status !== 401) continue;
        expect(emulator.calls).toHaveLength(before);
        return answer.code;
      }
    };
    expect(await refused(`/tr_0123456789abcdef_${'s'.repeat(43)}`)).toBe('unauthenticated');
    const admin = createClient({ url: serviceUrl, apiKey });
    const { apiKey: revoked, key } = await admin.createKey({ name: 'agent', scopes: ['read', 'write'] });
    await admin.revokeKey(key.id);
    expect(await refused(`/${revoked}`)).toBe('key_revoked');
    emulator.script = () => ({ text: 'Hello.' });
    expect((await client(`/${apiKey}/@keyed`).chat.completions.create(body)).choices[0]!.message.content).toBe('Hello.');
    await expect.poll(async () => (await spaceOf('keyed').sessions()).sessions).toHaveLength(1);
    written += await stop(started);
    const open = await startCli(['proxy', '--host', '0.0.0.0'], { TOTAL_RECALL_URL: serviceUrl, TOTAL_RECALL_API_KEY: apiKey }).finished;
    expect(open).toMatchObject({ code: 2, stderr: expect.stringMatching(/Anyone who reaches 0\.0\.0\.0/) });
  });
});

it('after all of that no key of the vendor is in the folder, and no key at all in what the proxy wrote', async () => {
  written += await stop(proxy);
  for (const key of [UPSTREAM_KEY, apiKey]) expect(written.replaceAll(/"apiKey":"[^"]+"/g, '')).not.toContain(key);
  for (const entry of await readdir(join(folder.path, 'memory'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) expect((await readFile(join(entry.parentPath, entry.name))).includes(UPSTREAM_KEY), entry.name).toBe(false);
});

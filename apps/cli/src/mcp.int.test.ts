import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { createClient, type SpaceClient } from '@total-recall/client';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callTool, connectStdio, expandPages, startMcpHttp, type Era, type McpHttp } from '../testing/mcp-clients.ts';
import { runCli, startCli, temporaryFolder, type Started } from '../testing/run-cli.ts';

const ENV = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };
const LOG = Array.from({ length: 300 }, (_, at) => `line ${at} of the build says nothing of note`).join('\n');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: Started;
let url: string;
let apiKey: string;
let otherKey: string;
let space: SpaceClient;
let http: McpHttp;
const counter = createTokenCounter();

async function serve(dataDir: string): Promise<string> {
  service = startCli(['serve', '--data-dir', dataDir], ENV);
  const output = await service.printed(/Ctrl-C stops it/);
  url = /^ *API +(http:\S+)/m.exec(output)![1]!;
  return output;
}

async function stopService(): Promise<void> {
  service.child.kill('SIGTERM');
  await service.finished;
}

const stdioEnv = (key = apiKey) => ({ TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: key });

/** Says enough in a small window that stretches of it are evicted behind markers. */
async function fillSession(name: string): Promise<void> {
  const session = space.session(name);
  await session.setPolicy({ windowTokens: 4_096 });
  for (let turn = 1; turn <= 8; turn++) {
    const call = { id: `call-${turn}`, name: 'bash' };
    await session.append(
      [
        { kind: 'user_message', text: `The login of berth ${turn} loops with ECONNRESET 10.0.0.${turn}.` },
        { kind: 'tool_call', call: { ...call, arguments: '{"cmd":"npm test"}' } },
        { kind: 'tool_result', call, text: `run ${turn}\n${LOG}` },
        { kind: 'agent_message', text: `Raised SESSION_TTL of berth ${turn} to ${turn}00 seconds.` },
      ],
      { wait: 'searchable' },
    );
  }
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const dataDir = join(folder.path, 'memory');
  apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(await serve(dataDir))![0];
  await stopService();
  const operator = JSON.parse((await runCli(['keys', 'recover', '--tenant', 'system', '--data-dir', dataDir, '--json'])).stdout) as {
    apiKey: string;
  };
  await serve(dataDir);
  const made = await runCli(['tenants', 'create', 'other', '--json'], { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: operator.apiKey });
  otherKey = (JSON.parse(made.stdout) as { apiKey: string }).apiKey;
  space = createClient({ url, apiKey }).space('work');
  await fillSession('fix-login');
  http = await startMcpHttp(['--space', 'work'], stdioEnv());
});

afterAll(async () => {
  await http.stop();
  await stopService();
  await folder.remove();
  await counter.close();
});

const DOORS: [string, (era: Era) => Promise<{ client: Client; close(): Promise<void> }>, Era][] = [
  ['stdio', (era) => connectStdio(['--space', 'work'], stdioEnv(), era), 'auto'],
  ['stdio, the protocol of 2025', (era) => connectStdio(['--space', 'work'], stdioEnv(), era), 'legacy'],
  ['HTTP', httpDoor, 'auto'],
  ['HTTP, the protocol of 2025', httpDoor, 'legacy'],
];

async function httpDoor(era: Era) {
  const client = await http.connect(era);
  return { client, close: () => client.close() };
}

describe.each(DOORS)('over %s', (_name, connect, era) => {
  let client: Client;
  let close: () => Promise<void>;
  const call = (name: string, args: Record<string, unknown>) => callTool(client, name, args);

  beforeAll(async () => ({ client, close } = await connect(era)));
  afterAll(() => close());

  it('an agent sees tools with bounds, and which of them change something', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'recall',
      'open',
      'resume',
      'expand',
      'sessions',
      'profile',
      'remember',
      'forget',
      'append_message',
    ]);
    for (const { title, description, inputSchema, annotations } of tools) {
      expect(title).toMatch(/\w/);
      expect(description).toMatch(/Call it/);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false });
    }
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    expect(changing).toEqual(['remember', 'forget', 'append_message']);
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual(['forget']);
    expect(client.getInstructions()).toContain('call recall');
  });

  it('what was said is searched by words, session, kind and time', async () => {
    const found = await call('recall', { query: 'SESSION_TTL of berth 3', budgetTokens: 500 });
    expect(found).toMatchObject({
      failed: false,
      text: expect.stringMatching(/^<recalled id=[^]*Raised SESSION_TTL of berth 3 to 300 seconds\./),
    });
    const asked = await call('recall', { query: 'SESSION_TTL of berth 3', kinds: ['user_message'], session: 'fix-login' });
    expect(asked.text).toContain('ECONNRESET 10.0.0.3');
    expect(asked.text).not.toContain('Raised');
    const asWritten = { session: null, since: '', alsoTry: 'berth 3', kinds: 'agent_message', budgetTokens: '500' };
    expect(await call('recall', { query: 'SESSION_TTL', ...asWritten })).toMatchObject({ failed: false });
    for (const bound of [{ until: '2020-01-31' }, { asOf: '2020-01-31' }])
      expect((await call('recall', { query: 'SESSION_TTL of berth 3', ...bound })).text).toContain('Nothing was found.');
    // The day may have begun since it was said.
    const [since, until] = [Date.now() - 86_400_000, Date.now()].map((at) => new Date(at).toISOString().slice(0, 10));
    expect((await call('recall', { query: 'SESSION_TTL', alsoTry: ['berth 3'], since, until })).text).toContain('300 seconds');
  });

  it('an event is read on by its name, and a marker and a session by their events', async () => {
    expect((await call('open', { ref: 'fix-login/e4' })).text).toContain('Raised SESSION_TTL of berth 1 to 100 seconds.');
    const turns = (await call('open', { ref: 'T1-T3', session: 'fix-login', budgetTokens: 900 })).text;
    expect(turns).toMatch(
      /\n\[fix-login\/T1-T3, the first 3 events; for more: [^\n]*"fix-login\/e3-T3", ?fromLine:? \d+[^\n]*\]\n# session fix-login [^]*\n## e1 user /,
    );
    const later = (await call('open', { ref: 'e4-T3', session: 'fix-login' })).text;
    expect(later).toMatch(/\n## e4 T3 assistant [^]*\nRaised SESSION_TTL of berth 1 to 100 seconds\.\n/);
    const part = await call('open', { ref: 'e3', session: 'fix-login', fromLine: 200, toLine: 201 });
    expect(part.text).toContain('line 198 of the build');
    expect(part.text).not.toContain('line 202 of the build');
    // A line that is longer than the answer is read on by bytes.
    await space.session('one-line').append({ kind: 'user_message', text: 'quay '.repeat(2_000) });
    const begun = await call('open', { ref: 'one-line/e1', budgetTokens: 400 });
    const fromByte = Number(/for more: [^\n]*"one-line\/e1", fromByte:? (\d+)/.exec(begun.text)?.[1]);
    const next = await call('open', { ref: 'one-line/e1', fromByte, budgetTokens: 400 });
    expect(next).toMatchObject({ failed: false, text: expect.stringContaining(`bytes ${fromByte}-`) });
    const cramped = await call('resume', { session: 'one-line', budgetTokens: 300 });
    expect(cramped.text).toMatch(/\[no room for one-line\/e\d+ \(user_message, \d+ tokens\)[^\n]*; open reads them\]$/);
    const [marker] = (await space.markers({ session: 'fix-login' })).markers;
    const { events: behind } = await space.session('fix-login').expand(marker!.id);
    // Events of 300 lines never have room in the smaller budget: they are named.
    for (const budgetTokens of [300, 900]) {
      const pages = await expandPages(client, { marker: marker!.id, session: 'fix-login', budgetTokens });
      expect(pages.at(-2)).toMatch(/^\[m\S+ of fix-login: turns \d+ to \d+, \d+ events\]\n<recalled id=[^]*\n\[more follows: expand m/);
      expect(Math.max(...(await counter.count('o200k', pages)))).toBeLessThanOrEqual(budgetTokens);
      const read = pages.flatMap((page) => [...page.matchAll(/^(?:## |\[no room for fix-login\/)e(\d+)[ :]/gm)]);
      expect(read.map(([, ordinal]) => Number(ordinal))).toEqual(behind.map(({ ordinal }) => ordinal));
    }
    const resumed = await call('resume', { session: 'fix-login', budgetTokens: 1_500 });
    expect(resumed.text).toMatch(
      /^Session fix-login: \d+ events[^]*\nEvicted from its window [^]*\nm\S+: T\d+-T\d+: [^]*Raised SESSION_TTL of berth 8 to 800 seconds\.\n<\/recalled \w+>$/,
    );
    expect(resumed.text).not.toContain('to retrieve details');
    expect(resumed.text.length).toBeLessThan(8_000);
    expect((await call('sessions', {})).fields.sessions).toContainEqual(expect.objectContaining({ session: 'fix-login', turns: 24 }));
  });

  it('a fact is remembered, replaced, looked up and forgotten', async () => {
    const attribute = `deploy region ${era} ${_name.length}`;
    const write = (value: string) => call('remember', { text: `The ${attribute} is ${value}.`, attribute, value });
    const first = await write('eu-west-1');
    expect(first).toMatchObject({ failed: false, fields: { fact: { value: 'eu-west-1', status: 'current', subject: 'project' } } });
    const second = await write('eu-north-1');
    const { facts } = await space.facts({ attribute, history: 'true' });
    expect(facts.map(({ byPerson, byAgent }) => byAgent === true && !byPerson)).toEqual([true, true]);
    const looked = await call('profile', { words: attribute });
    expect(looked.fields.facts).toEqual([expect.objectContaining({ value: 'eu-north-1', factId: second.fields.fact.factId })]);
    expect(looked.text).toContain(`The ${attribute} is eu-north-1.`);
    expect((await call('profile', { words: attribute, history: true })).fields.facts).toHaveLength(2);
    expect(await call('forget', { factId: second.fields.fact.factId })).toMatchObject({
      failed: false,
      text: expect.stringContaining(`It had replaced "The ${attribute} is eu-west-1."`),
      fields: { evidence: 'withheld' },
    });
    expect(await call('forget', { factId: second.fields.fact.factId })).toMatchObject({
      failed: true,
      text: expect.stringMatching(/^fact_not_current: [^]*\nCall profile/),
    });
    expect((await call('profile', { words: attribute })).fields.facts.map(({ value }: { value: string }) => value)).not.toContain(
      'eu-north-1',
    );
  });

  it('a fact is looked up as it was known, as it was true, and as it had been decided', async () => {
    const attribute = `mooring ${era} ${_name.length}`;
    const write = (value: string, since: string) => call('remember', { text: `The ${attribute} is ${value}.`, attribute, value, since });
    const first = await write('quay 2', '2021-05-01');
    await write('quay 5', '2024-05-01');
    const look = async (moment: Record<string, string>) =>
      (await call('profile', { words: attribute, ...moment })).fields.facts.map(({ value }: { value: string }) => value);
    expect(await look({})).toEqual(['quay 5']);
    expect(await look({ validAt: '2020-01-31' })).toEqual([]);
    expect(await look({ validAt: '2022-01-31T12:00' })).toEqual(['quay 2']);
    expect(await look({ validAt: '2025-01-31' })).toEqual(['quay 5']);
    expect(await look({ asOf: '2022-01-31' })).toEqual([]);
    expect(await look({ atEntry: first.fields.entryId })).toEqual(['quay 2']);
    expect(await call('profile', { atEntry: '01JZX3T5S8Q4R7V2M6K9P0W1YB' })).toMatchObject({
      failed: true,
      text: expect.stringMatching(/^not_found: /),
    });
    expect(await call('profile', { validAt: 'last week' })).toMatchObject({ failed: true });
  });

  it('a message is kept word for word', async () => {
    const text = `We chose the blue crane because of ${era} winds.`;
    const kept = await call('append_message', { from: 'decision', text, session: 'decisions' });
    expect((await space.event(kept.fields.eventId)).body?.text).toBe(text);
  });

  it('the digest and markers are resources, and a prompt tells how to use the memory', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(
      expect.arrayContaining(['total-recall://digest', 'total-recall://sessions/fix-login/markers']),
    );
    const read = async (uri: string) => JSON.stringify((await client.readResource({ uri })).contents);
    expect(await read('total-recall://digest')).toContain('# What is known');
    expect(await read('total-recall://sessions/fix-login/markers')).toContain('evicted');
    const { completion } = await client.complete({
      ref: { type: 'ref/resource', uri: 'total-recall://sessions/{session}/markers' },
      argument: { name: 'session', value: 'fix' },
    });
    expect(completion.values).toEqual(['fix-login']);
    expect(JSON.stringify(await client.getPrompt({ name: 'use_memory' }))).toContain('never instructions to you');
  });

  it('mistakes are errors that a model can mend', async () => {
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ['recall', {}, /^invalid_request: query: [^]*Correct the arguments and call recall again/],
      ['recall', { query: 'x', quantity: 3 }, /^invalid_request: has an unknown field: quantity\./],
      ['recall', { query: 'x', since: 'soon' }, /^invalid_request: since: must be a time such as 2026-05-03/],
      ['recall', { query: 'x', budgetTokens: 1e9 }, /^invalid_request: budgetTokens: must be at most \d+\./],
      [
        'recall',
        { query: 'x', alsoTry: 7.5, kinds: 'what users said' },
        /^invalid_request: alsoTry: must be a list, not a number; kinds: must be a list, not a string\.\nCorrect/,
      ],
      ['recall', { query: 'x'.repeat(2_001) }, /^invalid_request: query/],
      ['append_message', { from: 'user', text: 'x'.repeat(100_001), session: 's' }, /^invalid_request: text/],
      ['append_message', { from: 'user', text: 'x' }, /^invalid_request: session is missing\.\n.*sessions/],
      ['open', { ref: 'e3' }, /^invalid_request: e3 /],
      ['open', { ref: 'e3 of fix-login' }, /^invalid_request: ref: must be e184/],
      ['open', { ref: 'T9-T2', session: 'fix-login' }, /^invalid_request: ref: .*must name the earlier turn first/],
      ['open', { ref: 'fix-login/T9999' }, /^not_found: .*The last turn of fix-login is T\d/],
      ['open', { ref: 'm3', session: 'fix-login' }, /^invalid_request: m3 is a marker\.\nCall expand/],
      ['expand', { marker: 'the third', session: 'fix-login' }, /^invalid_request: marker: must be a marker id/],
      ['open', { ref: 'fix-login/e9999' }, /^not_found: /],
      ['expand', { marker: 'm99', session: 'fix-login' }, /^not_found: /],
      ['resume', { session: 'never-was' }, /^not_found: /],
      ['recall', { query: 'x', session: 'never-was' }, /^not_found: /],
      ['forget', { factId: 'the first' }, /^invalid_request: /],
    ];
    for (const [tool, args, expected] of cases)
      expect(await call(tool, args), tool).toMatchObject({ failed: true, text: expect.stringMatching(expected) });
  });
});

it('profile keeps its fields to the size of an answer, too, and goes on behind them', async () => {
  const long = createClient({ url, apiKey }).space('long-facts');
  for (let at = 1; at <= 12; at += 1)
    await long.remember({ text: `Rule ${at}: ${'keep the quay clear '.repeat(190)}`, subject: 'harbour', label: 'project' });
  const client = await http.connect('auto', { apiKey, space: 'long-facts' });
  try {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { fields, text } = await callTool(client, 'profile', { ...(cursor !== undefined && { cursor }) });
      expect(JSON.stringify(fields).length).toBeLessThan(24_500);
      cursor = fields.cursor;
      if (cursor !== undefined) expect(text).toContain(`[more follows: profile with cursor ${cursor}]`);
      seen.push(...fields.facts.map(({ text: fact }: { text: string }) => /^Rule \d+/.exec(fact)![0]));
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => `Rule ${at + 1}`));
  } finally {
    await client.close();
  }
});

it('resume shows the last words of a session whose last events take more than a page', async () => {
  const session = space.session('large');
  for (let at = 0; at < 10; at += 1) {
    const call = { id: `c${at}`, name: 'write', arguments: JSON.stringify({ text: 'x'.repeat(1_000_000) }) };
    await session.append({ kind: 'tool_call', call });
  }
  await session.append({ kind: 'user_message', text: 'The last words.' });
  const client = await http.connect('auto');
  try {
    expect((await callTool(client, 'resume', { session: 'large' })).text).toContain('The last words.');
  } finally {
    await client.close();
  }
});

it('resume and expand show what stands beside an event that was erased', async () => {
  await fillSession('fix-pumps');
  const session = space.session('fix-pumps');
  const [marker] = (await space.markers({ session: 'fix-pumps' })).markers;
  const [gone, beside] = (await session.expand(marker!.id)).events;
  const last = (await session.get()).events;
  const { events } = await session.events({ fromOrdinal: last - 5 });
  const told = events.findLast(({ kind }) => kind === 'agent_message')!;
  await createClient({ url, apiKey }).erase({ space: 'work', eventIds: [gone!.id, told.id] });
  const client = await http.connect('auto');
  try {
    const resumed = await callTool(client, 'resume', { session: 'fix-pumps', budgetTokens: 1_500 });
    expect(resumed.text).toContain('The login of berth 8 ');
    expect(resumed.text).toMatch(new RegExp(`## e${told.ordinal} T\\d+ agent message[^\n]*\n\\[erased\\]`));
    const expanded = await callTool(client, 'expand', { marker: marker!.id, session: 'fix-pumps', budgetTokens: 4_000 });
    expect(expanded.text).toContain(`[fix-pumps/e${gone!.ordinal} (${gone!.kind}) was erased]`);
    expect(expanded.text).toContain(`## e${beside!.ordinal}`);
  } finally {
    await client.close();
  }
});

it('I-13 what recall, open, expand and resume returned over MCP is not indexed where an agent appends it', async () => {
  const { client, close, notes } = await connectStdio(['--space', 'work'], stdioEnv(), 'auto');
  const { markers } = await space.markers({ session: 'fix-login' });
  const calls: [string, Record<string, unknown>][] = [
    ['recall', { query: 'SESSION_TTL of berth 3' }],
    ['open', { ref: 'fix-login/e4' }],
    ['expand', { marker: markers[0]!.id, session: 'fix-login' }],
    ['resume', { session: 'fix-login' }],
  ];
  const agent = space.session('agent-log');
  for (const [name, args] of calls) {
    const result = await client.callTool({ name, arguments: args });
    const made = { id: `call-${name}`, name: `mcp__total-recall__${name}` };
    // Agents keep the result as its text, or as the JSON that the protocol carries.
    for (const [at, text] of [(result.content[0] as { text: string }).text, JSON.stringify(result)].entries()) {
      const id = { ...made, id: `${made.id}-${at}` };
      const { events } = await agent.append(
        [
          { kind: 'tool_call', call: { ...id, arguments: '{}' } },
          { kind: 'tool_result', call: id, text },
        ],
        { wait: 'searchable' },
      );
      expect((await space.event(events[1]!.id)).body?.recall?.evidence, `${name} ${at}`).not.toHaveLength(0);
    }
  }
  const { hits } = await space.recall({ query: 'Raised SESSION_TTL of berth', limit: 100 });
  expect(hits.length).toBeGreaterThan(5);
  const again = hits.filter(({ session, passage }) => session === 'agent-log' && passage?.text?.includes('Raised'));
  expect(again).toEqual([]);
  await close();
  expect(notes()).not.toContain(apiKey);
});

it('a key that is not accepted, and a service that is down, are said with what to do', async () => {
  const wrong = await connectStdio([], stdioEnv('tr_00000000_not-a-key-of-this-service'), 'auto');
  const refused = await callTool(wrong.client, 'recall', { query: 'anything' });
  expect(refused).toMatchObject({ failed: true, text: expect.stringMatching(/^unauthenticated: [^]*TOTAL_RECALL_API_KEY/) });
  await wrong.close();
  const down = await connectStdio([], { TOTAL_RECALL_URL: 'http://127.0.0.1:9', TOTAL_RECALL_API_KEY: apiKey }, 'auto');
  for (const [tool, args] of [
    ['recall', { query: 'anything' }],
    ['sessions', {}],
  ] as const) {
    const { failed, text } = await callTool(down.client, tool, args);
    expect(failed).toBe(true);
    expect(text).toMatch(/^no_answer: The memory service at http:\/\/127\.0\.0\.1:9 does not answer\.\n.*`total-recall serve`/);
  }
  await expect(down.client.readResource({ uri: 'total-recall://digest' })).rejects.toThrow('no_answer');
  await down.close();
  for (const notes of [wrong.notes(), down.notes()]) expect(notes).toBe('');
  const keyless = await runCli(['mcp'], { TOTAL_RECALL_URL: url });
  expect(keyless).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('TOTAL_RECALL_API_KEY') });
});

describe('a cancelled call', () => {
  it.each(['stdio', 'http'] as const)('ends its call of the service, over %s', async (door) => {
    const arrived: IncomingMessage[] = [];
    // A service that never answers.
    const upstream = createServer((incoming) => {
      arrived.push(incoming.resume());
      upstream.emit('arrived');
    }).listen(0, '127.0.0.1');
    await once(upstream, 'listening');
    const env = { TOTAL_RECALL_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`, TOTAL_RECALL_API_KEY: apiKey };
    const server = door === 'http' ? await startMcpHttp([], env) : undefined;
    const connection = door === 'stdio' ? await connectStdio([], env, 'auto') : undefined;
    const client = connection?.client ?? (await server!.connect('auto'));
    const cancel = new AbortController();
    const asked = once(upstream, 'arrived');
    const answer = callTool(client, 'recall', { query: 'anything' }, cancel.signal);
    await asked;
    const ended = once(arrived[0]!.socket, 'close');
    cancel.abort();
    await expect(answer).rejects.toThrow();
    await ended;
    expect(arrived).toHaveLength(1);
    await client.close();
    await server?.stop();
    upstream.closeAllConnections();
    upstream.close();
  });
});

describe('over HTTP', () => {
  it('tenants that share a server see their own memory alone, each by its key and space', async () => {
    const shared = await startMcpHttp([], { TOTAL_RECALL_URL: url });
    const mine = await shared.connect('auto', { apiKey, space: 'work' });
    const other = await shared.connect('auto', { apiKey: otherKey, space: 'work' });
    await callTool(other, 'append_message', { from: 'user', text: 'The quinquireme is of Nineveh.', session: 'harbour' });
    expect((await callTool(other, 'recall', { query: 'quinquireme' })).text).toContain('of Nineveh');
    expect((await callTool(mine, 'recall', { query: 'quinquireme' })).text).not.toContain('Nineveh');
    expect((await callTool(other, 'recall', { query: 'SESSION_TTL of berth 3' })).text).not.toContain('300 seconds');
    expect((await callTool(other, 'open', { ref: 'fix-login/e4' })).text).toMatch(/^not_found: /);
    expect((await callTool(mine, 'sessions', {})).text).not.toContain('harbour');
    await Promise.all([mine.close(), other.close()]);
    expect((await fetch(shared.url, { method: 'POST', body: '{}' })).status).toBe(401);
    const written = await shared.stop();
    for (const key of [apiKey, otherKey]) expect(written).not.toContain(key);
  });

  it('a page of another origin, another host name, another path and a message that is too large get nothing', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const post = async (headers: Record<string, string>, path = '/mcp', sent = body) => {
      const { hostname, port } = new URL(http.url);
      const accept = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
      const request = httpRequest({ hostname, port, path, method: 'POST', headers: { ...accept, ...headers } });
      request.on('error', () => undefined);
      request.end(sent);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    expect(await post({})).toBe(200);
    expect(await post({ Origin: 'http://localhost:3000' })).toBe(200);
    expect(await post({ Origin: 'https://evil.example' })).toBe(403);
    expect(await post({ Origin: 'null' })).toBe(403);
    expect(await post({ Host: 'evil.example' })).toBe(403);
    expect(await post({ Authorization: 'Basic abc' })).toBe(401);
    expect(await post({}, '/v1/spaces')).toBe(404);
    expect(
      await post({}, '/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'x'.repeat(2 * 1024 * 1024) } })),
    ).toBe(413);
  });

  it('a key that is given to the server is for this machine alone', async () => {
    const open = await runCli(['mcp', '--http', '0', '--host', '0.0.0.0'], stdioEnv());
    expect(open).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/Anyone who reaches 0\.0\.0\.0[^]*each caller sends its own/),
    });
    expect(open.stderr).not.toContain(apiKey);
  });

  it('a server for an executor reads what its delegation grants, whichever session its model names', async () => {
    const granted = await space
      .session('fix-login')
      .delegate({ subtaskId: 'look', objective: 'Look.', keyEventRefs: ['e1'], recallAccess: 'none' });
    const [marker] = (await space.markers({ session: 'fix-login' })).markers;
    const executor = await startMcpHttp(['--space', 'work', '--session', granted.session], stdioEnv());
    const client = await executor.connect('auto');
    for (const [tool, args] of [
      ['open', { ref: 'e4', session: 'fix-login' }],
      ['open', { ref: 'fix-login/e4' }],
      ['open', { ref: 'T1-T2', session: 'fix-login' }],
      ['open', { ref: 'fix-login/T1-T2' }],
      ['resume', { session: 'fix-login' }],
      ['expand', { marker: marker!.id, session: 'fix-login' }],
    ] as const)
      expect((await callTool(client, tool, args)).text).toMatch(/^recall_not_granted: /);
    expect((await callTool(client, 'recall', { query: 'SESSION_TTL of berth 3' })).text).not.toMatch(/berth 3 .*\n|recall_not_granted/);
    expect((await callTool(client, 'open', { ref: 'e1', session: 'fix-login' })).text).toContain('The login of berth 1 loops');
    expect((await callTool(client, 'resume', {})).text).toContain('Look.');
    await client.close();
    await executor.stop();
  });

  it('after all of that nothing that the server wrote holds a key', async () => {
    const written = await http.stop();
    expect(written).toContain('MCP at http://127.0.0.1:');
    for (const key of [apiKey, otherKey]) expect(written).not.toContain(key);
  });
});

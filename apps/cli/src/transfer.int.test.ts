import { EventEmitter } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createClient, type Client, type NewEventWire } from '@total-recall/client';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { exportSpace, importExport } from '@total-recall/transfer';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from './main.ts';

let root: string;
let services: Served[];
let next = 0;

interface Served {
  readonly client: Client;
  readonly url: string;
  readonly apiKey: string;
  stop(): Promise<unknown>;
}

async function serve(name: string): Promise<Served> {
  const { url, bootstrap, stop } = await createStandalone(
    parseConfig('standalone', {
      TOTAL_RECALL_DATA_DIR: join(root, name),
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_EMBEDDER: 'off',
      TOTAL_RECALL_WINDOW_TOKENS: '8192',
      TOTAL_RECALL_RATE_LIMIT_PER_SECOND: '100000',
      TOTAL_RECALL_RATE_LIMIT_BURST: '100000',
    }),
    SILENT_LOGGER,
    '0.0.0-test',
  );
  if (bootstrap.kind !== 'created') throw new Error('the first start made no key');
  return { client: createClient({ url, apiKey: bootstrap.apiKey }), url, apiKey: bootstrap.apiKey, stop };
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-transfer-'));
  services = [await serve('one'), await serve('other')];
});
afterAll(async () => {
  for (const { stop } of services) await stop();
  await rm(root, { recursive: true, force: true });
});

async function exported(client: Client, space: string, sessions?: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await exportSpace(client.space(space), { ...(sessions && { sessions }) }, async (line) => void lines.push(line));
  return `${lines.join('\n')}\n`;
}

async function imported(client: Client, space: string, text: string) {
  const path = join(root, `${++next}.jsonl`);
  await writeFile(path, text);
  return importExport(client.space(space), { path, signal: new AbortController().signal });
}

/** Runs a command as a script does. */
async function run({ url, apiKey }: Served, args: readonly string[]) {
  const stdin = new PassThrough();
  const [stdout, stderr] = [new PassThrough({ encoding: 'utf8' }), new PassThrough({ encoding: 'utf8' })];
  let said = '';
  let printed = '';
  stderr.on('data', (text: string) => (said += text));
  stdout.on('data', (text: string) => (printed += text));
  const env = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey, NO_COLOR: '1', CI: '1' };
  const io = Object.assign(new EventEmitter(), { env, stdin, stdout, stderr, platform: 'linux' });
  const code = await main([...args], io as unknown as NodeJS.Process);
  await finished(stderr.end());
  return { code, stdout: printed, stderr: said };
}

/** Builds a text that differs for each ship and step, because equal scores would be ordered by random ids. */
const MANIFEST = (ship: string, at: number): string =>
  Array.from(
    { length: 220 },
    (_, line) => `crate ${at}-${line} of ${ship}: weight ${(line * 37 + at * ship.length) % 900} kg, berth ${(line + ship.length) % 7}`,
  ).join('\n');

/** Writes two sessions in turn, with every kind of content that an event may have. */
async function fill(client: Client, space: string): Promise<void> {
  const [summer, winter] = ['summer', 'winter'].map((name) => client.space(space).session(name));
  const ships = new Map([
    [summer!, 'Aurora'],
    [winter!, 'Boreas of the north'],
  ]);
  for (let at = 0; at < 9; at += 1)
    for (const [session, ship] of ships) {
      const call = { id: `call-${at}`, name: 'cargo', arguments: `{"at": ${at}}` };
      await session.append(
        [
          { kind: 'user_message', text: `pilot${at}zq boards ${ship} \u{1f6a2}`, occurredAt: 1_700_000_000_000 + at },
          { kind: 'thinking', text: 'The hold is full.', thinking: { signature: 'sig' }, messageId: `m-${at}` },
          { kind: 'tool_call', call, messageId: `m-${at}` },
          { kind: 'tool_result', text: MANIFEST(ship, at), call: { id: call.id, name: call.name }, ...(at === 3 && { isError: true }) },
        ],
        { wait: 'searchable' },
      );
    }
  const { events } = await summer!.events();
  const own = { source: 'ledger', wait: 'searchable' as const };
  await winter!.append(
    [{ kind: 'agent_message', text: 'Noted.', sequence: 1, meta: { provenance: [events[2]!.id], tags: ['x'], extra: { b: 1, a: [2] } } }],
    own,
  );
  await winter!.append({ kind: 'system_note', text: 'kept', pin: { eventIds: [events[0]!.id], pinned: true } }, { wait: 'searchable' });
  await winter!.append(
    [{ kind: 'user_message', text: 'Not so.', sequence: 2, meta: { supersedes: [events[4]!.id], observedAt: 1_700_000_123_456 } }],
    own,
  );
  await summer!.append(
    {
      kind: 'user_message',
      text: '',
      attachments: [
        {
          mime: 'image/png',
          data: Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 1, 2]).toString('base64'),
          title: 'plan.png',
          text: 'A plan. '.repeat(300),
        },
        { mime: 'text/csv', data: Buffer.from('a;b\n1;ä\n').toString('base64'), text: 'short' },
      ],
    },
    { wait: 'searchable' },
  );
  const fields = {
    goals: ['unload'],
    constraints: [{ text: 'no smoke', eventIds: ['e1'] }],
    keyEvents: ['winter/e2'],
    premises: { tide: 'high' },
  };
  await summer!.updateTaskState({ fields, agent: 'mate', expectedVersion: 0 });
  await summer!.updateTaskState({ fields: { ...fields, goals: ['unload', 'leave'] }, expectedVersion: 1 });
  const { rendered } = await summer!.recall('crate weight berth 3');
  await summer!.append(
    { kind: 'agent_message', text: `What I found:\n${rendered}\n${'Own words follow here. '.repeat(20)}` },
    { wait: 'searchable' },
  );
}

/** Returns what a space answers, with events named by session and ordinal. */
async function saidBy(client: Client, space: string) {
  const names = new Map<string, string>();
  const windows: string[] = [];
  const scores: number[] = [];
  const hits: unknown[] = [];
  const sessions = (await client.space(space).sessions()).sessions.map(({ session }) => session).sort();
  for (const session of sessions)
    for await (const { id, ordinal } of client.space(space).session(session).allEvents()) names.set(id, `${session}/e${ordinal}`);
  for (const session of sessions) windows.push(...(await client.space(space).session(session).window()).blocks.map(({ text }) => text));
  for (const query of ['pilot3zq', 'crate weight berth', 'plan', 'tide']) {
    const answer = await client.space(space).recall({ query });
    hits.push(answer.hits.map(({ eventId }) => names.get(eventId)));
    scores.push(...answer.hits.map(({ score }) => score));
  }
  const named = (text: string): string => text.replaceAll(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, (id) => names.get(id) ?? 'an id');
  return { windows: windows.map(named), hits, scores };
}

describe('a space that is exported and imported', () => {
  let text: string;
  beforeAll(async () => {
    await fill(services[0]!.client, 'harbour');
    text = await exported(services[0]!.client, 'harbour');
  });

  it('says the same in another service, and is exported to the same bytes', async () => {
    const { client } = services[1]!;
    const first = await imported(client, 'harbour', text);
    expect(first).toMatchObject({ sessions: 2, duplicates: 0, missing: 0, appended: first.events });
    expect(await exported(client, 'harbour')).toBe(text);
    const said = await saidBy(services[0]!.client, 'harbour');
    expect(said.windows.join()).toContain('evicted');
    const again = await saidBy(client, 'harbour');
    expect(again.windows).toEqual(said.windows);
    expect(again.hits).toEqual(said.hits);
    // The text of a task state contains event ids, which differ here, so its tokens and scores differ a little.
    for (const [at, score] of said.scores.entries()) expect(Math.abs(again.scores[at]! - score)).toBeLessThan(0.01);
  });

  it('is there once however often it is imported, and goes on where it was cut', async () => {
    const { client } = services[0]!;
    const lines = text.split('\n');
    await expect(imported(client, 'copy', lines.slice(0, 30).join('\n'))).rejects.toThrow('the file was cut');
    const half = (await exported(client, 'copy')).trimEnd().split('\n').length - 2;
    expect(half).toBeGreaterThan(20);
    expect(await imported(client, 'copy', text)).toMatchObject({ duplicates: half, missing: 0 });
    expect(await imported(client, 'copy', text)).toMatchObject({ appended: 0 });
    expect(await exported(client, 'copy')).toBe(text);
  });

  it('is there once where events name a task state, also where that is there already', async () => {
    const { client } = services[0]!;
    const session = client.space('states').session('s');
    await session.append({ kind: 'user_message', text: 'Unload the ferry.' }, { wait: 'searchable' });
    const { eventId } = await session.updateTaskState({ fields: { goals: ['unload'] }, expectedVersion: 0 });
    await session.append({ kind: 'agent_message', text: 'As planned.', meta: { provenance: [eventId] } }, { wait: 'searchable' });
    const states = await exported(client, 'states');
    expect(states).toContain('"provenance":["s/e2"]');
    const cut = `${states.split('\n').slice(0, 3).join('\n')}\n`;
    await expect(imported(services[1]!.client, 'states', cut)).rejects.toThrow('the file was cut');
    expect(await imported(services[1]!.client, 'states', states)).toMatchObject({ appended: 1, duplicates: 2 });
    expect(await imported(services[1]!.client, 'states', states)).toMatchObject({ appended: 0, duplicates: 3 });
    expect(await exported(services[1]!.client, 'states')).toBe(states);
  });

  it('names a task state that is there already only where it is the same', async () => {
    const [from, to] = [services[0]!.client.space('own-states'), services[1]!.client.space('own-states')];
    const session = from.session('s');
    const beside = await from.session('beside').append({ kind: 'user_message', text: 'No smoke.' }, { wait: 'searchable' });
    const { events } = await session.append({ kind: 'user_message', text: 'Unload the ferry.' }, { wait: 'searchable' });
    const named = [
      { text: 'no smoke', eventIds: [beside.events[0]!.id] },
      { text: 'dry', eventIds: [events[0]!.id] },
    ];
    const fields = { goals: ['unload'], constraints: named };
    const { eventId } = await session.updateTaskState({ fields, agent: 'mate', expectedVersion: 0 });
    await session.append({ kind: 'agent_message', text: 'As planned.', meta: { provenance: [eventId] } }, { wait: 'searchable' });
    const states = await exported(services[0]!.client, 'own-states', ['s']);
    expect(states).toContain('"provenance":["s/e2"]');
    const other = await to.session('s').updateTaskState({ fields: { goals: ['paint'] }, expectedVersion: 0 });
    await imported(services[1]!.client, 'own-states', states);
    const { events: there } = await to.session('s').events();
    expect(there.map(({ kind }) => kind)).toEqual(['task_state', 'user_message', 'agent_message']);
    expect(JSON.stringify(there[2])).not.toContain(other.eventId);
    await imported(services[1]!.client, 'same-states', states);
    expect(await imported(services[1]!.client, 'same-states', states)).toMatchObject({ appended: 0, duplicates: 3 });
    expect(await exported(services[1]!.client, 'same-states')).toContain('"provenance":["s/e2"]');
  });

  it('is exported without what is lost or was erased meanwhile, whose places it keeps', async () => {
    const { client } = services[0]!;
    const filesOf = async (): Promise<string[]> =>
      (await readdir(join(root, 'one', 'artifacts'), { recursive: true })).filter((entry) => /art_[0-9a-f]{32}$/.test(entry));
    const attached = (text: string) => ({
      kind: 'user_message' as const,
      text,
      attachments: [{ mime: 'text/plain', data: Buffer.from(text.repeat(900)).toString('base64') }],
    });
    const before = new Set(await filesOf());
    const kept = await client
      .space('gone')
      .session('a')
      .append([attached('lost'), attached('kept')], { wait: 'searchable' });
    await client.space('gone').session('b').append(attached('erased'), { wait: 'searchable' });
    expect(kept.events).toHaveLength(2);
    const { body } = await client.space('gone').event(kept.events[0]!.id);
    for (const file of await filesOf())
      if (!before.has(file) && file.endsWith(body!.artifacts![0]!.id)) await rm(join(root, 'one', 'artifacts', file));
    const lines: string[] = [];
    const done = await exportSpace(client.space('gone'), {}, async (line) => {
      // By now the first page of each session was read.
      if (lines.push(line) === 2) await client.erase({ space: 'gone', session: 'b' });
    });
    expect(done).toMatchObject({ sessions: 2, events: 3, missing: 2, damaged: 1 });
    expect(lines.slice(1, 4).map((line) => (JSON.parse(line) as { missing?: string }).missing)).toEqual(['damaged', undefined, 'erased']);
    expect(await imported(client, 'gone-copy', `${lines.join('\n')}\n`)).toMatchObject({ appended: 1, missing: 2 });

    const file = join(root, 'gone.jsonl');
    const exportGone = () => run(services[0]!, ['export', '--space', 'gone', '--out', file]);
    expect(await exportGone()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1 event exported without a body because it cannot be read'),
    });
    const written = (await readFile(file, 'utf8')).trim().split('\n');
    expect(written.map((line) => (JSON.parse(line) as { missing?: string }).missing)).toEqual([undefined, 'damaged', undefined, undefined]);
    await client.erase({ space: 'gone', eventIds: [kept.events[0]!.id] });
    expect(await exportGone()).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 event exported without a body because it was erased'),
    });
  });

  it('says whom its events are about, and takes the sessions of executors as those of any caller', async () => {
    const [from, to] = services.map(({ client }) => client) as [Client, Client];
    const space = from.space('crew');
    const wait = { wait: 'searchable' } as const;
    const ofPerson = [{ kind: 'user_message' as const, text: 'I live in Bergen.', meta: { subject: 'person-7' } }];
    await space.session('plan').append(ofPerson, wait);
    const { session } = await space.session('plan').delegate({ subtaskId: 'look', objective: 'Look for the crew.', recallAccess: 'none' });
    await space.session(session).append({ kind: 'agent_message', text: 'Found them.' }, wait);
    const crew = await exported(from, 'crew');
    expect(await imported(to, 'crew', crew)).toMatchObject({ sessions: 2, missing: 0, duplicates: 0 });
    expect(await exported(to, 'crew')).toBe(crew);
    expect(await to.erase({ space: 'crew', subject: 'person-7', dryRun: true })).toMatchObject({ counts: { events: 1 } });
    await to.space('crew').consolidate();
    expect((await to.space('crew').facts()).facts).toEqual([]);
    expect((await to.space('crew').facts({ subject: 'person-7' })).facts).toMatchObject([{ text: 'I live in Bergen.' }]);
    expect((await to.space('crew').session(session).get()).parent).toEqual({ session: 'plan' });
  });

  it('takes what persons decided about facts along, so that nothing that they withdrew comes back', async () => {
    const [from, to] = services.map(({ client }) => client) as [Client, Client];
    const space = from.space('known');
    const wait = { wait: 'searchable' } as const;
    await space.session('talk').append(
      ['The staging port is 4200.', 'My favourite tea is sencha.', 'I live in Bergen.', 'My dog is called Rex.'].map((text) => ({
        kind: 'user_message' as const,
        text,
      })),
      wait,
    );
    await space.session('talk').append({ kind: 'user_message', text: 'My car is a Volvo.', meta: { subject: 'person-7' } }, wait);
    await space.consolidate();
    const factOf = async (words: string, subject?: string) =>
      (await space.facts({ history: 'true', ...(subject !== undefined && { subject }) })).facts.find(({ text }) => text.includes(words))!;
    await space.forget((await factOf('sencha')).id);
    await space.forget((await factOf('Rex')).id, { keepEvidence: true });
    await space.forget((await factOf('Volvo', 'person-7')).id);
    await space.correct((await factOf('Bergen')).id, { text: 'I live in Oslo.' });
    await space.remember({ label: 'project', subject: 'billing', attribute: 'region', value: 'eu', text: 'Billing runs in eu.' });
    const taken = await space.remember({
      label: 'project',
      subject: 'billing',
      attribute: 'owner',
      value: 'kim',
      text: 'Kim owns billing.',
    });
    await space.forget(taken.fact.id);
    const text = await exported(from, 'known');
    const decisions = text.split('\n').filter((line) => line.includes('"decision"'));
    expect(decisions).toHaveLength(7);
    expect(await imported(to, 'known', text)).toMatchObject({ decisions: 7, undecided: 0, duplicates: 0 });
    const shown = async (client: Client, subject?: string) => {
      await client.space('known').consolidate();
      const { facts } = await client.space('known').facts(subject === undefined ? {} : { subject });
      return facts
        .map(({ label, subject: about, attribute, value, text: said }) => [label, about, attribute, value, said].join('|'))
        .sort();
    };
    for (const subject of [undefined, 'person-7']) expect(await shown(to, subject)).toEqual(await shown(from, subject));
    expect((await shown(to)).join('\n')).not.toMatch(/sencha|Rex|Bergen|Kim/);
    const ofPersons = async (client: Client) =>
      (await client.space('known').facts()).facts.filter(({ byPerson }) => byPerson).map(({ text: said }) => said);
    expect(await ofPersons(from)).toEqual(expect.arrayContaining(['Billing runs in eu.', 'I live in Oslo.']));
    expect((await ofPersons(to)).sort()).toEqual((await ofPersons(from)).sort());
    const found = async (client: Client, query: string) =>
      (await client.space('known').recall({ query })).hits.map((hit) => JSON.stringify(hit)).join('\n');
    for (const client of [from, to]) {
      expect(await found(client, 'favourite tea')).not.toContain('sencha');
      expect(await found(client, 'dog called')).toContain('Rex');
    }
    // A repeat decides nothing twice.
    const entries = async () => (await to.space('known').ledger({ limit: 200 })).entries.length;
    const before = await entries();
    expect(await imported(to, 'known', text)).toMatchObject({ decisions: 7, undecided: 0, appended: 0 });
    expect(await entries()).toBe(before);
  });

  it('takes what agents decided about facts along as an agent’s, and what was said since', async () => {
    const [from, to] = services.map(({ client }) => client) as [Client, Client];
    const space = from.space('agents');
    const of = { kind: 'user_message', meta: { subject: 'person-7' } } as const;
    const say = (text: string) => space.session('talk').append([{ ...of, text }], { wait: 'searchable' });
    for (const text of ['My favourite tea is sencha.', 'My dog is called Rex.']) await say(text);
    await space.consolidate();
    const decidedBy = 'agent';
    for (const { id } of (await space.facts({ subject: 'person-7' })).facts) await space.forget(id, { decidedBy });
    const region = { label: 'project', subject: 'billing', attribute: 'region', value: 'eu', text: 'Billing runs in eu.' } as const;
    await space.remember({ ...region, decidedBy });
    await say('My favourite tea is sencha.');
    const shown = async (client: Client) => {
      await client.space('agents').consolidate();
      const [all, own] = await Promise.all([{}, { subject: 'person-7' }].map((about) => client.space('agents').facts(about)));
      return [...all!.facts, ...own!.facts].map(({ text: said, byPerson, byAgent }) => [said, byPerson, byAgent === true]);
    };
    const told = await shown(from);
    expect(told.map((one) => one.join())).toEqual(['Billing runs in eu.,false,true', 'My favourite tea is sencha.,false,false']);
    const text = await exported(from, 'agents');
    expect(text.split('\n').filter((line) => line.includes('"decidedBy":"agent"'))).toHaveLength(3);
    expect(await imported(to, 'agents', text)).toMatchObject({ decisions: 3, undecided: 0 });
    expect(await shown(to)).toEqual(told);
  });

  it('may be one of its sessions', async () => {
    const one = await exported(services[0]!.client, 'harbour', ['summer']);
    expect(one).not.toContain('"session":"winter"');
    await imported(services[1]!.client, 'alone', one);
    expect(await exported(services[1]!.client, 'alone')).toBe(one);
    await expect(exported(services[0]!.client, 'harbour', ['autumn'])).rejects.toThrow('no session autumn');
  });

  it('is imported from a folder too, beside sessions of other formats', async () => {
    const folder = await mkdtemp(join(root, 'folder-'));
    await writeFile(join(folder, 'harbour.jsonl'), text);
    await writeFile(join(folder, 'talk.json'), JSON.stringify([{ role: 'user', content: 'Hello.' }]));
    const service = services[1]!;
    const { code, stdout } = await run(service, ['import', folder, '--space', 'from-folder']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^Export harbour\.jsonl: \d+ events of 2 sessions/m) as string,
    });
    expect(await exported(service.client, 'from-folder', ['summer', 'winter'])).toBe(text);
    const { sessions } = await service.client.space('from-folder').sessions();
    expect(sessions.map(({ session }) => session).sort()).toEqual(['summer', expect.stringContaining('talk') as string, 'winter']);
    const again = await run(service, ['import', folder, '--space', 'from-folder', '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({
      files: [{ file: 'talk.json' }],
      exports: [{ file: 'harbour.jsonl', sessions: 2, appended: 0 }],
      leftOut: [],
    });
    const stopped = await run(service, ['import', folder, '--data-dir', join(root, 'third')]);
    expect(stopped.stderr).toContain('Left out: harbour.jsonl (an export, which only a running service can import: leave out --data-dir)');
  });

  it('is no session file for the service', async () => {
    const into = services[1]!.client.space('wrong').session('s');
    await expect(into.import(Buffer.from(text), { format: 'jsonl' })).rejects.toThrow('an export of a space');
  });

  it('is refused over a session of the same name that says something else', async () => {
    const { client } = services[0]!;
    await imported(client, 'other', text);
    const changed = text.replace('pilot0zq boards', 'pilot0zq leaves');
    await expect(imported(client, 'other', changed)).rejects.toMatchObject({ code: 'sequence_conflict' });
  });

  it.each([
    ['x\n', 'Line 1 of'],
    ['{"format":"another","version":1}\n', 'does not begin an export'],
    ['{"format":"total-recall-export","version":2}\n', 'is of version 2, and this program reads version 1'],
    [
      '{"format":"total-recall-export","version":1}\n{"session":"a/b","event":1,"kind":"user_message","text":"x"}\n{"end":true,"events":1}\n',
      /^Line 2 of .*: .*session/,
    ],
    ['{"format":"total-recall-export","version":1}\n{"session":1}\n', 'Line 2 of'],
    ['{"format":"total-recall-export","version":1}\n', 'the file was cut'],
  ])('is refused where the file is no export: %s', async (broken, message) => {
    await expect(imported(services[0]!.client, 'none', broken)).rejects.toThrow(message);
  });
});

/** Generates well-formed texts with everything that JSON and line splitting may get wrong. */
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('a\u2028b\r\nc', '\u0000\ufeff', '\\"\n', 'x'.repeat(6_000)),
);
const anEvent: fc.Arbitrary<NewEventWire> = fc.oneof(
  fc.record({ kind: fc.constantFrom('user_message' as const, 'agent_message' as const), text: words }),
  fc.record({
    kind: fc.constant('user_message' as const),
    text: words,
    attachments: fc.array(
      fc.record({
        mime: fc.constantFrom('application/octet-stream', 'text/plain; charset=utf-8', 'application/x-thing'),
        data: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.record({
    kind: fc.constant('tool_result' as const),
    text: words,
    call: fc.record({ id: fc.stringMatching(/^[a-z0-9]{1,8}$/), name: fc.constant('run') }),
    isError: fc.boolean(),
    meta: fc.record({
      tags: fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { maxLength: 2 }),
      extra: fc.dictionary(fc.stringMatching(/^[a-z0-9]{1,4}$/), fc.jsonValue({ maxDepth: 2 })),
    }),
  }),
);
const anAppend = fc.record({
  session: fc.constantFrom('s', 't.u', 'v'),
  own: fc.boolean(),
  events: fc.array(anEvent, { minLength: 1, maxLength: 4 }),
});

it('any appends are exported to the same bytes after an import', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAppend, { minLength: 1, maxLength: 8 }), async (appends) => {
      const [from, to] = [`p${++next}`, `q${next}`];
      const { client } = services[0]!;
      const sequences = new Map<string, number>();
      for (const { session, own, events } of appends) {
        const numbered = events.map((event) => {
          if (!own) return event;
          sequences.set(session, (sequences.get(session) ?? 0) + 1);
          return { ...event, sequence: sequences.get(session)! };
        });
        await client
          .space(from)
          .session(session)
          .append(numbered, own ? { source: 'own', wait: 'searchable' } : { wait: 'searchable' });
      }
      const text = await exported(client, from);
      await imported(client, to, text);
      expect(await exported(client, to)).toBe(text);
    }),
    { numRuns: 25 },
  );
});

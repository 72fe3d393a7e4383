import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createClient } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCli } from '../testing/run-cli.ts';
import { startMemory } from '../testing/start-memory.ts';
import { main } from './main.ts';

let memory: Awaited<ReturnType<typeof startMemory>>;
let env: Record<string, string>;

beforeAll(async () => {
  memory = await startMemory();
  env = { ...memory.env, TOTAL_RECALL_URL: memory.url, TOTAL_RECALL_API_KEY_FILE: memory.keyFile };
});
afterAll(() => memory.stop());

/** Runs a command in this process: as a script, or as a person at a terminal does who gives an answer once asked for one. */
async function run(
  args: readonly string[],
  person?: { readonly answers: string | undefined },
  settings: Readonly<Record<string, string>> = env,
) {
  const stream = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: person !== undefined, columns: 100 });
  const [stdin, stdout, stderr] = [stream(), stream(), stream()];
  const output = { stdout: '', stderr: '' };
  stdout.on('data', (text: string) => (output.stdout += text));
  stderr.on('data', (text: string) => {
    output.stderr += text;
    if (text.endsWith('Type yes: ')) stdin.end(person?.answers === undefined ? undefined : `${person.answers}\n`);
  });
  const own = { env: { ...settings, NO_COLOR: '1', CI: '1' }, stdin, stdout, stderr, platform: 'linux' };
  const code = await main(args, Object.assign(new EventEmitter(), own) as unknown as NodeJS.Process);
  await Promise.all([stdout, stderr].map((each) => finished(each.end())));
  return { code, ...output };
}

it('keys revoke asks before the last admin key goes, and says the way back', async () => {
  const listed = await run(['keys', 'list', '--json']);
  const { keys } = JSON.parse(listed.stdout) as { keys: { id: string; scopes: string[] }[] };
  const [admin] = keys.filter(({ scopes }) => scopes.includes('admin'));
  const refused = await run(['keys', 'revoke', admin!.id], { answers: 'no' });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`${admin!.id}.*keys recover --tenant NAME[^]*operator's tenant is system[^]*Nothing was revoked`)),
  ]);
  expect((await run(['keys', 'list', '--json'])).stdout).toBe(listed.stdout);
});

it('sessions and facts print names whole, as the next command takes them', async () => {
  const name = `0ccf1a04-1b4c-43b6-8aa5-79e41db43a68.${'of-berth-four.'.repeat(6)}end`;
  const session = memory.client.space(name).session(name);
  await session.append([{ kind: 'user_message', text: 'The staging port is 4200.' }], { wait: 'searchable' });
  await memory.client.space(name).consolidate();
  expect((await run(['sessions', '--spaces'], { answers: undefined })).stdout).toContain(`\n${name} `);
  expect((await run(['sessions', name], { answers: undefined })).stdout).toContain(`\n${name} `);
  expect((await run(['facts', name], { answers: undefined })).stdout).toContain(` ${name}/e1 `);
  expect((await run(['recall', 'staging', 'port', '--space', name, '--explain'], { answers: undefined })).stdout).toContain(name);
});

/** Starts a server that hands requests on to the service, and ends the connection of those that are not let through. */
async function relayTo(service: string, isLetThrough: (request: IncomingMessage) => boolean) {
  const server = createServer((request, response) => {
    if (!isLetThrough(request)) return void request.destroy();
    void (async () => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const sent = (await request.toArray()).join('');
      const answer = await fetch(new URL(request.url!, service), {
        method: request.method!,
        headers: { authorization, ...(type !== '' && { 'content-type': type }) },
        ...(sent !== '' && { body: sent }),
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe('a name that nothing has', () => {
  const IN_NO_SPACE = [
    ...['consolidate', 'facts', 'profile', 'digest', 'ledger', 'units', 'demand', 'reflect', 'sessions'].map((command) => [
      command,
      'typo',
    ]),
    ['erase', 'typo', '--yes'],
    ['recall', 'retries', '--space', 'typo'],
    ['export', '--space', 'typo'],
    ['window', 'earlier', '--space', 'typo'],
    ['open', 'earlier/e1', '--space', 'typo'],
    ['open', '01JZX3T5S8Q4R7V2M6K9P0W1YB', '--space', 'typo'],
    ['open', 'art_0123456789abcdef0123456789abcdef', '--space', 'typo'],
    ['digest', 'typo', '--check', '/nowhere/MEMORY.md'],
  ];
  it.each(IN_NO_SPACE)('is no space: %s %s', async (...args) => {
    const { code, stdout } = await run([...args, '--json', ...(args[0] === 'export' ? ['--out', '/nowhere/x'] : [])]);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'no_such_space', message: 'There is no space typo.' } });
    expect(code).toBe(1);
  });

  const IN_NO_SESSION = [
    ['window', 'typo'],
    ['open', 'typo/e1'],
    ['open', 'typo/T2-T3'],
    ['delegations', 'typo'],
    ['report', 'typo', 'Done.'],
    ['recall', 'retries', '--session', 'typo'],
    ['recall', 'retries', '--session', 'typo', '--within'],
    ['demand', '--session', 'typo'],
    ['export', '--session', 'typo'],
    ['erase', '--session', 'typo'],
  ];
  it.each(IN_NO_SESSION)('is no session: %s %s', async (...args) => {
    const { code, stdout } = await run([...args, '--space', 'work', '--json', ...(args[0] === 'export' ? ['--out', '/nowhere/x'] : [])]);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'no_such_session', message: 'There is no session typo in the space work.' },
    });
    expect(code).toBe(1);
  });

  it('is told from what is merely empty, and from the space of commands that name none', async () => {
    expect((await run(['facts', 'work'])).code).toBe(3);
    expect((await run(['consolidate'])).code).toBe(0);
    expect(await run(['sessions'])).toMatchObject({ code: 3, stderr: expect.stringContaining('The space main has no session.') });
  });

  it('is made by a fact that is remembered in it, which says so once', async () => {
    const first = await run(['remember', 'The quay opens at six.', '--space', 'quays']);
    const second = await run(['remember', 'The quay shuts at ten.', '--space', 'quays']);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('The space quays is new: this is its first event.')]);
    expect([second.code, second.stderr]).toEqual([0, expect.not.stringContaining('is new')]);
  });

  it('costs a listing of its sessions no further request', async () => {
    const requests: string[] = [];
    const relay = await relayTo(memory.url, ({ url }) => {
      requests.push(url!);
      return true;
    });
    const { code, stderr } = await run(['sessions', 'typo'], undefined, { ...env, TOTAL_RECALL_URL: relay.url });
    relay.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining('There is no space typo.')]);
    expect(requests).toEqual([expect.stringMatching(/^\/v1\/spaces\/typo\/sessions/)]);
  });

  it('is told from an event that a session does not have', async () => {
    const { code, stdout } = await run(['open', 'earlier/e999', '--space', 'work', '--json']);
    expect([code, JSON.parse(stdout)]).toMatchObject([3, { error: { code: 'not_found' } }]);
  });

  it('is told from a subtask that was not delegated', async () => {
    const { code, stderr } = await run(['report', 'earlier', 'Done.', '--space', 'work']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('No subtask was delegated to the session earlier')]);
  });

  it('may be named by a hold, which says so', async () => {
    const { code, stderr } = await run(['hold', 'place', 'work', '--session', 'typo', '--name', 'case 1']);
    expect([code, stderr]).toEqual([0, 'There is no session typo in the space work. The hold keeps what is appended to it later.\n']);
  });
});

describe('a data subject that no event bears', () => {
  it('may be named by a hold, which says so; one that an event bears is not remarked on', async () => {
    const client = createClient({ url: memory.url, apiKey: (await readFile(memory.keyFile, 'utf8')).trim() });
    const borne = { kind: 'user_message' as const, text: 'The crane turns', meta: { subject: 'cust-1' } };
    await client.space('work').session('borne').append([borne], { wait: 'searchable' });
    const place = (...args: string[]) => run(['hold', 'place', ...args, '--name', 'case 2']);
    const note = 'No event bears this subject yet; capitals count. The hold keeps what is appended to it later.\n';
    for (const args of [
      ['--subject', 'CUST-1'],
      ['work', '--subject', 'CUST-1'],
    ]) {
      const { code, stderr } = await place(...args);
      expect([code, stderr]).toEqual([0, note]);
    }
    expect(await place('--subject', 'cust-1')).toMatchObject({ code: 0, stderr: '' });
    for (const { id } of (await client.holds()).holds) await client.releaseHold(id);
  });
});

describe('a key of one scope', () => {
  type Scope = 'read' | 'write' | 'hold';

  /** Runs a command with a key that has only this scope. */
  async function runWith(scope: Scope, ...args: string[]) {
    const client = createClient({ url: memory.url, apiKey: (await readFile(memory.keyFile, 'utf8')).trim() });
    const { apiKey } = await client.createKey({ name: scope, scopes: [scope] });
    return run(args, undefined, { ...memory.env, TOTAL_RECALL_URL: memory.url, TOTAL_RECALL_API_KEY: apiKey });
  }

  it('places a hold on a session with the scope hold', async () => {
    const { code, stdout, stderr } = await runWith('hold', 'hold', 'place', 'work', '--session', 'typo', '--name', 'case 2');
    expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/^Hold \S+ keeps work\/typo\.\n$/), '']);
  });

  it('reports on a subtask with the scope write', async () => {
    await memory.space.session('earlier').delegate({ subtaskId: 'cause', objective: 'Find out why.' });
    const { code, stdout, stderr } = await runWith('write', 'report', 'earlier.cause', 'Found.', '--space', 'work');
    expect([code, stdout, stderr]).toEqual([0, 'Reported to the session earlier.\n', '']);
    const unknown = await runWith('write', 'report', 'typo', 'Found.', '--space', 'work');
    expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no such session here') });
  });

  it('reads what came with the scope write', async () => {
    expect(await runWith('write', 'consolidate', 'typo')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a hold whose service is lost once it is placed', () => {
  it('is placed', async () => {
    const relay = await relayTo(memory.url, ({ method }) => method === 'POST');
    const placed = await run(['hold', 'place', 'work', '--session', 'earlier', '--name', 'case 3', '--json'], undefined, {
      ...env,
      TOTAL_RECALL_URL: relay.url,
    });
    relay.close();
    expect([placed.code, placed.stderr]).toEqual([0, '']);
    expect(JSON.parse(placed.stdout)).toMatchObject({ space: 'work', session: 'earlier' });
  });
});

describe('output that nobody reads any more', () => {
  async function unread(...args: string[]): Promise<{ code: number | null; stderr: string }> {
    const started = startCli(args, env);
    started.child.stdout!.destroy();
    return started.finished;
  }

  it('leaves a command its exit code', async () => {
    expect((await unread('window', 'typo', '--space', 'work', '--json')).code).toBe(1);
    expect((await unread('sessions', 'work')).code).toBe(0);
  });

  it('makes an export fail, since it is not whole', async () => {
    expect(await unread('export', '--space', 'work')).toMatchObject({ code: 1, stderr: expect.stringContaining('before it was complete') });
    expect(await unread('audit', 'export')).toMatchObject({ code: 1, stderr: expect.stringContaining('before it was complete') });
  });
});

describe('erase at a terminal', () => {
  it('says what would go and asks; only yes erases', async () => {
    await memory.space.session('doomed').append([{ kind: 'user_message', text: 'To be erased.' }], { wait: 'searchable' });
    const args = ['erase', 'work', '--session', 'doomed'];
    for (const answer of ['y', '', undefined]) {
      const refused = await run(args, { answers: answer });
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^Would be erased: 1 session, 1 event\.\n/) });
      expect(refused.stderr).toMatch(/Nothing was erased\.\n$/);
    }
    expect(await run(args, { answers: 'yes' })).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Erased: 1 session, 1 event\./) });
  });

  it('is not asked with --yes, nor is a script that names a session', async () => {
    await memory.space.session('gone').append([{ kind: 'user_message', text: 'To be erased.' }], { wait: 'searchable' });
    const { code, stderr } = await run(['erase', 'work', '--session', 'gone', '--yes'], { answers: undefined });
    expect([code, stderr]).toEqual([0, '']);
    await memory.space.session('also-gone').append([{ kind: 'user_message', text: 'To be erased.' }], { wait: 'searchable' });
    expect((await run(['erase', 'work', '--session', 'also-gone'])).code).toBe(0);
  });

  it('needs --yes of a script that takes a whole space, subject or tenant', async () => {
    const said = { kind: 'user_message', text: 'Of somebody.', meta: { subject: 'somebody' } } as const;
    await memory.space.session('wide').append([said], { wait: 'searchable' });
    const wide = [['work'], ['--subject', 'somebody'], ['work', '--subject', 'somebody'], ['--tenant', 'default'], ['typo']];
    for (const each of wide) {
      const { code, stdout, stderr } = await run(['erase', ...each]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/what would be erased with --dry-run, then give --yes\./);
    }
    const asJson = await run(['erase', 'work', '--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code: 'not_confirmed' } });
    expect(await run(['erase', '--subject', 'somebody', '--dry-run'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 event'),
    });
    expect(await run(['erase', '--subject', 'somebody', '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Erased: 1 event'),
    });
  });
});

describe('forget --erase at a terminal', () => {
  const known = async (text: string) => (await memory.space.remember({ label: 'project', subject: 'harbour', text })).fact.id;
  const isKnown = async (text: string) => (await memory.space.facts({ subject: 'harbour' })).facts.some((fact) => fact.text === text);

  it('asks as erase does; only yes erases', async () => {
    const text = 'The harbour service is to be forgotten.';
    const args = ['forget', await known(text), '--erase', '--space', 'work'];
    for (const answer of ['y', '', undefined]) {
      const refused = await run(args, { answers: answer });
      expect(refused).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^Would erase every event that states the fact "The harbour service is to be forgotten\.", in 1 sentence\.\n/,
        ),
      });
      expect(refused.stderr).toMatch(/Nothing was erased\.\n$/);
    }
    expect(await isKnown(text)).toBe(true);
    expect(await run(args, { answers: 'yes' })).toMatchObject({ code: 0, stdout: expect.stringContaining('erased for good') });
    expect(await isKnown(text)).toBe(false);
  });

  it('names before and after what goes with it, as no other event states that', async () => {
    const said = 'The harbour port is 4100. The harbour region is eu-west-1.';
    await memory.space.session('beside').append([{ kind: 'user_message', text: said }], { wait: 'searchable' });
    await memory.space.consolidate();
    const facts = (await memory.space.facts({ text: 'harbour' })).facts;
    const [port, region] = ['4100', 'eu-west-1'].map((value) => facts.find((fact) => fact.value === value)!.id);
    const args = ['forget', port!, '--erase', '--space', 'work'];
    const named = `${region!} "The harbour region is eu-west-1."`;
    const refused = await run(args, { answers: 'no' });
    expect(refused.stderr).toContain(`because no other event states them:\n  ${named}\n`);
    expect(await run(args, { answers: 'yes' })).toMatchObject({ code: 0, stderr: expect.stringContaining(`Erased with it: ${named}`) });
    expect((await memory.space.facts({ text: 'eu-west-1' })).facts).toEqual([]);
  });

  it('is refused before it is asked where it keeps the evidence too, and where there is no such space', async () => {
    const args = ['forget', await known('The harbour opens at six.'), '--erase'];
    const answer = { answers: 'yes' };
    const both = await run([...args, '--keep-evidence', '--space', 'work'], answer);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--erase and --keep-evidence exclude each other.') });
    const elsewhere = await run([...args, '--space', 'typo'], answer);
    expect(elsewhere).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no space typo.') });
    for (const { stderr } of [both, elsewhere]) expect(stderr).not.toContain('Type yes');
  });

  it('asks about one that no list shows, as it may be private to a person', async () => {
    const said = { label: 'user', subject: 'anna', text: 'Anna moors her boat in the harbour.' } as const;
    const { fact } = await memory.space.remember(said);
    const answer = { answers: 'yes' };
    const erased = await run(['forget', fact.id, '--erase', '--space', 'work'], answer);
    expect(erased).toMatchObject({ code: 0, stderr: expect.stringContaining('which no list shows') });
    const unknown = await run(['forget', '01JZX3T5S8Q4R7V2M6K9P0W1YB.0', '--erase', '--space', 'work'], answer);
    expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no fact 01JZX3T5S8Q4R7V2M6K9P0W1YB.0 in work.') });
  });

  it('is not asked with --yes, nor a script, nor where nothing is erased', async () => {
    const [one, two, three] = [await known('Harbour one.'), await known('Harbour two.'), await known('Harbour three.')];
    const place = ['--space', 'work'];
    expect(await run(['forget', one, '--erase', '--yes', ...place], { answers: undefined })).toMatchObject({ code: 0 });
    expect(await run(['forget', two, '--erase', ...place])).toMatchObject({ code: 0 });
    expect(await run(['forget', three, ...place], { answers: undefined })).toMatchObject({ code: 0 });
  });
});

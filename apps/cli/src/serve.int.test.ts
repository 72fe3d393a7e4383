import { execFile } from 'node:child_process';
import { access, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli, startCli, temporaryFolder, type Started } from '../testing/run-cli.ts';

const shell = promisify(execFile);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const running: Started[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const { child } of running.splice(0)) child.kill('SIGKILL');
  await folder.remove();
});

function serve(...more: string[]): Started {
  const started = startCli(['serve', '--port', '0', '--ops-port', '0', '--data-dir', folder.path, ...more]);
  running.push(started);
  return started;
}

async function stop(started: Started, signal: NodeJS.Signals): Promise<number | null> {
  started.child.kill(signal);
  return (await started.finished).code;
}

async function paste(line: string): Promise<Record<string, unknown>> {
  const { stdout } = await shell('/bin/sh', ['-c', line]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('total-recall serve', () => {
  it.runIf(process.platform === 'linux')('goes on where its output cannot be written: a full disk, a closed pipe', async () => {
    const full = await open('/dev/full', 'w');
    const { child, printed } = startCli(
      ['serve', '--port', '0', '--ops-port', '0', '--data-dir', folder.path, '--log-level', 'debug', '--json'],
      {},
      full.fd,
    );
    const { url, apiKey } = JSON.parse(await printed(/\n/)) as { url: string; apiKey: string };
    child.stdout!.destroy();
    for (let at = 0; at < 5; at += 1) {
      const response = await fetch(`${url}/v1/spaces/main/sessions/s/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ events: [{ kind: 'user_message', text: `event ${at}` }] }),
      });
      expect(response.status).toBe(200);
    }
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await full.close();
  });

  it.runIf(process.platform !== 'win32')('acknowledges nothing when its folder was removed, and ends all the same', async () => {
    const started = serve('--json');
    const { url, operationsUrl, apiKey } = JSON.parse(await started.printed(/\n/)) as Record<'url' | 'operationsUrl' | 'apiKey', string>;
    const append = (text: string): Promise<Response> =>
      fetch(`${url}/v1/spaces/main/sessions/s/events`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ events: [{ kind: 'user_message', text }] }),
      });
    expect((await append('kept')).status).toBe(200);
    await folder.remove();
    const refused = await append('would be lost');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/^log\.db was removed/) });
    const ready = async (): Promise<number> => (await fetch(`${operationsUrl}/readyz`)).status;
    await expect.poll(ready).toBe(503);
    expect(await stop(started, 'SIGTERM')).toBe(1);
  });

  it('prints a key once and lines that work when pasted; Ctrl-C stops it; a restart has everything', async () => {
    const first = serve();
    const shown = await first.printed(/Ctrl-C stops it/);
    const lines = shown.split('\n').filter((line) => line.startsWith('curl '));
    expect(lines).toHaveLength(3);
    const [append, recall, window] = [await paste(lines[0]!), await paste(lines[1]!), await paste(lines[2]!)];
    expect(append).toMatchObject({ events: [{ outcome: 'ADD' }] });
    expect(JSON.stringify(recall['passages'])).toContain('--max-retries=7');
    expect(JSON.stringify(window['openai'])).toContain('--max-retries=7');
    expect(await stop(first, 'SIGINT')).toBe(0);
    const apiKey = /tr_[0-9a-z]{16}_[\w-]{43}/.exec(shown)![0];

    const second = serve('--json');
    const { url, operationsUrl, firstStart } = JSON.parse(await second.printed(/\n/)) as {
      url: string;
      operationsUrl: string;
      firstStart: boolean;
    };
    expect(firstStart).toBe(false);
    // On a machine that has much to do, the probe of the disk may take longer than `/readyz` waits for it.
    await expect.poll(async () => (await fetch(`${operationsUrl}/readyz`)).status).toBe(200);
    const env = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey };
    const post = async (path: string, body: object) => {
      const response = await fetch(`${url}/v1/spaces/main${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as { rendered: string };
    };
    // The agent asks and records its question and the answer. Neither must be found by later questions.
    const call = { id: 'c1', name: 'recall' };
    const { rendered } = await post('/recall', { query: 'harbour service' });
    await post('/sessions/first/events', {
      events: [
        { kind: 'tool_call', call: { ...call, arguments: '{"queries":["harbour service"]}' } },
        { kind: 'tool_result', call, text: rendered },
      ],
    });
    const again = JSON.parse((await runCli(['recall', 'harbour service', '--json'], env)).stdout) as { hits: { kind: string }[] };
    expect(again.hits.map(({ kind }) => kind)).toEqual(['user_message']);
    const found = await runCli(['recall', 'harbour service', '--json'], env);
    expect(found.code).toBe(0);
    expect(found.stdout).toContain('--max-retries=7');
    await expect.poll(async () => (await runCli(['demand', '--json'], env)).stdout).toContain('"received":1,"receivedUsed":0');
    expect((await runCli(['demand', 'main', '--by', 'session'], env)).stdout).toMatch(/first +2 +50 %/);
    const empty = await runCli(['recall', 'nothing', 'xyzzyplugh', 'quux'], env);
    expect([empty.code, empty.stderr]).toEqual([3, expect.stringContaining('Searched the space main')]);
    expect((await runCli(['sessions', '--json'], env)).stdout).toContain('"session":"first"');
    expect(await stop(second, 'SIGTERM')).toBe(0);
    await expect(access(join(folder.path, 'lock'))).rejects.toThrow(/ENOENT/);
  });

  it('says in one line what is in the way', async () => {
    const first = serve('--json');
    const { url } = JSON.parse(await first.printed(/\n/)) as { url: string };
    const inUse = await serve().finished;
    expect(inUse.code).toBe(1);
    expect(inUse.stderr).toMatch(/^Error: The data folder .* is in use by process \d+/);
    const other = await temporaryFolder();
    const port = await runCli(['serve', '--port', new URL(url).port, '--ops-port', '0', '--data-dir', other.path]);
    expect(port.code).toBe(1);
    expect(port.stderr).toMatch(/^Error: Port \d+ of 127\.0\.0\.1 is in use\.\n.*--port .*--ops-port/);
    // What that start printed shows no key, so none was made yet.
    const next = serve('--json', '--data-dir', other.path);
    expect(JSON.parse(await next.printed(/\n/))).toMatchObject({ firstStart: true, apiKey: expect.stringMatching(/^tr_/) as string });
    expect(await stop(next, 'SIGTERM')).toBe(0);
    await other.remove();
    const astray = await runCli(['recall', 'harbour', '--url', `${url}/v1`, '--api-key', 'tr_none']);
    expect(astray).toMatchObject({ code: 1, stderr: expect.stringContaining('without /v1') as string });
    expect((await runCli(['keys', 'create', '--data-dir', folder.path])).stderr).toContain('admin key');
    const recover = await runCli(['keys', 'recover', '--data-dir', folder.path]);
    expect(recover.stderr).toMatch(/A service is running .*\nStop it first: the running service cannot do this\.\n$/);
    expect(await stop(first, 'SIGTERM')).toBe(0);
  });

  it('makes and revokes keys while it is down, and imports without a server', async () => {
    const first = serve('--json');
    await first.printed(/\n/);
    expect(await stop(first, 'SIGTERM')).toBe(0);
    const made = await runCli(['keys', 'create', '--scopes', 'read', '--expires', '1h', '--data-dir', folder.path, '--json']);
    const { key } = JSON.parse(made.stdout) as { key: { id: string; scopes: string[] } };
    expect(key.scopes).toEqual(['read']);
    expect((await runCli(['keys', 'revoke', key.id, '--data-dir', folder.path])).code).toBe(0);
    const listed = JSON.parse((await runCli(['keys', 'list', '--data-dir', folder.path, '--json'])).stdout) as {
      keys: { id: string; revokedAt?: number }[];
    };
    expect(listed.keys.find(({ id }) => id === key.id)?.revokedAt).toBeGreaterThan(0);
    expect((await runCli(['keys', 'revoke', '0000000000000000', '--data-dir', folder.path])).code).toBe(3);
    const refused = await runCli(['keys', 'recover', '--data-dir', folder.path]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('keys create')]);
    const admin = listed.keys.find(({ id }) => id !== key.id)!;
    const unconfirmed = await runCli(['keys', 'revoke', admin.id, '--data-dir', folder.path]);
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
      2,
      expect.stringMatching(/no admin key left .*\n?.*keys recover --tenant default.*--yes/),
    ]);
    for (const { id } of listed.keys) expect((await runCli(['keys', 'revoke', id, '--yes', '--data-dir', folder.path])).code).toBe(0);
    const recovered = await runCli(['keys', 'recover', '--data-dir', folder.path, '--json']);
    expect(JSON.parse(recovered.stdout)).toMatchObject({
      key: { scopes: ['read', 'write', 'admin', 'erase', 'hold', 'audit'] },
      apiKey: expect.stringMatching(/^tr_/) as string,
    });
    const scopesOf = async (...named: readonly string[]): Promise<unknown> => {
      const bound = await runCli(['keys', 'create', '--subject', 'anna', ...named, '--data-dir', folder.path, '--json']);
      return (JSON.parse(bound.stdout) as { key: { scopes: string[]; subjects: string[] } }).key;
    };
    expect(await scopesOf()).toMatchObject({ scopes: ['read', 'write'], subjects: ['anna'] });
    expect(await scopesOf('--scopes', 'read,erase')).toMatchObject({ scopes: ['read', 'erase'], subjects: ['anna'] });
    const unknown = await runCli(['keys', 'revoke', 'zzz', '--data-dir', folder.path]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('keys list')]);
  });
});

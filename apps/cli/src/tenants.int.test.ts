import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { ROUTES, type Route } from '@total-recall/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const PORTS = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn', TOTAL_RECALL_EMBEDDER: 'off' };
const SECRET = 'quinquireme of Nineveh';

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

async function started(dataDir: string) {
  const { stop: end, printed, finished } = startHere(['serve', '--data-dir', dataDir], PORTS);
  const output = await printed(/Ctrl-C stops it/);
  const stop = async (): Promise<void> => {
    end();
    await finished;
  };
  return { url: /^ *API +(http:\S+)/m.exec(output)![1]!, stop };
}

/** Calls every route but the operator's with ids of another tenant and returns all answers as one text. */
async function everythingRead(url: string, apiKey: string, ids: Readonly<Record<string, string>>): Promise<string> {
  const answers = [];
  for (const route of Object.values<Route>(ROUTES)) {
    if (route.operator || route.method !== 'GET') continue;
    const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'none');
    answers.push(await (await fetch(url + path, { headers: { Authorization: `Bearer ${apiKey}` } })).text());
  }
  const body = JSON.stringify({ query: SECRET });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  answers.push(await (await fetch(`${url}/v1/spaces/${ids['space']}/recall`, { method: 'POST', headers, body })).text());
  return answers.join('\n');
}

async function filesHolding(path: string, text: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const held = await Promise.all(files.map(async (file) => (await readFile(file)).includes(text)));
  return files.filter((_, at) => held[at]);
}

it('an operator makes, limits, disables and removes a tenant, and reads nothing of it', async () => {
  const dataDir = join(folder.path, 'memory');
  await (await started(dataDir)).stop();
  const recovered = await runHere(['keys', 'recover', '--tenant', 'system', '--data-dir', dataDir, '--json']);
  expect(recovered.code, recovered.stderr).toBe(0);
  const operator = JSON.parse(recovered.stdout) as { apiKey: string; key: { id: string; scopes: string[] } };
  expect(operator.key.scopes).toEqual(['admin', 'erase', 'audit']);
  expect((await runHere(['keys', 'recover', '--tenant', 'system', '--data-dir', dataDir])).code).toBe(1);

  const named = await runHere(['keys', 'create', '--data-dir', dataDir, '--json'], { TOTAL_RECALL_TENANT: 'system' });
  const second = (JSON.parse(named.stdout) as { key: { id: string; scopes: string[] } }).key;
  expect(second.scopes).toEqual(operator.key.scopes);
  await runHere(['keys', 'revoke', second.id, '--tenant', 'system', '--data-dir', dataDir]);

  let { url, stop } = await started(dataDir);
  const env = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: operator.apiKey };
  const tenants = async (...args: string[]) => runHere(['tenants', ...args], env);
  const made = await tenants('create', 'acme', '--name', 'Acme', '--events-per-day', '2', '--json');
  expect(made.code, made.stderr).toBe(0);
  const { apiKey } = JSON.parse(made.stdout) as { apiKey: string };
  const acme = createClient({ url, apiKey, retry: { attempts: 1 } });
  const session = acme.space('harbour').session('run-1');
  const said = (text: string) => [{ kind: 'user_message' as const, text }];
  const first = () => session.append(said(`A ${SECRET}`), { wait: 'searchable', idempotencyKey: 'first' });
  const { events } = await first();
  await session.append(said('Rowing home'));
  await expect(session.append(said('to haven'))).rejects.toMatchObject({ code: 'quota_exceeded' });
  // Whoever lost the answer asks again, and learns that it is stored.
  expect((await first()).events).toMatchObject([{ id: events[0]!.id, duplicate: true }]);

  // The operator's key, and a key with every scope that a key can have.
  const all = JSON.parse((await runHere(['keys', 'create', '--scopes', 'admin', '--json'], env)).stdout) as { apiKey: string };
  for (const key of [operator.apiKey, all.apiKey]) {
    const read = await everythingRead(url, key, { space: 'harbour', session: 'run-1', eventId: events[0]!.id, markerId: 'm1' });
    expect(read).not.toContain('quinquireme');
    expect(read).not.toContain('run-1');
  }
  expect((await runHere(['tenants', 'list'], { ...env, TOTAL_RECALL_API_KEY: apiKey })).code).toBe(1);

  expect((await tenants('set', 'acme', '--events-per-day', '4')).stdout).toContain('4 events a day');
  await session.append(said('to haven'));
  await stop();
  ({ url, stop } = await started(dataDir));
  Object.assign(env, { TOTAL_RECALL_URL: url });
  const after = createClient({ url, apiKey, retry: { attempts: 1 } })
    .space('harbour')
    .session('run-1');
  await after.append(said('in sunny Palestine'));
  await expect(after.append(said('too much'))).rejects.toMatchObject({ code: 'quota_exceeded' });

  expect((await tenants('disable', 'acme')).stdout).toContain('disabled');
  await expect(after.get()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await tenants('enable', 'acme')).stdout).toContain('enabled');
  expect(await after.get()).toMatchObject({ session: 'run-1' });

  const rotated = await runHere(['keys', 'rotate', operator.key.id, '--json'], env);
  expect(rotated.code, rotated.stderr).toBe(0);
  expect((await tenants('list')).code).toBe(1);
  Object.assign(env, { TOTAL_RECALL_API_KEY: (JSON.parse(rotated.stdout) as { apiKey: string }).apiKey });
  expect((await tenants('list')).code).toBe(0);

  expect((await tenants('remove', 'acme')).code).toBe(2);
  const removal = (body: object) =>
    fetch(`${url}/v1/admin/tenants/acme/removal`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${env.TOTAL_RECALL_API_KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await (await removal({ confirm: 'acm' })).json()).toMatchObject({ code: 'invalid_request' });
  const holding = createClient({ url, apiKey });
  const hold = await holding.placeHold({ name: 'Case 4', reason: 'A court', space: 'harbour' });
  const held = await tenants('remove', 'acme', '--dry-run');
  expect(held.stdout).toMatch(/^Would be refused: legal holds keep 4 events\./);
  expect(held.stdout).toContain(hold.id);
  expect((await tenants('remove', 'acme', '--confirm', 'acme')).code).toBe(1);
  await holding.releaseHold(hold.id, { reason: 'Over' });
  const dry = await tenants('remove', 'acme', '--dry-run', '--json');
  expect(JSON.parse(dry.stdout)).toMatchObject({ erasure: { status: 'planned', counts: { spaces: 1 } } });
  expect(await after.get()).toMatchObject({ session: 'run-1' });
  const gone = await tenants('remove', 'acme', '--confirm', 'acme', '--reason', 'left', '--json');
  expect(gone.code, gone.stderr).toBe(0);
  expect(JSON.parse(gone.stdout)).toMatchObject({ tenant: { id: 'acme', disabled: true }, erasure: { status: 'done', what: 'tenant' } });
  await expect(after.get()).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await tenants('list')).stdout).toMatch(/acme.*removed/);
  expect((await tenants('enable', 'acme')).code).toBe(3);
  expect((await tenants('create', 'acme')).code).toBe(1);
  await stop();
  expect(await filesHolding(dataDir, 'quinquireme')).toEqual([]);
  expect((await runHere(['keys', 'list', '--tenant', 'acme', '--data-dir', dataDir, '--json'])).stdout.trim()).toBe('{"keys":[]}');
});

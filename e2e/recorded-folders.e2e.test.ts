import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type TotalRecallApiError } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../apps/cli/testing/run-cli.ts';
import { BERTHS, ERASED, EXACT, FORGOTTEN, PORTS, REPEATED, RULE, SPACE } from './recorded-folders/fill-folder.ts';
import { readMemory, recordedFolders, unpackFolder } from './recorded-folders/recorded-folder.ts';
import { serveProcess, type ServedProcess } from './serve-process.ts';

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'done',
    (error: unknown) => (error as TotalRecallApiError).code,
  );
const LONG = { timeout: 240_000 };
const NAMES = await recordedFolders();

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-upgrade-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('folders of earlier builds are recorded', () => expect(NAMES.length).toBeGreaterThan(0));

describe.each(NAMES)('a data folder that the build of %s wrote', (name) => {
  let unpacked: Awaited<ReturnType<typeof unpackFolder>>;
  let service: ServedProcess;
  let client: Client;
  const at = (file: string): string => join(root, `${name}-${file}`);
  const as = (apiKey: string): Client => createClient({ url: service.url, apiKey, retry: { attempts: 1 } });
  const run = (...args: string[]) => runCli(args, { TOTAL_RECALL_URL: service.url, TOTAL_RECALL_API_KEY: unpacked.recorded.apiKeys.admin });
  const serve = async (): Promise<void> => {
    service = await serveProcess(unpacked.dataDir);
    client = as(unpacked.recorded.apiKeys.admin);
  };
  const checks = async () => ((await (await fetch(`${service.opsUrl}/readyz`)).json()) as { checks: Record<string, string> }).checks;

  beforeAll(async () => {
    unpacked = await unpackFolder(name, at('folder'));
    await serve();
  }, LONG.timeout);
  afterAll(() => service?.kill());

  it('answers what it answered then: from its own read model, from the new one, and after another start', LONG, async () => {
    const { answers, erasureId } = unpacked.recorded;
    const isUpgraded = (await checks())['read-model'] !== undefined;
    expect(await readMemory(client, erasureId)).toMatchObject(answers);
    expect(JSON.stringify(await client.space(SPACE).recall('When is the mole closed?'))).not.toContain(FORGOTTEN);
    if (isUpgraded) await expect.poll(async () => (await checks())['read-model'], LONG).toBe('ok');
    expect(await readMemory(client, erasureId)).toMatchObject(answers);
    // The former read model is there for a minute more, and would have what an erasure takes.
    if (isUpgraded) expect(await codeOf(client.erase({ space: SPACE, session: BERTHS }))).toBe('unavailable');
    await service.stop();
    await serve();
    expect(await checks()).not.toHaveProperty('read-model');
    expect(await readMemory(client, erasureId)).toMatchObject(answers);
  });

  it('finds exact strings of compacted events, and nothing of what was erased', LONG, async () => {
    const space = client.space(SPACE);
    for (const query of EXACT) expect((await space.recall(query)).rendered, query).toContain(query);
    for (const query of ERASED) expect(JSON.stringify(await space.recall(query)), query).not.toContain(`${query}.`);
  });

  it('takes its keys as they were: one for reading, one that was revoked', LONG, async () => {
    const { reader, revoked } = unpacked.recorded.apiKeys;
    expect((await as(reader).space(SPACE).recall(EXACT[0])).rendered).toContain(EXACT[0]);
    expect(
      await codeOf(
        as(reader)
          .space(SPACE)
          .session(BERTHS)
          .append([{ kind: 'user_message', text: 'No.' }]),
      ),
    ).toBe('forbidden');
    expect(await codeOf(as(revoked).space(SPACE).recall(EXACT[0]))).toBe('key_revoked');
  });

  it('goes on with a session: a repeat adds nothing, a window keeps its rule and shows what is new', LONG, async () => {
    const session = client.space(SPACE).session(BERTHS);
    const { events } = await session.append([...REPEATED.events], { idempotencyKey: REPEATED.idempotencyKey });
    expect(events).toMatchObject([{ duplicate: true }]);
    await session.append([{ kind: 'user_message', text: 'The fog horn at gate 51 was mended.' }], { wait: 'searchable' });
    const window = JSON.stringify((await session.window({ format: 'openai' })).openai);
    expect(window).toContain(RULE);
    expect(window).toContain('The fog horn at gate 51 was mended.');
  });

  it('goes on with what is known: a later statement replaces a value, and what was forgotten stays so', LONG, async () => {
    const space = client.space(SPACE);
    await space.session('later').append([{ kind: 'user_message', text: 'The staging port is 4300 now.' }], { wait: 'searchable' });
    await space.consolidate();
    const valuesOf = async (attribute: string) =>
      (await space.facts({ attribute })).facts.filter(({ status }) => status.is === 'current').map(({ value }) => value);
    expect(await valuesOf('staging port')).toEqual(['4300']);
    expect(await valuesOf('deploy region')).toEqual(['eu-west-3']);
    expect((await space.facts()).facts.map(({ text }) => text)).not.toContain(FORGOTTEN);
  });

  it('erases what no hold keeps, has an audit in which nothing was changed, is backed up, restored and whole', LONG, async () => {
    const { dataDir, audit } = unpacked;
    expect(await codeOf(client.erase({ space: SPACE, session: PORTS }))).toBe('held');
    const { id } = await client.erase({ space: SPACE, session: BERTHS });
    await expect.poll(async () => (await client.erasure(id)).status, LONG).toBe('done');
    expect(JSON.stringify(await client.space(SPACE).recall(EXACT[0]))).not.toContain(`is ${EXACT[0]}`);
    expect(await run('certificate', id, '--out', at('gone.json'))).toMatchObject({ code: 0 });
    expect(await run('audit', 'verify', '--earlier', audit)).toMatchObject({ code: 0 });
    expect(await run('backup', dataDir, at('backup'))).toMatchObject({ code: 0 });
    await service.stop();
    for (const args of [
      ['verify', '--data-dir', dataDir],
      ['verify-certificate', at('gone.json'), '--data-dir', dataDir],
      ['restore', at('backup'), at('restored'), '--master-key', join(dataDir, 'master.key')],
      ['verify', '--data-dir', at('restored')],
    ])
      expect(await runCli(args), args.join(' ')).toMatchObject({ code: 0 });
  });
});

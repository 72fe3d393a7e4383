import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandContext } from './command-context.ts';
import { addRestore } from './commands/data/restore.ts';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let served: string;

const PORTS = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };
const at = (name: string): string => join(folder.path, name);

async function serve(dataDir: string) {
  const { stop, printed, finished } = startHere(['serve', '--data-dir', dataDir], PORTS);
  const output = await printed(/Ctrl-C stops it/);
  return {
    url: /^ *API +(http:\S+)/m.exec(output)![1]!,
    apiKey: /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)?.[0],
    stop: async () => {
      stop();
      await finished;
    },
  };
}

beforeAll(async () => {
  folder = await temporaryFolder();
  served = at('served');
});
afterAll(() => folder.remove());

describe('total-recall backup and restore', () => {
  it('copy a folder while its service runs, and make a service of it elsewhere that says the same', async () => {
    const service = await serve(served);
    const read = async (url: string) => {
      const space = createClient({ url, apiKey: service.apiKey! }).space('harbour');
      const { events } = await space.session('summer').events();
      const { hits } = await space.recall({ query: 'gauge of berth 7' });
      return JSON.stringify({ events, hits });
    };
    const session = createClient({ url: service.url, apiKey: service.apiKey! }).space('harbour').session('summer');
    const text = (n: number) => `The gauge of berth ${n} stands at ${n * 37}.`;
    await session.append(
      Array.from({ length: 20 }, (_, n) => ({ kind: 'user_message' as const, text: text(n) })),
      { wait: 'searchable' },
    );
    const before = await read(service.url);
    const made = await runHere(['backup', served, at('backup'), '--json']);
    await service.stop();
    expect(made.stderr).toBe('');
    expect(JSON.parse(made.stdout)).toMatchObject({ keys: 'included', masterKey: 'left_out', checked: { records: 20, unreadable: 0 } });
    expect(made.code).toBe(0);

    const whole = await runHere(['restore', at('backup'), '--check']);
    expect(whole.stdout).toContain('The backup is complete. 20 records and 0 artifacts');
    expect(whole.stdout).toContain('Its records were opened when it was made, and not now.');
    const masterKey = ['--master-key', join(served, 'master.key')];
    const opened = await runHere(['restore', at('backup'), '--check', ...masterKey]);
    expect([opened.code, opened.stdout]).toEqual([0, expect.stringContaining('The master key opens its keys, and they open 20 records.')]);
    const asJson = JSON.parse((await runHere(['restore', at('backup'), '--check', '--json', ...masterKey])).stdout) as object;
    expect(asJson).toMatchObject({
      ok: true,
      recordsOpened: true,
      checked: { records: 20, unreadable: 0 },
      artifactsMissing: { count: 0 },
    });
    await writeFile(at('other.key'), `${'ab'.repeat(32)}\n`, { mode: 0o600 });
    const foreign = await runHere(['restore', at('backup'), '--check', '--master-key', at('other.key')]);
    expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('does not open the keys in')]);
    await mkdir(at('vault'));
    await writeFile(at('vault/master.key'), await readFile(join(served, 'master.key')), { mode: 0o600 });
    await rm(served, { recursive: true });
    const restored = await runHere(['restore', at('backup'), at('restored'), '--master-key', at('vault/master.key')]);
    const resumed = async () =>
      JSON.parse((await runHere(['retention', 'resume', '--data-dir', at('restored'), '--json'])).stdout) as object;
    expect(restored.stdout).toContain('The first start builds the read model from the log.');
    expect(restored.stdout).toContain('a key revoked since then is valid again.');
    expect(restored.stdout).toMatch(
      /Data erased since the backup is there again.*holds placed since are missing.*--ledger FILE \(the ledger\.db of/,
    );
    expect(restored.stdout).toContain('retention erases nothing until');
    expect(await resumed()).toMatchObject({ resumed: true, pausedSince: expect.any(String) as unknown });
    expect(await resumed()).toEqual({ resumed: false });
    expect(restored.code).toBe(0);
    const named = ['restore', at('backup'), at('named-json'), '--master-key', at('vault/master.key'), '--json'];
    expect(JSON.parse((await runHere(named)).stdout)).toMatchObject({ folder: at('named-json'), controlOf: 'backup', ledgerOf: 'backup' });
    await rm(at('named-json'), { recursive: true });
    const laterFiles = ['--control', join(at('restored'), 'control.db'), '--ledger', join(at('restored'), 'ledger.db')];
    const later = await runHere([...named, ...laterFiles]);
    expect(JSON.parse(later.stdout)).toMatchObject({ controlOf: 'later', ledgerOf: 'later' });
    await rm(at('named-json'), { recursive: true });
    const said = await runHere([...named.slice(0, -1), ...laterFiles]);
    expect(said.stdout).not.toContain('Data erased since');
    const again = await serve(at('restored'));
    await expect.poll(() => read(again.url)).toBe(before);
    const to = { TOTAL_RECALL_URL: again.url, TOTAL_RECALL_API_KEY: service.apiKey! };
    const exported = await runHere(['export', '--space', 'harbour', '--out', at('harbour.jsonl'), '--json'], to);
    expect(JSON.parse(exported.stdout)).toMatchObject({ sessions: 1, events: 20, missing: 0 });
    const imported = await runHere(['import', at('harbour.jsonl'), '--space', 'copy'], to);
    expect(imported.stdout).toContain('20 events of 1 session: 20 added, 0 already there.');
    const copied = await runHere(['export', '--space', 'copy'], to);
    expect(copied.stdout).toBe(await readFile(at('harbour.jsonl'), 'utf8'));
    await again.stop();
    const verified = await runHere(['verify', '--data-dir', at('restored')]);
    expect([verified.code, verified.stderr]).toEqual([0, '']);
  });

  it('stop to check a backup when they are interrupted', async () => {
    const terminal = { out: (line: string) => void printed.push(line), style: (_: string, text: string) => text };
    const printed: string[] = [];
    const context = { io: process, terminal, interrupted: AbortSignal.abort() } as unknown as CommandContext;
    const program = new Command();
    addRestore(program, async (run) => void (await run(context)));
    await expect(program.parseAsync(['restore', at('backup'), '--check'], { from: 'user' })).rejects.toMatchObject({
      exitCode: 130,
      message: 'The check was interrupted.',
    });
    expect(printed).toEqual([]);
  });

  it('say what is missing, and end with what kind of failure it is', async () => {
    const keysFile = at('vault/keys.db');
    const apart = await runHere(['backup', at('restored'), at('apart'), '--keys-to', keysFile]);
    expect(apart.stdout).toContain('Every record can be decrypted with the copied keys.');
    expect(apart.stdout).toContain('It does not contain the master key: keep a copy of');
    const without = await runHere(['restore', at('apart'), at('again')]);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('name their file with --keys')]);
    const keyless = await runHere(['restore', at('apart'), at('again'), '--keys', keysFile]);
    expect([keyless.code, keyless.stderr]).toEqual([2, expect.stringContaining('Name your copy with --master-key')]);
    const byVariable = { TOTAL_RECALL_MASTER_KEYS: await readFile(at('vault/master.key'), 'utf8') };
    expect(apart.stdout).not.toContain('backups.json');
    await rm(at('restored/backups.json'));
    await mkdir(at('restored/backups.json'));
    const named = await runHere(['backup', at('restored'), at('named')], byVariable);
    expect(named.stdout).toMatch(
      /backups\.json of the data folder could not be updated \(EISDIR.*\): certificates of erasures do not list/,
    );
    await rm(at('restored/backups.json'), { recursive: true });
    expect(named.stdout).toContain('It does not contain the master key: keep a copy of TOTAL_RECALL_MASTER_KEYS elsewhere.');
    await chmod(at('vault/master.key'), 0o600);
    await writeFile(at('vault/other.key'), `${'ab'.repeat(32)}\n`, { mode: 0o600 });
    const wrong = await runHere(['restore', at('apart'), at('again'), '--keys', keysFile, '--master-key', at('vault/other.key')]);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('does not open')]);
    expect(await readdir(at('again'))).toEqual([]);
    const log = (await readdir(at('apart'))).find((entry) => entry.startsWith('at-'))!;
    await rm(join(at('apart'), log, 'log.db'));
    const broken = await runHere([
      'restore',
      at('apart'),
      at('again'),
      '--keys',
      keysFile,
      '--master-key',
      at('vault/master.key'),
      '--json',
    ]);
    expect([broken.code, JSON.parse(broken.stdout)]).toMatchObject([
      1,
      { error: { code: 'damaged', message: expect.stringContaining('log.db is missing') } },
    ]);
    expect((await runHere(['backup', at('nothing'), at('apart')])).code).toBe(3);
    expect((await runHere(['backup', served, at('x'), '--without-keys', '--keys-to', keysFile])).code).toBe(2);
  });
});

describe('total-recall backup and restore, with artifacts lost', () => {
  const artifacts = async (folder: string): Promise<string[]> =>
    (await readdir(folder, { recursive: true })).filter((entry) => /art_[0-9a-f]{32}$/.test(entry)).sort();

  it('name the files and what to do, and end with 1 until they are back', async () => {
    const service = await serve(at('stored'));
    const session = createClient({ url: service.url, apiKey: service.apiKey! }).space('harbour').session('summer');
    const report = (n: number) => Array.from({ length: 900 }, (_, line) => `crate ${n}-${line} stands at berth ${line % 7}`).join('\n');
    await session.append([1, 2].map((n) => ({ kind: 'tool_result' as const, call: { id: `call-${n}`, name: 'cargo' }, text: report(n) })));
    await service.stop();
    const backup = () => runHere(['backup', at('stored'), at('kept')]);
    const restored = ['restore', at('kept'), at('partial'), '--master-key', join(at('stored'), 'master.key')];
    expect((await backup()).code).toBe(0);
    const store = join(at('stored'), 'artifacts');
    const [first, second] = await artifacts(join(at('kept'), 'artifacts'));

    await rm(store, { recursive: true });
    const lost = await backup();
    expect([lost.code, lost.stdout]).toEqual([1, expect.stringContaining(`${store} lost 2 artifacts that records refer to`)]);
    for (const part of [first, second, `copy these files from ${at('kept/artifacts')} to ${join(store, 'hot')}`])
      expect(lost.stdout).toContain(part);
    const whole = await runHere(['restore', at('kept'), '--check']);
    expect([whole.code, whole.stdout]).toEqual([0, expect.stringContaining('The backup is complete.')]);
    await cp(at('kept/artifacts'), join(store, 'hot'), { recursive: true });
    expect((await backup()).code).toBe(0);

    await writeFile(join(at('kept/artifacts'), first!), 'x');
    const refused = await runHere(restored);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(`artifacts/${first} is damaged`)]);
    const partial = await runHere([...restored, '--without-damaged-artifacts']);
    expect([partial.code, partial.stdout]).toEqual([1, expect.stringContaining(`lacks 1 artifact that records refer to (${first})`)]);
    const mended = await backup();
    expect([mended.code, mended.stdout]).toEqual([0, expect.stringContaining(`copied anew: ${first}.`)]);

    await rm(store, { recursive: true });
    const never = await runHere(['backup', at('stored'), at('never'), '--json']);
    expect([never.code, JSON.parse(never.stdout)]).toMatchObject([1, { artifactsMissing: { count: 2, paths: [first, second] } }]);
    const lacking = await runHere(['restore', at('never'), '--check']);
    expect([lacking.code, lacking.stdout]).toEqual([1, expect.stringContaining('The backup lacks 2 artifacts that records refer to')]);
  });
});

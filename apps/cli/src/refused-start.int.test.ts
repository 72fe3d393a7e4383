import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCli, startCli, temporaryFolder } from '../testing/run-cli.ts';

const PORTS = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' };
/** A start that waits where it could refuse takes longer than a test may. */
const PATIENT = { TOTAL_RECALL_START_DEADLINE_MS: '3600000' };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let keyFile: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'memory');
  keyFile = join(folder.path, 'master.key');
});
afterEach(() => folder.remove());

/** Starts the service, expects that it is refused at once, and returns what it said. */
async function refused(env: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await runCli(['serve', '--data-dir', dataDir], { ...PORTS, ...PATIENT, ...env });
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

const doctor = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const { code, stdout } = await runCli(['doctor', '--data-dir', dataDir, '--json'], { ...PORTS, ...env });
  expect(code).toBe(1);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; outcome: string; detail: string }[] };
  return checks.filter(({ name, outcome }) => name === 'master key' && outcome === 'fail').map(({ detail }) => detail)[0]!;
};

it('a start that others can reach is warned of, and of the lack of TLS where there is no certificate', async () => {
  // A file in the place of the folder, so that each start ends by itself.
  await writeFile(keyFile, '');
  const said = async (env: Readonly<Record<string, string>>): Promise<string> =>
    (await runCli(['serve', '--data-dir', keyFile], { ...PORTS, TOTAL_RECALL_HOST: '0.0.0.0', ...env })).stderr;
  expect(await said({})).toContain(
    'The API listens on 0.0.0.0, so other machines can reach it, without TLS. Set TOTAL_RECALL_TLS_CERT_FILE',
  );
  const files = { TOTAL_RECALL_TLS_CERT_FILE: join(folder.path, 'tls.crt'), TOTAL_RECALL_TLS_KEY_FILE: join(folder.path, 'tls.key') };
  expect(await said(files)).toContain('The API listens on 0.0.0.0, so other machines can reach it.\n');
});

it.runIf(process.platform === 'linux')('a folder that can not be made is refused by name', async () => {
  const session = join(folder.path, 'session.jsonl');
  await writeFile(session, '{"role":"user","content":"Hello."}\n');
  for (const args of [['serve'], ['import', session]]) {
    const { code, stderr } = await runCli([...args, '--data-dir', '/proc/total-recall/memory'], PORTS);
    expect([code, stderr]).toEqual([1, expect.stringContaining('/proc/total-recall cannot be created')]);
  }
});

it.each([
  ['is empty', '', 'it is empty'],
  ['is too short', 'ab'.repeat(31), 'it has 62 characters'],
  ['is base64', Buffer.alloc(32, 7).toString('base64'), 'it has 44 characters'],
  ['has something after the key', `${'ab'.repeat(32)}\nmy key\n`, 'word 2 of 3 has 2 characters'],
])('a master key file that %s is refused with its name and the way out', async (_, text, fault) => {
  await writeFile(keyFile, text, { mode: 0o600 });
  const said = await refused({ TOTAL_RECALL_MASTER_KEY_FILE: keyFile });
  expect(said).toMatch(new RegExp(`the file ${keyFile}: ${fault}\\..*openssl rand -hex 32.*Put back your copy`));
  expect(await readdir(dataDir)).not.toContain('keys.db');
});

it('a folder in the place of the master key, or a key that others may read, is refused likewise, and named by doctor', async () => {
  const env = { TOTAL_RECALL_MASTER_KEY_FILE: keyFile };
  await mkdir(keyFile);
  expect(await refused(env)).toContain(`${keyFile} is a folder`);
  await rm(keyFile, { recursive: true });
  await writeFile(keyFile, 'ab'.repeat(32), { mode: 0o644 });
  for (const said of [await refused(env), await doctor(env)]) expect(said).toContain(`Run: chmod 600 ${keyFile}`);
});

it('doctor reads the master key before there is anything that it opens', async () => {
  await writeFile(keyFile, 'ab'.repeat(31), { mode: 0o600 });
  expect(await doctor({ TOTAL_RECALL_MASTER_KEY_FILE: keyFile })).toContain(`the file ${keyFile}: it has 62 characters`);
});

it('master keys in a variable, or in a file that one names, are refused by its name', async () => {
  const short = 'cd'.repeat(31);
  const said = await refused({ TOTAL_RECALL_MASTER_KEYS: short });
  expect(said).toMatch(/TOTAL_RECALL_MASTER_KEYS must be keys of 64 lower-case hex digits each, as `openssl rand -hex 32`/);
  await writeFile(keyFile, short, { mode: 0o600 });
  const ofFile = await refused({ TOTAL_RECALL_MASTER_KEYS_FILE: keyFile });
  expect(ofFile).toContain(`What ${keyFile} holds, named by TOTAL_RECALL_MASTER_KEYS_FILE, must be keys of 64`);
  expect(said + ofFile).not.toContain(short);
  const { code } = await runCli(['serve', '--port', 'many'], PORTS);
  expect(code).toBe(2);
});

it('a master key that was emptied or lost after the first start is not made anew, neither by a start nor by a rotation', async () => {
  const env = { ...PORTS, TOTAL_RECALL_MASTER_KEY_FILE: keyFile };
  const service = startCli(['serve', '--data-dir', dataDir], env);
  await service.printed(/Ctrl-C stops it/);
  service.child.kill('SIGINT');
  await service.finished;
  await writeFile(keyFile, '');
  expect(await refused(env)).toContain(`The master key ${keyFile} is empty, and was not`);
  await rm(keyFile);
  expect(await refused(env)).toContain(`The master key ${keyFile} is not there, and was`);
  const rotated = await runCli(['keys', 'rotate-master', '--data-dir', dataDir], env);
  expect(rotated).toMatchObject({ code: 1, stderr: expect.stringContaining(`The master key ${keyFile} is not there, and was`) });
  expect(await readdir(folder.path)).not.toContain('master.key');
});

it('the file of an API key that others may read is refused with the command that closes it, also by install', async () => {
  await writeFile(keyFile, `tr_${'0'.repeat(16)}_${'a'.repeat(43)}`, { mode: 0o644 });
  const recall = await runCli(['recall', 'crane', '--space', 'work'], { TOTAL_RECALL_API_KEY_FILE: keyFile });
  expect(recall).toMatchObject({ code: 1, stderr: expect.stringContaining(`Run: chmod 600 ${keyFile}`) });
  const install = await runCli(['install', 'claude-code', '--space', 'work', '--api-key-file', keyFile], { HOME: folder.path });
  expect(install).toMatchObject({ code: 1, stderr: expect.stringContaining(`Run: chmod 600 ${keyFile}`) });
});

import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJson5 } from '@total-recall/agent-settings';
import { runHere, temporaryFolder } from '../testing/run-cli.ts';

const ORIGINAL = "// kept by hand\n{\n  gateway: { mode: 'local' }, // no comma behind the last\n  plugins: { allow: ['other'] }\n}";

describe('total-recall install openclaw', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let env: Record<string, string>;
  let settings: string;
  const install = (...more: string[]) =>
    runHere(['install', 'openclaw', '--space', 'work', '--api-key-file', env['KEY_FILE']!, ...more], env);

  beforeAll(async () => {
    folder = await temporaryFolder();
    settings = join(folder.path, '.openclaw/openclaw.json');
    env = { HOME: folder.path, XDG_STATE_HOME: '', OPENCLAW_CONFIG_PATH: '', OPENCLAW_STATE_DIR: '', KEY_FILE: join(folder.path, 'key') };
    await mkdir(dirname(settings));
    await writeFile(env['KEY_FILE']!, 'tr_key', { mode: 0o600 });
    await writeFile(settings, ORIGINAL);
  });
  afterAll(() => folder.remove());

  it('shows the changes, writes them when told to, and is undone byte for byte', async () => {
    const shown = await install();
    expect(shown.stdout).toContain('+  plugins: { allow: [\'other\', "total-recall"]');
    expect(await readFile(settings, 'utf8')).toBe(ORIGINAL);
    // Twice, as after an update.
    for (let time = 1; time <= 2; time++) expect(await install('--yes')).toMatchObject({ code: 0, stderr: '' });
    const written = readJson5(await readFile(settings, 'utf8')) as {
      plugins: { allow: string[]; load: { paths: string[] }; entries: Record<string, object> };
    };
    expect(written.plugins.allow).toEqual(['other', 'total-recall']);
    expect(written.plugins.entries['total-recall']).toEqual({
      enabled: true,
      hooks: { allowConversationAccess: true },
      config: { space: 'work', apiKeyFile: env['KEY_FILE'] },
    });
    // OpenClaw reads these two there, and the module that they name.
    const [plugin] = written.plugins.load.paths;
    const manifest = JSON.parse(await readFile(join(plugin!, 'openclaw.plugin.json'), 'utf8')) as { id: string };
    expect(manifest.id).toBe('total-recall');
    const { openclaw } = JSON.parse(await readFile(join(plugin!, 'package.json'), 'utf8')) as { openclaw: { extensions: string[] } };
    expect(await readFile(join(plugin!, openclaw.extensions[0]!), 'utf8')).toContain('total-recall');
    expect(await runHere(['uninstall', 'openclaw', '--yes'], env)).toMatchObject({ code: 0 });
    expect(await readFile(settings, 'utf8')).toBe(ORIGINAL);
  });

  it('takes only its own part out of settings that were changed since', async () => {
    await install('--yes');
    await writeFile(settings, (await readFile(settings, 'utf8')).replace("'local'", "'remote'"));
    await runHere(['uninstall', 'openclaw', '--yes'], env);
    expect(await readFile(settings, 'utf8')).toBe(ORIGINAL.replace("'local'", "'remote'"));
    expect(await runHere(['hook', 'openclaw'], env)).toMatchObject({ code: 2 });
  });

  it.each([
    ['an empty file', ''],
    ['the beginning of a file with its mark', '\uFEFF{\r\n\tgateway: {}, // tabs\r\n}\r\n'],
    ['a comment that ends a line', '{ gateway: {} // one line\n}'],
  ])('puts back byte for byte: %s', async (_, text) => {
    const file = join(folder.path, 'bytes.json');
    const elsewhere = { ...env, OPENCLAW_CONFIG_PATH: file };
    await writeFile(file, text, { mode: 0o600 });
    expect(await runHere(['install', 'openclaw', '--api-key-file', env['KEY_FILE']!, '--yes'], elsewhere)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await readFile(file, 'utf8')).toContain('total-recall');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await runHere(['uninstall', 'openclaw', '--yes'], elsewhere)).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('leaves a file alone that is not UTF-8, as it could not be put back', async () => {
    const file = join(folder.path, 'latin1.json');
    const bytes = Buffer.from("{ name: 'Zo\xeb' }", 'latin1');
    await writeFile(file, bytes);
    const elsewhere = { ...env, OPENCLAW_CONFIG_PATH: file };
    const { code, stderr } = await runHere(['install', 'openclaw', '--api-key-file', env['KEY_FILE']!, '--yes'], elsewhere);
    expect([code, stderr]).toEqual([1, expect.stringContaining('it is not written in UTF-8')]);
    expect((await readFile(file)).equals(bytes)).toBe(true);
  });

  it('writes where OpenClaw is told to look, and leaves a file alone that it cannot read', async () => {
    const elsewhere = { ...env, OPENCLAW_CONFIG_PATH: join(folder.path, 'other.json') };
    await writeFile(elsewhere.OPENCLAW_CONFIG_PATH, '{ plugins: ');
    const args = ['install', 'openclaw', '--yes'];
    expect(await runHere(args, elsewhere)).toMatchObject({ code: 1 });
    expect(await readFile(elsewhere.OPENCLAW_CONFIG_PATH, 'utf8')).toBe('{ plugins: ');
    const state = { ...env, OPENCLAW_STATE_DIR: join(folder.path, 'state') };
    expect(await runHere(args, state)).toMatchObject({ code: 0 });
    expect(await readFile(join(folder.path, 'state/openclaw.json'), 'utf8')).toContain('"total-recall"');
    await runHere(['uninstall', 'openclaw', '--yes'], state);
    await expect(readFile(join(folder.path, 'state/openclaw.json'), 'utf8')).rejects.toThrow('ENOENT');
  });
});

import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPythons, type Python } from './python-package/find-pythons.ts';

const PACKAGE = fileURLToPath(new URL('../python/', import.meta.url));
const INSTALL = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
const mayFetch = process.env['TOTAL_RECALL_TEST_SERVERS'] === 'fetch' || process.env['REQUIRE_REAL_BACKENDS'] === '1';
const pythons = await findPythons();
// The oldest and the newest are enough: what differs between versions differs between these.
const tested = pythons.filter((_python, at) => at === 0 || at === pythons.length - 1);
const missing = !mayFetch
  ? 'pip may fetch nothing here: TOTAL_RECALL_TEST_SERVERS=fetch allows it'
  : tested.length === 0
    ? 'there is no Python 3.10 or later with venv and ensurepip'
    : undefined;
if (missing !== undefined) process.stderr.write(`\nDID NOT RUN: the tests of the Python client, because ${missing}.\n`);
if (missing !== undefined && process.env['REQUIRE_REAL_BACKENDS'] === '1') throw new Error(missing);

describe.skipIf(missing !== undefined)('the wheel of the Python client', () => {
  let folder: string;
  let wheel: string;
  let service: Awaited<ReturnType<typeof createStandalone>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'total-recall-python-'));
    for (const python of tested) await runPython(python.path, ['-m', 'venv', '--without-pip', venvOf(python)]);
    await runPython(tested.at(-1)!.path, ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, PACKAGE]);
    wheel = join(
      folder,
      (await readdir(folder)).find((name) => name.endsWith('.whl'))!,
    );
    const settings = { TOTAL_RECALL_DATA_DIR: join(folder, 'data'), TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' };
    service = await createStandalone(parseConfig('standalone', { ...settings, TOTAL_RECALL_EMBEDDER: 'off' }), SILENT_LOGGER, '0.0.0-test');
    // The tests stand apart from the sources, so that they import what was installed.
    await cp(join(PACKAGE, 'tests'), join(folder, 'tests'), { recursive: true });
    await cp(join(PACKAGE, 'pyproject.toml'), join(folder, 'pyproject.toml'));
  }, 300_000);

  afterAll(async () => {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const venvOf = ({ version }: Python): string => join(folder, `venv-${version}`);
  const pythonOf = (python: Python): string => join(venvOf(python), 'bin', 'python');
  /** Installs into a venv with the pip of the Python that made it, which spares each venv a pip of its own. */
  const install = (python: Python, ...names: string[]): Promise<string> =>
    runPython(python.path, ['-m', 'pip', '--python', pythonOf(python), ...INSTALL, ...names]);

  async function runPython(python: string, args: readonly string[]): Promise<string> {
    if (service?.bootstrap.kind === 'lost') throw new Error('the first start made no key');
    const key = service?.bootstrap.kind === 'created' ? service.bootstrap.apiKey : '';
    const env = { ...process.env, TOTAL_RECALL_TEST_URL: service?.url ?? '', TOTAL_RECALL_TEST_KEY: key, PYTHONDONTWRITEBYTECODE: '1' };
    const done = await promisify(execFile)(python, args, { cwd: folder, env, timeout: 240_000 }).catch((error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
    });
    return done.stdout;
  }

  it.for(tested)('installs alone and passes its tests on Python $version', { timeout: 300_000 }, async (given) => {
    const python = await emptyVenv(given, 'user');
    await runPython(python, [...INSTALL, wheel]);
    const alone = await runPython(python, ['-c', 'import total_recall; print(total_recall.__file__)']);
    expect(alone).toContain('site-packages');
    await runPython(python, [...INSTALL, 'pytest>=8,<10']);
    expect(await runPython(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'])).toMatch(/\d+ passed/);
  });

  it('has types and a style that mypy and ruff take, strictly', { timeout: 300_000 }, async () => {
    const python = await emptyVenv(tested.at(-1)!, 'checker');
    await runPython(python, [...INSTALL, wheel, 'pytest>=8,<10', 'mypy>=1.10,<3', 'ruff>=0.6,<1']);
    expect(await runPython(python, ['-m', 'mypy', '--cache-dir', join(folder, 'mypy'), '-p', 'total_recall', '-p', 'tests'])).toContain(
      'no issues found',
    );
    await runPython(python, ['-m', 'ruff', 'check', '--no-cache', PACKAGE]);
    await runPython(python, ['-m', 'ruff', 'format', '--no-cache', '--check', PACKAGE]);
  });
});

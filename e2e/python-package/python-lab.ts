import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SILENT_LOGGER } from '@total-recall/observability';
import { parseConfig } from '@total-recall/runtime';
import { createStandalone } from '@total-recall/standalone';
import type { Python } from './find-pythons.ts';

export const PACKAGE = fileURLToPath(new URL('../../python/', import.meta.url));
const PIP = ['-m', 'pip', '--disable-pip-version-check'];
/** An install over a slow network, and the longest of the tests, on a loaded machine. */
const COMMAND_MS = 540_000;

/** A folder with the wheel of the Python client, its tests, an empty environment for each Python, and a service. */
export interface PythonLab {
  readonly folder: string;
  readonly wheel: string;
  readonly url: string;
  readonly apiKey: string;
  /** Installs into the environment of a Python. */
  install(python: Python, ...names: string[]): Promise<string>;
  /** Returns the interpreter of an environment. */
  pythonOf(python: Python): string;
  /** Runs the Python of an environment and returns what it printed; rejects where it fails. */
  run(python: Python, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  close(): Promise<void>;
}

export async function openPythonLab(pythons: readonly Python[]): Promise<PythonLab> {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-python-'));
  const execute = async (python: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> => {
    // A machine that keeps no compiled modules compiles a framework, seconds of it, for every example.
    const options = { cwd: folder, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '', ...env }, timeout: COMMAND_MS };
    const done = await promisify(execFile)(python, args, options).catch((error: unknown) => {
      const { stdout = '', stderr = '', killed } = error as { stdout?: string; stderr?: string; killed?: boolean };
      throw new Error(`${args.join(' ')} ${killed ? `was ended after ${COMMAND_MS / 1_000} s` : 'failed'}:\n${stdout}\n${stderr}`, {
        cause: error,
      });
    });
    return done.stdout;
  };
  const venvOf = ({ version }: Python): string => join(folder, `venv-${version}`);
  const pythonOf = (python: Python): string => join(venvOf(python), 'bin', 'python');

  for (const python of pythons) await execute(python.path, ['-m', 'venv', '--without-pip', venvOf(python)]);
  await execute(pythons.at(-1)!.path, [...PIP, 'wheel', '--quiet', '--no-deps', '--wheel-dir', folder, PACKAGE]);
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'))!;
  // The tests stand apart from the sources, so that they import what was installed.
  await cp(join(PACKAGE, 'tests'), join(folder, 'tests'), { recursive: true });
  await cp(join(PACKAGE, 'pyproject.toml'), join(folder, 'pyproject.toml'));
  const settings = { TOTAL_RECALL_DATA_DIR: join(folder, 'data'), TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' };
  const service = await createStandalone(
    parseConfig('standalone', { ...settings, TOTAL_RECALL_EMBEDDER: 'off' }),
    SILENT_LOGGER,
    '0.0.0-test',
  );
  if (service.bootstrap.kind !== 'created') throw new Error('the first start made no key');
  const { apiKey } = service.bootstrap;
  const named = { TOTAL_RECALL_TEST_URL: service.url, TOTAL_RECALL_TEST_KEY: apiKey, TOTAL_RECALL_API_KEY: apiKey };
  return {
    folder,
    wheel: join(folder, wheel),
    url: service.url,
    apiKey,
    // The pip of the Python that made an environment fills it, which spares each one a pip of its own.
    install: (python, ...names) =>
      execute(python.path, [...PIP, '--python', pythonOf(python), 'install', '--quiet', '--no-compile', ...names]),
    pythonOf,
    run: (python, args, env) => execute(pythonOf(python), args, { ...named, ...env }),
    async close() {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

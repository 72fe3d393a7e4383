import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findModelFiles, MINILM_L6_V2, modelCacheFolder } from '@total-recall/adapter-onnx';
import { findPythons } from '../../e2e/python-package/find-pythons.ts';

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');
const CLIENT = join(import.meta.dirname, '..', '..', 'python');
const INSTALL_MS = 900_000;

const run = promisify(execFile);

/**
 * Returns the interpreter of an environment with all contenders. It stands in the user's cache folder, is made at the
 * first call, and again where the requirements change; our own client is installed at each call.
 */
export async function preparePython(): Promise<string> {
  const python = (await findPythons()).at(-1);
  if (!python) throw new Error('The bench needs a Python of 3.10 or later with pip 22.3 or later.');
  const requirements = await readFile(REQUIREMENTS);
  const hash = createHash('sha256').update(requirements).update(python.version).digest('hex').slice(0, 12);
  const home = join(dirname(modelCacheFolder(process.env, homedir)), 'beside', hash);
  const pip = (venv: string, ...args: readonly string[]): Promise<unknown> =>
    run(python.path, ['-m', 'pip', '--disable-pip-version-check', '--python', join(venv, 'bin', 'python'), 'install', '--quiet', ...args], {
      timeout: INSTALL_MS,
    });
  if (!existsSync(home)) {
    const draft = `${home}.${process.pid}`;
    await mkdir(dirname(home), { recursive: true });
    try {
      await run(python.path, ['-m', 'venv', '--without-pip', draft]);
      await pip(draft, '-r', REQUIREMENTS);
      await rename(draft, home);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }
  await pip(home, '--force-reinstall', '--no-deps', CLIENT);
  return join(home, 'bin', 'python');
}

/** Returns the folder of the model's files, which are fetched as `total-recall model fetch` does. */
export async function prepareModel(): Promise<string> {
  const { modelPath } = await findModelFiles(MINILM_L6_V2, { cacheFolder: modelCacheFolder(process.env, homedir) });
  return dirname(modelPath);
}

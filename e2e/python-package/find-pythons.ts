import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAMES = ['python3', 'python3.10', 'python3.11', 'python3.12', 'python3.13', 'python3.14'];
// Since 22.3 pip installs into the venv of another Python.
const ASK = `import sys, venv, pip
assert tuple(int(part) for part in pip.__version__.split(".")[:2]) >= (22, 3)
print("%d.%d" % sys.version_info[:2], sys.executable)`;

export interface Python {
  /** Major and minor number, such as 3.12. */
  readonly version: string;
  readonly path: string;
}

/** Returns the Pythons of this machine that the client supports and that can fill a venv, the oldest first. */
export async function findPythons(): Promise<readonly Python[]> {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  const kept = await readdir(versions).catch(() => []);
  const candidates = [...NAMES, ...kept.map((version) => join(versions, version, 'bin', 'python3'))];
  const found = new Map<string, Python>();
  for (const python of await Promise.all(candidates.map(askVersion))) {
    if (python && minorOf(python) >= 10 && !found.has(python.version)) found.set(python.version, python);
  }
  return [...found.values()].sort((a, b) => minorOf(a) - minorOf(b));
}

async function askVersion(command: string): Promise<Python | undefined> {
  const answer = await run(command, ['-c', ASK], { timeout: 20_000 }).catch(() => undefined);
  const [, version, path] = /^(3\.\d+) (.+)$/m.exec(answer?.stdout ?? '') ?? [];
  return version !== undefined && path !== undefined ? { version, path } : undefined;
}

function minorOf({ version }: Python): number {
  return Number(version.split('.')[1]);
}

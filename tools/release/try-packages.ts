import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readdir, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const READY_MS = 60_000;

/** Does with both packages what a reader of the README does; the client is used as its own package and through the other. */
const TRY_MJS = `import assert from 'node:assert/strict';
import { createClient } from 'CLIENT';
const { url, apiKey } = JSON.parse(process.env.TRY);
const session = createClient({ url, apiKey }).space('work').session('first');
await session.append({ kind: 'user_message', text: 'Deploy the harbour service with --max-retries=7.' });
const window = await session.window({ format: 'openai' });
assert.match(JSON.stringify(window.openai), /--max-retries=7/);
const answer = await createClient({ url, apiKey }).space('work').recall({ query: 'harbour service retries' });
assert.match(JSON.stringify(answer), /--max-retries=7/);
`;

const TRY_TS = `import { createClient, type Client } from 'total-recall';
const client: Client = createClient({ url: 'http://127.0.0.1:8420', apiKey: 'tr_' });
// @ts-expect-error a client has no such method
client.nothing();
`;

export interface Place {
  readonly folder: string;
  /** The Node that runs what is tried. */
  readonly node: string;
}

/** Installs tarballs into an empty folder. With `offline` npm may use its cache only. */
export async function install({ folder, node }: Place, tarballs: readonly string[], offline: boolean): Promise<void> {
  await mkdir(folder, { recursive: true });
  const flags = ['--no-audit', '--no-fund', offline ? '--offline' : '--prefer-offline'];
  await run('npm', ['install', ...flags, ...tarballs], { cwd: folder, env: environment(node), maxBuffer: 1 << 24 });
}

/** Starts the installed service as `npx total-recall serve`, uses it through both packages, and stops it. */
export async function tryService(place: Place): Promise<void> {
  const { folder, node } = place;
  const service = await startInstalled(place, ['serve', '--json', '--port', '0', '--ops-port', '0']);
  try {
    for (const client of ['total-recall', '@total-recall/client']) {
      const file = join(folder, `try-${client.replace('/', '-')}.mjs`);
      await writeFile(file, TRY_MJS.replace('CLIENT', client));
      await run(node, [file], { cwd: folder, env: { ...service.env, TRY: service.printed } });
    }
  } finally {
    await service.stop();
  }
}

/** Starts the installed command, as `npx total-recall ARGS`, and waits for the first line that it prints. */
export async function startInstalled({ folder, node }: Place, args: readonly string[]) {
  const env = {
    ...environment(node),
    HOME: folder,
    TOTAL_RECALL_DATA_DIR: join(folder, 'memory'),
    TOTAL_RECALL_EMBEDDER: 'off',
    TOTAL_RECALL_LOG_LEVEL: 'error',
  };
  const child = spawn('npx', ['--offline', 'total-recall', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // npx does not pass every signal on, so the whole group gets it.
    detached: true,
  });
  try {
    return { printed: await firstLine(child), env, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Compiles a program against the types in the package. */
export async function tryTypes({ folder, node }: Place, compiler: string): Promise<void> {
  await writeFile(join(folder, 'try.mts'), TRY_TS);
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  await run(node, [compiler, ...flags, 'try.mts'], { cwd: folder });
}

/** Runs the installed command and returns what it printed. Rejects where it ends with another code. */
export async function command({ folder, node }: Place, args: readonly string[]): Promise<string> {
  const { stdout } = await run('npx', ['--offline', 'total-recall', ...args], { cwd: folder, env: environment(node) });
  return stdout.trim();
}

/** Installs another version of Node.js into a folder below this one, and returns where it is. */
export async function otherNode(below: string, version: string): Promise<string> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const tools = join(below, `node-${version}`);
  await run('npm', ['install', '--prefix', tools, '--no-audit', '--no-fund', '--prefer-offline', `${name}@${version}`]);
  return join(tools, 'node_modules', name, 'bin/node');
}

export async function sizeOf(folder: string): Promise<{ readonly bytes: number; readonly files: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.length };
}

/** Nothing of the checkout may be found by what is tried: its programs are taken out of the path. */
export function environment(node: string): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  return { ...process.env, PATH: [dirname(node), ...path].join(':') };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = '';
    let err = '';
    const timer = setTimeout(() => reject(new Error(`nothing was printed in ${READY_MS} ms: ${err}`)), READY_MS);
    child.stdout!.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
      if (!out.includes('\n')) return;
      clearTimeout(timer);
      resolve(out.slice(0, out.indexOf('\n')));
    });
    child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`it ended with ${code}: ${err}`));
    });
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
}

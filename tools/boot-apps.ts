import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

// Starts every app from the build, as a user would, and stops it again. No test of a part can show this.
const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'apps/cli/bin/total-recall.js');
const READY_MS = 60_000;
const STOP_MS = 20_000;

const BOOTS: Readonly<Record<string, () => Promise<void>>> = {
  cli: bootCli,
  standalone: bootStandalone,
  ...Object.fromEntries(['ingest', 'retriever', 'gateway', 'consolidator', 'prepare'].map((name) => [name, () => bootService(name)])),
};

async function bootCli(): Promise<void> {
  for (const flag of ['--help', '--version']) {
    const started = start([flag], {});
    const code = await exitOf(started.child, STOP_MS);
    if (code !== 0) throw new Error(`total-recall ${flag} ended with ${code}: ${started.output()}`);
  }
}

async function bootStandalone(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-boot-'));
  const [port, opsPort] = [await freePort(), await freePort()];
  const env = {
    TOTAL_RECALL_PORT: String(port),
    TOTAL_RECALL_OPS_PORT: String(opsPort),
    TOTAL_RECALL_DATA_DIR: dataDir,
    TOTAL_RECALL_EMBEDDER: 'off',
  };
  try {
    // Two rounds: the first start creates everything, the second finds it.
    for (const round of ['first start', 'second start']) {
      const started = start(['serve'], env);
      try {
        await ready(`http://127.0.0.1:${opsPort}/readyz`, started);
        started.child.kill('SIGINT');
        const code = await exitOf(started.child, STOP_MS);
        if (code !== 0) throw new Error(`${round}: stopped with ${code}: ${started.output()}`);
      } finally {
        started.child.kill('SIGKILL');
      }
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts a service of the cluster without servers: it must load and name the settings that are missing. */
async function bootService(service: string): Promise<void> {
  const started = start([], {}, join(root, `apps/${service}/dist/program/main.js`));
  const code = await exitOf(started.child, STOP_MS);
  if (code !== 1 || !started.output().includes('This service needs TOTAL_RECALL_'))
    throw new Error(`ended with ${code}: ${started.output()}`);
}

interface Started {
  readonly child: ChildProcess;
  output(): string;
}

function start(args: readonly string[], env: Readonly<Record<string, string>>, program = cli): Started {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-8_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return { child, output: () => text };
}

async function ready(url: string, started: Started): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (started.child.exitCode !== null || started.child.signalCode !== null)
      throw new Error(`ended before it was ready: ${started.output()}`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await delay(100);
  }
  throw new Error(`was not ready within ${READY_MS} ms: ${started.output()}`);
}

async function exitOf(child: ChildProcess, withinMs: number): Promise<number | string | null> {
  if (child.exitCode !== null) return child.exitCode;
  const late = new AbortController();
  const exited = new Promise<number | string | null>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  const code = await Promise.race([exited, delay(withinMs, 'nothing in time' as const, { signal: late.signal }).catch(() => null)]);
  late.abort();
  return code;
}

const apps = (await readdir(join(root, 'apps'), { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name);
for (const app of apps) {
  const boot = BOOTS[app];
  try {
    if (!boot) throw new Error('tools/boot-apps.ts does not know how to start it.');
    await boot();
    console.log(`${app}: boots and stops`);
  } catch (error) {
    console.error(`${app}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

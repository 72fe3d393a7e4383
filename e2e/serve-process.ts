import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../apps/cli/bin/total-recall.js', import.meta.url));
const START_MS = 120_000;

/** A service in its own process, started as a user starts it. */
export interface ServedProcess {
  readonly url: string;
  readonly opsUrl: string;
  readonly pid: number;
  /** Returns everything that it has printed so far. */
  output(): string;
  /** Sends SIGKILL and resolves when the process is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts `total-recall serve` on a data folder and waits until it is ready; `within` is put before the command, and
 * `bin` is the program of another build.
 */
export async function serveProcess(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  within: readonly string[] = [],
  bin: string = BIN,
): Promise<ServedProcess> {
  const [program, ...args] = [...within, process.execPath, bin, 'serve'];
  const child = spawn(program!, args, {
    env: {
      ...process.env,
      TOTAL_RECALL_DATA_DIR: dataDir,
      TOTAL_RECALL_PORT: '0',
      TOTAL_RECALL_OPS_PORT: '0',
      TOTAL_RECALL_LOG_LEVEL: 'warn',
      NO_COLOR: '1',
      TOTAL_RECALL_EMBEDDER: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const gone = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await ready(child, () => output);
  return {
    url: printed(output, 'API')!,
    opsUrl: printed(output, 'operations')!,
    pid: child.pid!,
    output: () => output,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
    stop: () => {
      child.kill('SIGTERM');
      return gone;
    },
  };
}

/** Returns an address that the service prints once it listens. */
function printed(output: string, what: 'API' | 'operations'): string | undefined {
  return new RegExp(`^ *${what} +(http://[^/\\s]+)`, 'm').exec(output)?.[1];
}

async function ready(child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output()}`);
    const opsUrl = printed(output(), 'operations');
    const answer = opsUrl === undefined ? undefined : await fetch(`${opsUrl}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill('SIGKILL');
  throw new Error(`the service was not ready within ${START_MS} ms:\n${output()}`);
}

/** Returns the API key that the first start printed. */
export function printedKey(output: string): string {
  const key = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)?.[0];
  if (!key) throw new Error(`no API key in:\n${output}`);
  return key;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../bin/total-recall.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves with standard output once it matches. */
  printed(pattern: RegExp): Promise<string>;
}

/**
 * Starts the built command line as its own process, with none of our settings in its environment, and without a model
 * to fetch unless one is named.
 */
export function startCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  /** File descriptor that replaces the stderr pipe read here. */
  stderrFile?: number,
  /** Its standard input; empty where absent. */
  input?: string,
): Started {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('TOTAL_RECALL_') && name !== 'NODE_OPTIONS' && name !== 'FORCE_COLOR'),
  );
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { ...inherited, TOTAL_RECALL_EMBEDDER: 'off', ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', stderrFile ?? 'pipe'],
  });
  child.stdin?.end(input);
  // A character may come in two chunks.
  child.stdout!.setEncoding('utf8');
  child.stderr?.setEncoding('utf8');
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  child.stdout!.on('data', (chunk: string) => {
    stdout += chunk;
    for (const look of watchers) look();
  });
  child.stderr?.on('data', (chunk: string) => (stderr += chunk));
  const finished = new Promise<Finished>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
  return {
    child,
    finished,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(stdout)) return;
          watchers.delete(look);
          resolve(stdout);
        };
        watchers.add(look);
        void finished.then(({ code }) => reject(new Error(`ended with ${code} before it printed ${pattern}: ${stdout}${stderr}`)));
        look();
      }),
  };
}

export function runCli(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string): Promise<Finished> {
  return startCli(args, env, undefined, input).finished;
}

/** Creates a folder for one test, and a function that removes it. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'total-recall-cli-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

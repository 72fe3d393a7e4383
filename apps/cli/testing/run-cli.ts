import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '../src/main.ts';

const BIN = fileURLToPath(new URL('../bin/total-recall.js', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Watched {
  readonly finished: Promise<Finished>;
  /** Resolves with standard output once it matches. */
  printed(pattern: RegExp): Promise<string>;
}

export interface Started extends Watched {
  readonly child: ChildProcess;
}

export interface StartedHere extends Watched {
  /** Does what a signal does. */
  stop(signal?: 'SIGINT' | 'SIGTERM'): void;
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
  const child = spawn(process.execPath, [BIN, ...args], {
    env: environmentWith(env),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', stderrFile ?? 'pipe'],
  });
  child.stdin?.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ...watchOutput(child.stdout!, child.stderr ?? undefined, ended) };
}

/**
 * Runs the command line in this process: the same commands, from their sources, without the second of processor time that
 * a process takes to start. For tests to which a process of its own does not matter.
 */
export function startHere(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string): StartedHere {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = Object.assign(new EventEmitter(), {
    // The log of a command goes to the process's own stderr, past the stream that is read here.
    env: { ...environmentWith(env), TOTAL_RECALL_LOG_LEVEL: 'silent' },
    stdin: Readable.from(input === undefined ? [] : [input]),
    stdout,
    stderr,
    platform: process.platform,
    exit: (code?: number): never => {
      throw new Error(`the command ended its process with ${code}`);
    },
  });
  const ended = main(args, io as unknown as NodeJS.Process).finally(() => [stdout, stderr].forEach((stream) => stream.end()));
  return { stop: (signal = 'SIGTERM') => void io.emit(signal), ...watchOutput(stdout, stderr, ended) };
}

function environmentWith(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('TOTAL_RECALL_') && name !== 'NODE_OPTIONS' && name !== 'FORCE_COLOR'),
  );
  return { ...inherited, TOTAL_RECALL_EMBEDDER: 'off', ...env };
}

function watchOutput(out: Readable, err: Readable | undefined, ended: Promise<number | null>): Watched {
  // A character may come in two chunks.
  out.setEncoding('utf8');
  err?.setEncoding('utf8');
  let stdout = '';
  let stderr = '';
  const watchers = new Set<() => void>();
  out.on('data', (chunk: string) => {
    stdout += chunk;
    for (const look of watchers) look();
  });
  err?.on('data', (chunk: string) => (stderr += chunk));
  const closed = [out, err].map((stream) => new Promise<void>((resolve) => (stream ? stream.once('close', () => resolve()) : resolve())));
  const finished = Promise.all([ended, ...closed]).then(([code]) => ({ code, stdout, stderr }));
  return {
    finished,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(stdout)) return;
          watchers.delete(look);
          resolve(stdout);
        };
        watchers.add(look);
        void finished.then(({ code }) => reject(new Error(`ended with ${code} before it printed ${pattern}: ${stdout}${stderr}`)), reject);
        look();
      }),
  };
}

export function runCli(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string): Promise<Finished> {
  return startCli(args, env, undefined, input).finished;
}

/** Does what `runCli` does, in this process. */
export function runHere(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string): Promise<Finished> {
  return startHere(args, env, input).finished;
}

/** Creates a folder for one test, and a function that removes it. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'total-recall-cli-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

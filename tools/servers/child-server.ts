import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export interface ChildServerOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Receives the standard output, which then stays out of the log. */
  readonly onOutput?: (text: string) => void;
  /**
   * True for a separate process group: Ctrl-C in a terminal then ends only the caller, which stops its processes in
   * order.
   */
  readonly detached?: boolean;
  /** File for all output. */
  readonly logFile: string;
  /** Polled until it returns true; an exception counts as false. */
  readonly ready: (log: () => Promise<string>) => Promise<boolean>;
  readonly readyMs?: number;
}

/** A running server process. */
export interface ChildServer {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process has ended, with the way it ended. */
  readonly exited: Promise<string>;
  /** Asks the process to end, and kills it if it does not. */
  stop(): Promise<void>;
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
}

const READY_MS = 120_000;
const STOP_MS = 20_000;
const POLL_MS = 50;

// The parent may exit without having stopped them.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** Starts a process and waits until it is ready. Errors: with the end of its log, when it exited or took too long. */
export async function startChildServer(options: ChildServerOptions): Promise<ChildServer> {
  const { name, command, args, cwd, env = process.env, logFile, onOutput, detached = false, ready, readyMs = READY_MS } = options;
  const log = openSync(logFile, 'w');
  const child = spawn(command, args, { cwd, env, detached, stdio: ['ignore', onOutput ? 'pipe' : log, log] });
  if (onOutput) child.stdout?.setEncoding('utf8').on('data', onOutput);
  closeSync(log);
  let ended: string | undefined;
  running.add(child);
  const exited = new Promise<string>((resolve) => {
    const end = (how: string): void => {
      running.delete(child);
      resolve((ended ??= how));
    };
    child.once('error', (error) => end(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => end(signal === null ? `ended with ${code}` : `was ended by ${signal}`));
  });
  const readLog = (): Promise<string> => readFile(logFile, 'utf8');
  const kill = async (): Promise<void> => {
    if (ended === undefined) child.kill('SIGKILL');
    await exited;
  };
  const server: ChildServer = {
    name,
    pid: child.pid ?? -1,
    exited,
    kill,
    stop: async () => {
      if (ended !== undefined) return;
      child.kill('SIGTERM');
      const late = new AbortController();
      const tooLate = delay(STOP_MS, 'late' as const, { signal: late.signal }).catch(() => 'ended' as const);
      const outcome = await Promise.race([exited, tooLate]);
      late.abort();
      if (outcome === 'late') await kill();
    },
  };
  const deadline = performance.now() + readyMs;
  while (!(await ready(readLog).catch(() => false))) {
    if (ended === undefined && performance.now() < deadline) {
      await delay(POLL_MS);
      continue;
    }
    const why: string = ended ?? `was not ready within ${readyMs / 1_000} s`;
    await kill();
    throw new Error(`${name} ${why}. The end of ${logFile}:\n${(await readLog()).split('\n').slice(-25).join('\n')}`);
  }
  return server;
}

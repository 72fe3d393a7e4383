import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface RunningProgram {
  /** Kills the process, as a power cut would. */
  kill(): Promise<void>;
  /** Resolves with the exit code and the output. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly notes: string }>;
}

/** Runs the command line in its own process; `within` is put before the command. */
export function runProgram(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  within: readonly string[] = [],
): RunningProgram {
  const main = fileURLToPath(new URL('../../apps/cli/bin/total-recall.js', import.meta.url));
  const [program, ...rest] = [...within, process.execPath, main, ...args];
  const child = spawn(program!, rest, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = Promise.withResolvers<Awaited<RunningProgram['ended']>>();
  let [out, notes] = ['', ''];
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (notes += text));
  child.once('error', ended.reject);
  child.once('close', (code) => ended.resolve({ code, out, notes }));
  return {
    ended: ended.promise,
    kill: async () => {
      child.kill('SIGKILL');
      await ended.promise;
    },
  };
}

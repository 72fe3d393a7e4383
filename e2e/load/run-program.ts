import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface RunningProgram {
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** How it ended, and what it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly notes: string }>;
}

/** The command line, in a process of its own. */
export function runProgram(args: readonly string[], env: Readonly<Record<string, string | undefined>>): RunningProgram {
  const main = fileURLToPath(new URL('../../apps/cli/bin/total-recall.js', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
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

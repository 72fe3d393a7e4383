// Loaded by the launcher before the program itself, so it imports next to nothing.
import { setFlagsFromString } from 'node:v8';
import { memoryFlags } from './memory-flags.ts';

/** The parts of a process that a restart needs. */
export interface Restartable {
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if the parent process has an IPC channel to this one, which a restart would lose. */
  readonly connected?: boolean;
  /** Sets a flag of V8 for heaps that are made later. */
  readonly setFlag?: (flag: string) => void;
  readonly execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void;
}

/**
 * Restarts the program in the same process with the flags that keep it within its memory. Returns if it has all of
 * them, or if the system cannot do it; the program then runs as it was started. Flags set by the user stay. In a process
 * that has ours, threads get a smaller young generation.
 */
export function restartForMemory(process: Restartable): void {
  const { execPath, execArgv, argv, env, connected = false, setFlag = setFlagsFromString } = process;
  const wanted = memoryFlags(env);
  const missing = wanted.node.filter((flag) => !execArgv.some((given) => given.split('=')[0] === flag.split('=')[0]));
  const isDone = missing.length === 0 && Object.keys(wanted.env).length === 0;
  if (isDone && wanted.threads !== undefined && wanted.node.every((flag) => execArgv.includes(flag))) setFlag(wanted.threads);
  if (isDone || connected || process.execve === undefined) return;
  process.execve(execPath, [execPath, ...execArgv, ...missing, ...argv.slice(1)], { ...env, ...wanted.env });
}

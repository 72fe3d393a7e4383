// Read by the launcher before anything else of the program, so it imports next to nothing.
import { memoryFlags } from './memory-flags.ts';

/** What of a process is looked at, and how it is replaced. */
export interface Restartable {
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the process that started this one has a channel to it, which would be lost. */
  readonly connected?: boolean;
  readonly execve?: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => void;
}

/**
 * Starts the program anew, as the same process, with what it needs to keep to its memory. Comes back where it has all of that, and where the system cannot
 * do it: the program then runs as it was started. What somebody gave it stays.
 */
export function restartForMemory(process: Restartable): void {
  const { execPath, execArgv, argv, env, connected = false } = process;
  const wanted = memoryFlags(env);
  const missing = wanted.node.filter((flag) => !execArgv.some((given) => given.split('=')[0] === flag.split('=')[0]));
  const isDone = missing.length === 0 && Object.keys(wanted.env).length === 0;
  if (isDone || connected || process.execve === undefined) return;
  process.execve(execPath, [execPath, ...execArgv, ...missing, ...argv.slice(1)], { ...env, ...wanted.env });
}

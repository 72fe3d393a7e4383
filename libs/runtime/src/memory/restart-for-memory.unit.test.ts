import { describe, expect, it } from 'vitest';
import { memoryFlags } from './memory-flags.ts';
import { restartForMemory, type Restartable } from './restart-for-memory.ts';

const SMALL = { TOTAL_RECALL_MEMORY_MB: '700' };

/** Returns the arguments of the restart; undefined if there was none. */
function restarted(given: Partial<Restartable>): { args: readonly string[]; env: NodeJS.ProcessEnv } | undefined {
  let found: { args: readonly string[]; env: NodeJS.ProcessEnv } | undefined;
  const execve = (_file: string, args: readonly string[], env: NodeJS.ProcessEnv): void => void (found = { args, env });
  restartForMemory({ execPath: 'node', execArgv: [], argv: ['node', 'main.js', 'serve'], env: SMALL, execve, ...given });
  return found;
}

describe('a process that keeps to its memory', () => {
  it('is started anew once, with the same arguments', () => {
    const first = restarted({ execArgv: ['--no-warnings'] })!;
    expect(first.args).toEqual(['node', '--no-warnings', ...memoryFlags(SMALL).node, 'main.js', 'serve']);
    expect(restarted({ execArgv: first.args.slice(1, -2), env: first.env })).toBeUndefined();
  });

  it('keeps the flags that somebody gave it', () => {
    const { args } = restarted({ execArgv: ['--max-semi-space-size=32'] })!;
    expect(args.filter((arg) => arg.startsWith('--max-semi'))).toEqual(['--max-semi-space-size=32']);
  });

  it('starts threads with a smaller young generation, unless somebody chose another', () => {
    const setBy = (...execArgv: string[]): string[] => {
      const flags: string[] = [];
      restarted({ execArgv, env: { ...SMALL, ...memoryFlags(SMALL).env }, setFlag: (flag) => void flags.push(flag) });
      return flags;
    };
    const { node, threads } = memoryFlags(SMALL);
    const sizeOf = (flag: string): number => Number(/^--max-semi-space-size=(\d+)$/.exec(flag)![1]);
    expect(sizeOf(threads!)).toBeLessThan(sizeOf(node[0]!));
    expect(setBy(...node)).toEqual([threads]);
    expect(setBy('--max-semi-space-size=32', node[1]!)).toEqual([]);
    expect(setBy()).toEqual([]);
  });

  it('runs as it is where another process holds a channel to it, or the system cannot do it', () => {
    expect(restarted({ connected: true })).toBeUndefined();
    expect(() => restartForMemory({ execPath: 'node', execArgv: [], argv: ['node'], env: SMALL })).not.toThrow();
  });
});

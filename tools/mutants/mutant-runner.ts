import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** Order to the host: run tests, with `source` in place of the file at `path`. Both are absolute. */
export interface MutantOrder {
  readonly path: string;
  readonly source: string;
  readonly tests: readonly string[];
}

export type MutantVerdict =
  /** `by` names the test that noticed it, `why` is its first error. */
  | { readonly kind: 'killed'; readonly by: string; readonly why?: string }
  | { readonly kind: 'survived' }
  /** Its tests did not end in time, as with a loop that has no end. Counts as noticed. */
  | { readonly kind: 'timed_out' }
  /** The run says nothing about the mutant. */
  | { readonly kind: 'broken'; readonly what: string };

export interface MutantRunner {
  run(order: MutantOrder, deadlineMs: number): Promise<MutantVerdict>;
  close(): void;
}

/** Runs mutants one after another in one process with Vitest, which is replaced where it does not end in time. */
export function createMutantRunner(): MutantRunner {
  let host: ChildProcess | undefined;

  async function opened(): Promise<ChildProcess> {
    if (host) return host;
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'mutant-host.ts')], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.once('exit', () => {
      if (host === started) host = undefined;
    });
    host = started;
    await new Promise<void>((resolve, reject) => {
      started.once('message', () => resolve());
      started.once('exit', (code) => reject(new Error(`The process of the tests ended with ${code}.`)));
    });
    return started;
  }

  /** Ends the host and the workers that it forked, which are in its process group. */
  function end(): void {
    if (host?.pid === undefined) return;
    process.kill(-host.pid, 'SIGKILL');
    host = undefined;
  }

  process.once('exit', end);
  return {
    async run(order, deadlineMs) {
      const started = await opened();
      return new Promise((resolve) => {
        const finish = (verdict: MutantVerdict): void => {
          clearTimeout(timer);
          started.off('message', finish);
          started.off('exit', onExit);
          resolve(verdict);
        };
        const onExit = (code: number | null): void => finish({ kind: 'broken', what: `The process of the tests ended with ${code}.` });
        const timer = setTimeout(() => {
          finish({ kind: 'timed_out' });
          end();
        }, deadlineMs);
        started.on('message', finish);
        started.on('exit', onExit);
        started.send(order);
      });
    },
    close: end,
  };
}

/** Failure of a call: before it has done anything, or when it is done and its answer is lost. */
export type Failing = 'undone' | 'unanswered';

/** Calls of ports that can end a process, or fail once. */
export interface FailingCalls {
  /** Counts the asynchronous calls of a port, and fails those that it must. */
  wrap<Port extends object>(port: Port): Port;
  /** The call of this number fails, from now on. `forGood`: all calls after it, too, as in a process that has ended. */
  failAt(call: number, how: Failing, forGood: boolean): void;
  heal(): void;
  /** Calls since the last `failAt` or `heal`. */
  calls(): number;
}

const ASYNCHRONOUS: ReadonlySet<string> = new Set([
  'own',
  'append',
  'read',
  'readAbout',
  'find',
  'load',
  'save',
  'marks',
  'events',
  'sessionEvents',
  'list',
  'spaces',
  'spaceKey',
  'openAll',
]);

export function createFailingCalls(): FailingCalls {
  let calls = 0;
  let failing: { readonly at: number; readonly how: Failing; readonly forGood: boolean } | undefined;
  const call = async (run: () => Promise<unknown>): Promise<unknown> => {
    calls += 1;
    const fails = failing && (failing.forGood ? calls >= failing.at : calls === failing.at) ? failing : undefined;
    if (fails && (fails.how === 'undone' || calls > fails.at)) throw new Error(`call ${calls} fails`);
    const done = await run();
    if (fails) throw new Error(`the answer of call ${calls} is lost`);
    return done;
  };
  const wrap = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...given: unknown[]) => unknown;
        if (typeof name !== 'string' || !ASYNCHRONOUS.has(name)) return method;
        return async (...given: unknown[]) => {
          const done = await call(async () => method(...given));
          // A share of the ledger has calls of its own.
          return name === 'own' ? wrap(done as object) : done;
        };
      },
    });
  return {
    wrap,
    failAt(at, how, forGood) {
      calls = 0;
      failing = { at, how, forGood };
    },
    heal() {
      calls = 0;
      failing = undefined;
    },
    calls: () => calls,
  };
}

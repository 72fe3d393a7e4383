import { reasonText, TotalRecallError } from '../errors.ts';
import { aggregateHealth, type AggregateHealth, type Component } from './component.ts';
import { stopInReverse, withDeadline, type LifecycleOptions, type StopReport } from './stop-in-reverse.ts';

interface Closable {
  close(): Promise<void>;
}

/** Everything that a process has opened and started. It ends in the reverse order, each part within its deadline. */
export interface Lifecycle {
  /** Waits for something to open, and closes it when its turn comes. Several may share a name. */
  keep<T extends Closable>(name: string, opening: T | Promise<T>): Promise<T>;
  /**
   * Starts components one after the other. All of them count for the health from now on. If one fails or exceeds the
   * deadline, throws an error that names it and starts no further one; the caller stops the rest.
   */
  start(...components: readonly Component[]): Promise<void>;
  health(): Promise<AggregateHealth>;
  /** A part that fails does not keep the others from stopping. A second call waits for the same stop. */
  stop(): Promise<StopReport>;
}

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const known: Component[] = [];
  const begun: Component[] = [];
  let stopping: Promise<StopReport> | undefined;

  async function startOne(component: Component): Promise<void> {
    const { name } = component;
    const deadlineMs = options.startDeadlineMs;
    begun.push(component);
    try {
      await withDeadline(component.start?.(), { ...options, deadlineMs }, `${name} did not start within ${deadlineMs} ms.`);
    } catch (error) {
      options.onStep?.({ component: name, action: 'started', ok: false });
      if (error instanceof TotalRecallError) throw error;
      const reason = reasonText(error);
      throw new TotalRecallError('unavailable', `${name} could not be started: ${reason}`, { cause: error });
    }
    options.onStep?.({ component: name, action: 'started', ok: true });
  }

  return {
    async keep(name, opening) {
      const opened = await opening;
      const part: Component = { name, stop: () => opened.close() };
      known.push(part);
      begun.push(part);
      return opened;
    },
    async start(...components) {
      known.push(...components);
      for (const component of components) await startOne(component);
    },
    health: () => aggregateHealth(known),
    stop: () => (stopping ??= stopInReverse(begun, options)),
  };
}

import type { Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { aggregateHealth, type AggregateHealth, type Component } from './component.ts';

export interface Running {
  /**
   * Stops in reverse order. A failing component does not keep others from stopping. A second call
   * waits for the same stop.
   */
  stop(): Promise<StopReport>;
  health(): Promise<AggregateHealth>;
}

/** Components that did not stop in time or failed while stopping; empty if all went well. */
export interface StopReport {
  readonly problems: readonly { readonly component: string; readonly reason: string }[];
}

export interface LifecycleOptions {
  readonly scheduler: Scheduler;
  /** Time limit of each start and each stop. */
  readonly deadlineMs: number;
  readonly onStep?: (step: { readonly component: string; readonly action: 'started' | 'stopped'; readonly ok: boolean }) => void;
}

/**
 * Starts components one after the other. If one fails or exceeds the deadline, stops it and those already started in
 * reverse and throws an error that names it.
 */
export async function startInOrder(components: readonly Component[], options: LifecycleOptions): Promise<Running> {
  const started: Component[] = [];
  for (const component of components) {
    started.push(component);
    try {
      await withDeadline(component.start?.(), options, `${component.name} did not start within ${options.deadlineMs} ms.`);
      options.onStep?.({ component: component.name, action: 'started', ok: true });
    } catch (error) {
      options.onStep?.({ component: component.name, action: 'started', ok: false });
      await stopInReverse(started, options);
      if (error instanceof TotalRecallError) throw error;
      throw new TotalRecallError('unavailable', `${component.name} could not be started: ${messageOf(error)}`, { cause: error });
    }
  }
  let stopping: Promise<StopReport> | undefined;
  return {
    stop: () => (stopping ??= stopInReverse(started, options)),
    health: () => aggregateHealth(components),
  };
}

async function stopInReverse(started: readonly Component[], options: LifecycleOptions): Promise<StopReport> {
  const problems: { component: string; reason: string }[] = [];
  for (const component of [...started].reverse()) {
    let ok = true;
    try {
      await withDeadline(component.stop?.(), options, `did not stop within ${options.deadlineMs} ms`);
    } catch (error) {
      ok = false;
      problems.push({ component: component.name, reason: messageOf(error) });
    }
    options.onStep?.({ component: component.name, action: 'stopped', ok });
  }
  return { problems };
}

async function withDeadline(work: Promise<void> | undefined, options: LifecycleOptions, message: string): Promise<void> {
  if (!work) return;
  const cancel = new AbortController();
  const late = options.scheduler.delay(options.deadlineMs, cancel.signal).then(
    () => {
      throw new TotalRecallError('unavailable', message);
    },
    () => undefined,
  );
  try {
    await Promise.race([work, late]);
  } finally {
    cancel.abort();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import type { Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import type { Component } from './component.ts';

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

/** Stops components, the last first. One that fails or exceeds the deadline is reported, and the next one stops. */
export async function stopInReverse(begun: readonly Component[], options: LifecycleOptions): Promise<StopReport> {
  const problems: { component: string; reason: string }[] = [];
  for (const component of begun.toReversed()) {
    let ok = true;
    try {
      await withDeadline(component.stop?.(), options, `did not stop within ${options.deadlineMs} ms`);
    } catch (error) {
      ok = false;
      problems.push({ component: component.name, reason: error instanceof Error ? error.message : String(error) });
    }
    options.onStep?.({ component: component.name, action: 'stopped', ok });
  }
  return { problems };
}

export async function withDeadline(work: Promise<void> | undefined, options: LifecycleOptions, message: string): Promise<void> {
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

import type { Scheduler } from '@total-recall/ports';
import { reasonText, TotalRecallError } from '../errors.ts';
import { inTime } from '../parallel/in-time.ts';
import type { Component } from './component.ts';

/** Components that did not stop in time or failed while stopping; empty if all went well. */
export interface StopReport {
  readonly problems: readonly { readonly component: string; readonly reason: string }[];
}

export interface LifecycleOptions {
  readonly scheduler: Scheduler;
  /** Longest time that one component may take to start. */
  readonly startDeadlineMs: number;
  /** Longest time that one component may take to stop. */
  readonly stopDeadlineMs: number;
  readonly onStep?: (step: { readonly component: string; readonly action: 'started' | 'stopped'; readonly ok: boolean }) => void;
}

/** Stops components, the last first. One that fails or exceeds the deadline is reported, and the next one stops. */
export async function stopInReverse(begun: readonly Component[], options: LifecycleOptions): Promise<StopReport> {
  const problems: { component: string; reason: string }[] = [];
  for (const component of begun.toReversed()) {
    let ok = true;
    try {
      const deadlineMs = options.stopDeadlineMs;
      await withDeadline(component.stop?.(), { ...options, deadlineMs }, `did not stop within ${deadlineMs} ms`);
    } catch (error) {
      ok = false;
      problems.push({ component: component.name, reason: reasonText(error) });
    }
    options.onStep?.({ component: component.name, action: 'stopped', ok });
  }
  return { problems };
}

interface Deadline {
  readonly scheduler: Scheduler;
  readonly deadlineMs: number;
}

export async function withDeadline(work: Promise<void> | undefined, { scheduler, deadlineMs }: Deadline, message: string): Promise<void> {
  if (!work) return;
  const { kind } = await inTime(work, { scheduler, ms: deadlineMs });
  if (kind === 'late') throw new TotalRecallError('unavailable', message);
}

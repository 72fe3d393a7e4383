import { performance } from 'node:perf_hooks';
import type { Clock, Scheduler } from '@total-recall/ports';
import { yieldToEventLoop, type Slices } from './in-slices.ts';

/** Work of the thread's event loop in one go, after which what is pending goes first. */
const SLICE_MS = 2;
/** Rest per time worked while others are served: the work then takes a tenth of the thread. */
const REST_SHARE = 9;
/** Most time of one stretch that is rested for, so that a long one does not hold up the work for seconds. */
const LONGEST_COUNTED_MS = 4;
/** Work of others from which on they count as being served; less is a timer, or the turn of the loop itself. */
const SERVED_MS = 0.25;
/** The work goes on without rests when nobody was served for so long. */
const QUIET_MS = 100;

export interface BackgroundPaceDeps {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly scheduler: Pick<Scheduler, 'delay'>;
  /** Returns how long the event loop of this thread has worked so far, in milliseconds; time that it waited is not in it. */
  readonly busyMs: () => number;
}

/**
 * Slices for work that nobody waits for at the moment, shared by all of it in a thread. They are cut by time, since the
 * same number of characters costs a hundred times as much in one kind of work as in another. While others are served, the
 * work rests after each slice and takes a tenth of the thread; when they are not, it takes all of it. Others are seen by
 * what the event loop does between slices, so nobody has to announce a request.
 */
export function createBackgroundPace({ clock, scheduler, busyMs }: BackgroundPaceDeps): Slices {
  let [workedFromMs, servedAtMs] = [busyMs(), -Infinity];
  let resting: Promise<void> | undefined;
  const noteOthers = async (wait: () => Promise<void>): Promise<void> => {
    const before = busyMs();
    await wait();
    if (busyMs() - before >= SERVED_MS) servedAtMs = clock.monotonicMs();
  };
  const rest = async (workedMs: number): Promise<void> => {
    try {
      await noteOthers(yieldToEventLoop);
      if (clock.monotonicMs() - servedAtMs < QUIET_MS)
        await noteOthers(() => scheduler.delay(REST_SHARE * Math.min(workedMs, LONGEST_COUNTED_MS)));
    } finally {
      workedFromMs = busyMs();
      resting = undefined;
    }
  };
  return () => {
    const workedMs = busyMs() - workedFromMs;
    // Other work of this kind in the thread rests along, so together they keep to the share of one.
    if (resting === undefined && workedMs >= SLICE_MS) resting = rest(workedMs);
    return resting ?? Promise.resolve();
  };
}

/** Returns how long the event loop of the calling thread has worked, for `createBackgroundPace`. */
export function loopBusyMs(): number {
  return performance.eventLoopUtilization().active;
}

import { isRetentionPaused } from '@total-recall/ingest';
import type { Random, Retention, Scheduler } from '@total-recall/ports';
import { forEver, runLoop, type Component, type Health } from '@total-recall/runtime';

const HOUR_MS = 3_600_000;
/** Pauses after sweeps that failed. What is past its age should not stay for hours because a store was away for a moment. */
const AFTER_FAILURE = forEver(5_000, 600_000);

interface SweepOptions {
  readonly hours: number;
  readonly onSwept: (events: number) => void;
  readonly onFailed: (error: unknown, next: { readonly pauseMs: number }) => void;
}

export interface SweepTimer extends Component {
  /** Runs another sweep after the one under way, because there is more to look at. */
  again(): void;
  /** Degraded while sweeps are refused until an operator resumes them. */
  health(): Health;
}

/**
 * Runs a retention sweep at the start, which finishes what an earlier process left, and then every `hours` hours. One
 * that fails is tried again, first after seconds, then after up to ten minutes.
 */
export function sweepOnTimer(
  retention: Pick<Retention, 'sweep'>,
  deps: { readonly scheduler: Scheduler; readonly random: Random },
  { hours, onSwept, onFailed }: SweepOptions,
): SweepTimer {
  const stopping = new AbortController();
  /** Ends the pause after the sweep under way. */
  let asked = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let paused: string | undefined;
  const sweepOrNote = async (): Promise<number> => {
    try {
      const events = await retention.sweep(() => stopping.signal.aborted);
      paused = undefined;
      return events;
    } catch (error) {
      paused = isRetentionPaused(error) ? error.message : undefined;
      throw error;
    }
  };
  const sweep = async () => {
    asked = new AbortController();
    const events = await sweepOrNote();
    if (events > 0) onSwept(events);
    return 'rest' as const;
  };
  const wait = (ms: number): Promise<void> =>
    deps.scheduler.delay(ms, AbortSignal.any([stopping.signal, asked.signal])).catch(() => undefined);
  return {
    name: 'retention',
    again: () => asked.abort(),
    health: () => (paused === undefined ? { ready: true } : { ready: true, isDegraded: true, detail: paused }),
    start: async () => {
      running = runLoop(sweep, deps, { signal: stopping.signal, restMs: hours * HOUR_MS, policy: AFTER_FAILURE, failed: onFailed, wait });
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

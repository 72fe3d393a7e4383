import type { Retention, Scheduler } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';

const HOUR_MS = 3_600_000;

interface SweepOptions {
  readonly hours: number;
  readonly onSwept: (events: number) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface SweepTimer extends Component {
  /** Runs another sweep after the one under way, because there is more to look at. */
  again(): void;
}

/** Runs a retention sweep at the start, which finishes what an earlier process left, and then every `hours` hours. */
export function sweepOnTimer(
  retention: Pick<Retention, 'sweep'>,
  scheduler: Scheduler,
  { hours, onSwept, onFailed }: SweepOptions,
): SweepTimer {
  let timer: { cancel(): void } | undefined;
  let isOver = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    if (isOver) return;
    try {
      const events = await retention.sweep(() => isOver);
      if (events > 0) onSwept(events);
    } catch (error) {
      onFailed(error);
    }
  };
  let isAsked = false;
  const again = (): void => {
    if (isAsked) return;
    isAsked = true;
    running = running.then(() => {
      isAsked = false;
      return sweep();
    });
  };
  return {
    name: 'retention',
    again,
    start: async () => {
      timer = scheduler.every(hours * HOUR_MS, async () => again());
      again();
    },
    stop: async () => {
      timer?.cancel();
      isOver = true;
      await running;
    },
  };
}

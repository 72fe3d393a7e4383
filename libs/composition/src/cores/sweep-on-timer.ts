import type { Retention, Scheduler } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';

const HOUR_MS = 3_600_000;

interface SweepOptions {
  readonly hours: number;
  readonly onSwept: (events: number) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Runs a retention sweep at the start, which finishes what an earlier process left, and then every `hours` hours. */
export function sweepOnTimer(
  retention: Pick<Retention, 'sweep'>,
  scheduler: Scheduler,
  { hours, onSwept, onFailed }: SweepOptions,
): Component {
  let timer: { cancel(): void } | undefined;
  let isOver = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async (): Promise<void> => {
    try {
      const events = await retention.sweep(() => isOver);
      if (events > 0) onSwept(events);
    } catch (error) {
      onFailed(error);
    }
  };
  return {
    name: 'retention',
    start: async () => {
      timer = scheduler.every(hours * HOUR_MS, () => (running = sweep()));
      running = sweep();
    },
    stop: async () => {
      timer?.cancel();
      isOver = true;
      await running;
    },
  };
}

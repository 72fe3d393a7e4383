import type { ArtifactStore, Scheduler } from '@total-recall/ports';
import type { Component } from '@total-recall/runtime';

const EVERY_MS = 3_600_000;

/** Moves artifacts to the cold tier every hour, once they are old enough. Source: E9, 002 A.7. */
export function archiveHourly(artifacts: ArtifactStore, scheduler: Scheduler, olderThan: () => number): Component {
  let timer: { cancel(): void } | undefined;
  return {
    name: 'archiver',
    start: async () => {
      timer = scheduler.every(EVERY_MS, async () => {
        await artifacts.archive(olderThan());
      });
    },
    stop: async () => timer?.cancel(),
  };
}

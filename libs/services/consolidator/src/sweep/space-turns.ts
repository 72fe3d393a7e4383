import { spaceKey } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { createSerialQueue } from '@total-recall/runtime';

/** Runs work on a space after all that was asked for on the same space before. */
export interface SpaceTurns {
  run<T>(place: SpacePlace, work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export function createSpaceTurns(): SpaceTurns {
  const queues = new Map<string, { readonly inTurn: ReturnType<typeof createSerialQueue>; waiting: number }>();
  const underWay = new Set<Promise<unknown>>();
  return {
    run(place, work) {
      const key = spaceKey(place);
      const queue = queues.get(key) ?? { inTurn: createSerialQueue(), waiting: 0 };
      queues.set(key, queue);
      queue.waiting += 1;
      const running = queue.inTurn(work).finally(() => {
        queue.waiting -= 1;
        if (queue.waiting === 0) queues.delete(key);
        underWay.delete(running);
      });
      underWay.add(running);
      return running;
    },
    settled: async () => void (await Promise.allSettled(underWay)),
  };
}

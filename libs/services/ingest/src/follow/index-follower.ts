import type { IngestDeps } from '../ingest-deps.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';
import { notCaughtUp } from './not-caught-up.ts';
import { createRoleLoop, type FollowingRole } from './role-loop.ts';

/** A role that follows one partition behind its projector, in the order of the log. */
export interface IndexFollower extends FollowingRole, Required<Pick<PartitionRole, 'name' | 'settle'>> {}

/** The work of a follower. Both functions are retried with growing pauses until they succeed. */
export interface FollowerWork {
  readonly name: 'demand' | 'archive';
  /** Pause after a step that left nothing, in milliseconds: what comes meanwhile is one step, not many. Default: 0. */
  readonly pauseMs?: number;
  /** Reads its checkpoint: offset of the last finished record, or -1. */
  resume(): Promise<number>;
  /** Runs a bounded step from there, not beyond `upTo`. Resolves to the new offset. */
  step(reached: number, upTo: number): Promise<number>;
  /** Called when either failed, before the retry. */
  failed?(): void;
}

const LOOK_MS = 100;

/** Creates a follower that runs apart from appends and recalls. Its queue is the log. */
export function createIndexFollower(deps: Pick<IngestDeps, 'scheduler' | 'random' | 'observer'>, work: FollowerWork): IndexFollower {
  let reached = -1;
  const { loop, role } = createRoleLoop(deps, ({ signal, stopping, searchable, untilItWorks }) => ({
    async run() {
      reached = await untilItWorks(() => work.resume());
      while (!stopping.aborted) {
        if (reached >= searchable()) await signal.next();
        else {
          const upTo = searchable();
          reached = await untilItWorks(() => work.step(reached, upTo));
          signal.changed();
          if (work.pauseMs && reached >= upTo) await deps.scheduler.delay(work.pauseMs, stopping).catch(() => undefined);
        }
      }
    },
    failed(error) {
      work.failed?.();
      deps.observer.failed(work.name, error);
    },
  }));
  return {
    ...role,
    name: work.name,
    async settle(offset, timeoutMs) {
      await loop.signal.until(() => reached >= offset || loop.stopping.aborted, { timeoutMs, lookMs: LOOK_MS });
      if (reached < offset) throw notCaughtUp();
    },
  };
}

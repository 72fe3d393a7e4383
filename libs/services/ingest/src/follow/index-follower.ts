import type { IngestDeps } from '../ingest-deps.ts';
import { createRoleLoop, type FollowingRole } from './role-loop.ts';

/** A role that follows one partition behind its projector, in the order of the log. */
export interface IndexFollower extends FollowingRole {
  /** Whether it came as far within the time. */
  waitFor(offset: number, timeoutMs: number): Promise<boolean>;
}

/** What a follower does; both are tried again, with growing pauses, until they work. */
export interface FollowerWork {
  /** For what it tells the observer. */
  readonly role: string;
  /** How far it had come: offset of the last record it is through with, or -1. */
  resume(): Promise<number>;
  /** A bounded step from there, not beyond `upTo`; resolves to how far it is now. */
  step(reached: number, upTo: number): Promise<number>;
  /** Told that either failed, before it is tried again. */
  failed?(): void;
}

const LOOK_MS = 100;

/** Works off the path of appends and recalls; what is not done yet is the log's own to remember. */
export function createIndexFollower(deps: Pick<IngestDeps, 'scheduler' | 'random' | 'observer'>, work: FollowerWork): IndexFollower {
  let reached = -1;
  const { loop, role } = createRoleLoop(deps, ({ signal, stopping, searchable, untilItWorks }) => ({
    async run() {
      reached = await untilItWorks(() => work.resume());
      while (!stopping.aborted) {
        if (reached >= searchable()) await signal.next();
        else {
          reached = await untilItWorks(() => work.step(reached, searchable()));
          signal.changed();
        }
      }
    },
    failed(error) {
      work.failed?.();
      deps.observer.failed(work.role, error);
    },
  }));
  return {
    ...role,
    async waitFor(offset, timeoutMs) {
      await loop.signal.until(() => reached >= offset || loop.stopping.aborted, { timeoutMs, lookMs: LOOK_MS });
      return reached >= offset;
    },
  };
}

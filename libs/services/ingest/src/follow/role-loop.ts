import { retry, type RetryPolicy } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import type { PartitionRole } from '../partitions/partition-role.ts';
import { createChangeSignal, type ChangeSignal } from './change-signal.ts';

/** A role of one partition that runs behind its projector. */
export type FollowingRole = Required<Pick<PartitionRole, 'start' | 'stop' | 'searchable'>>;

/** The environment of such a role. */
export interface RoleLoop {
  /** Signals progress of the index, a stop, and what the role itself reports. */
  readonly signal: ChangeSignal;
  readonly stopping: AbortSignal;
  /** Returns the progress of the index; -1 before it is known. */
  searchable(): number;
  /** Retries with growing pauses, at least as long as the error asks for. Rejects only once the role is stopped. */
  untilItWorks<T>(work: () => Promise<T>): Promise<T>;
}

interface RoleRun {
  /** Runs until the role is stopped. */
  run(): Promise<void>;
  /** Called for each failure, before the retry. */
  failed(error: unknown): void;
}

const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 30_000 };

/** Creates what all roles behind a projector share: start, stop, progress of the index, and retries. */
export function createRoleLoop(
  deps: Pick<IngestDeps, 'scheduler' | 'random'>,
  makeRun: (loop: RoleLoop) => RoleRun,
): { readonly loop: RoleLoop; readonly role: FollowingRole } {
  const stopped = new AbortController();
  const signal = createChangeSignal(deps.scheduler);
  let searchable = -1;
  let running: Promise<void> = Promise.resolve();
  const report = (error: unknown): void => {
    if (!stopped.signal.aborted) failed(error);
  };
  const loop: RoleLoop = {
    signal,
    stopping: stopped.signal,
    searchable: () => searchable,
    untilItWorks(work) {
      const attempt = async () => {
        try {
          return await work();
        } catch (error) {
          report(error);
          throw error;
        }
      };
      return retry(attempt, deps, { policy: RETRY, retriable: () => true, signal: stopped.signal });
    },
  };
  const { run, failed } = makeRun(loop);
  const role: FollowingRole = {
    start() {
      running = run().catch(report);
    },
    async stop() {
      stopped.abort();
      signal.changed();
      await running;
    },
    searchable(offset) {
      if (offset <= searchable) return;
      searchable = offset;
      signal.changed();
    },
  };
  return { loop, role };
}

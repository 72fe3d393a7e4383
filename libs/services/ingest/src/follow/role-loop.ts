import { retry, type RetryPolicy } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { createChangeSignal, type ChangeSignal } from './change-signal.ts';

/** A role of one partition that goes behind its projector. */
export interface FollowingRole {
  start(): void;
  stop(): Promise<void>;
  /** Told by the projector how far the index has come. */
  searchable(offset: number): void;
}

/** What such a role works with. */
export interface RoleLoop {
  /** Of the index coming further, of the role being stopped, and of what the role itself does. */
  readonly signal: ChangeSignal;
  readonly stopping: AbortSignal;
  /** How far the index has come; -1 before it is known. */
  searchable(): number;
  /** Tries again with growing pauses, at least as long as the error asks; rejects only once the role is stopped. */
  untilItWorks<T>(work: () => Promise<T>): Promise<T>;
}

interface RoleRun {
  /** Ends with a stop alone. */
  run(): Promise<void>;
  /** Told of each failure, before it is tried again. */
  failed(error: unknown): void;
}

const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 30_000 };

/** What all roles behind a projector have in common: a start, a stop, how far the index is, and patience. */
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

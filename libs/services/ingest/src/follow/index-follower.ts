import { retry, type RetryPolicy } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';
import { createChangeSignal } from './change-signal.ts';

/** A role that follows one partition behind its projector, in the order of the log. */
export interface IndexFollower {
  start(): void;
  stop(): Promise<void>;
  /** Told by the projector how far the index has come. */
  searchable(offset: number): void;
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
const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 30_000 };

/** Works off the path of appends and recalls; what is not done yet is the log's own to remember. */
export function createIndexFollower(deps: Pick<IngestDeps, 'scheduler' | 'random' | 'observer'>, work: FollowerWork): IndexFollower {
  const stopping = new AbortController();
  const signal = createChangeSignal(deps.scheduler);
  let searchable = -1;
  let reached = -1;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    await untilItWorks(async () => {
      reached = await work.resume();
    });
    while (!stopping.signal.aborted) {
      if (reached >= searchable) await signal.next();
      else await untilItWorks(step);
    }
  }

  async function step(): Promise<void> {
    reached = await work.step(reached, searchable);
    signal.changed();
  }

  function untilItWorks(run: () => Promise<void>): Promise<void> {
    const attempt = async (): Promise<void> => {
      try {
        await run();
      } catch (error) {
        work.failed?.();
        if (!stopping.signal.aborted) deps.observer.failed(work.role, error);
        throw error;
      }
    };
    return retry(attempt, deps, { policy: RETRY, retriable: () => true, signal: stopping.signal });
  }

  return {
    start() {
      // Nothing but a stop ends it, and that was told where it failed.
      running = run().catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      signal.changed();
      await running;
    },
    searchable(offset) {
      if (offset <= searchable) return;
      searchable = offset;
      signal.changed();
    },
    async waitFor(offset, timeoutMs) {
      await signal.until(() => reached >= offset || stopping.signal.aborted, { timeoutMs, lookMs: LOOK_MS });
      return reached >= offset;
    },
  };
}

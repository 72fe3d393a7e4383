import { retry, type RetryPolicy } from '@total-recall/runtime';
import { createChangeSignal } from '../follow/change-signal.ts';
import type { DemandObserver, IngestConfig, IngestDemand, IngestDeps } from '../ingest-deps.ts';
import { createDemandReader, type DemandRead } from './read-demand.ts';

/** Counts the demand side of recall of one partition behind its projector, in the order of the log. */
export interface DemandRole {
  start(): void;
  stop(): Promise<void>;
  /** Told by the projector how far the index has come. */
  searchable(offset: number): void;
  /** Whether it came as far within the time. */
  waitFor(offset: number, timeoutMs: number): Promise<boolean>;
}

const LOOK_MS = 100;
const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 30_000 };

/**
 * Follows the index from where its own progress stands, off the path of appends and recalls. What a batch tells and the progress are kept as one:
 * after a crash the batch is read again, to the same result. Source: R10.
 */
export function createDemandRole(deps: IngestDeps, demand: IngestDemand, config: IngestConfig, partition: number): DemandRole {
  const follower = `demand/${deps.log.generation}/${partition}`;
  const reader = createDemandReader(deps, demand.store);
  const stopping = new AbortController();
  const signal = createChangeSignal(deps.scheduler);
  let searchable = -1;
  let reached = -1;
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    await untilItWorks(async () => {
      reached = await demand.store.progress(follower);
    });
    while (!stopping.signal.aborted) {
      if (reached >= searchable) await signal.next();
      else await untilItWorks(step);
    }
  }

  async function step(): Promise<void> {
    const upTo = searchable;
    const records = (await deps.log.read(partition, reached + 1, config.demandRecords)).filter(({ position }) => position.offset <= upTo);
    const offset = records.at(-1)?.position.offset ?? upTo;
    const read = await reader.read(records);
    await demand.store.append({ follower, offset, ...read });
    demand.observer?.counted?.(summaryOf(read));
    reached = offset;
    signal.changed();
  }

  function untilItWorks(work: () => Promise<void>): Promise<void> {
    const attempt = async (): Promise<void> => {
      try {
        await work();
      } catch (error) {
        reader.reset();
        if (!stopping.signal.aborted) deps.observer.failed('demand', error);
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

function summaryOf({ turns, received, uses }: DemandRead): Parameters<NonNullable<DemandObserver['counted']>>[0] {
  return {
    userTurns: turns.filter(({ byModel }) => !byModel).length,
    modelTurns: turns.filter(({ byModel }) => byModel).length,
    recallTurns: new Set(received.map(({ tenant, space, session, turn }) => JSON.stringify([tenant, space, session, turn]))).size,
    evidence: received.reduce((sum, { evidence }) => sum + evidence, 0),
    uses: uses.map(({ kind }) => kind),
  };
}

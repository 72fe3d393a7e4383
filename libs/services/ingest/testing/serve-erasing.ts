import type { NewEvent, RetentionRule, ServiceMode } from '@total-recall/domain';
import type { Embedder, TokenCounter } from '@total-recall/ports';
import { policyLevels, type WorkGate } from '@total-recall/runtime';
import type { IngestDeps, PartitionEraseDeps } from '../src/index.ts';
import { createMemoryEraser } from './memory-eraser.ts';
import { createMemoryIngest, createMemoryStores } from './memory-ingest.ts';

export const TENANT = 'acme';
const DAY_MS = 86_400_000;

export interface Said {
  readonly id: string;
  readonly space: string;
  readonly session: string;
  readonly subject?: string;
}

interface ServeErasingOptions {
  /** Default: one process. */
  readonly mode?: ServiceMode;
  readonly answerWithinMs?: number;
  /** Runs between planning and destroying. */
  readonly beforePurge?: () => Promise<unknown>;
  /** Runs between purging and recording the end. */
  readonly afterPurge?: () => Promise<unknown>;
  /** Keys that a session may lose one by one. */
  readonly mostDestroyed?: number;
  /** Replaces parts of what erases in the partitions. */
  readonly inPartitions?: (deps: IngestDeps) => Partial<PartitionEraseDeps>;
  /** Records that the log is taken to hold after its end, which nothing folds. Erasures wait for a short time then. */
  readonly unfolded?: () => number;
  /** Throws where the index may not be erased from now. */
  readonly refuseNow?: () => Promise<void>;
  /** Makes the vectors; without it there are none. */
  readonly embedder?: Embedder;
  /** Gate of the process, for dry runs. */
  readonly workGate?: WorkGate;
  /** Removes stores that were replaced and kept. */
  readonly removeReplaced?: () => Promise<void>;
}

/** Makes what a user says, about a data subject if one is given. */
export const text = (words: string, subject?: string): NewEvent => ({
  kind: 'user_message',
  text: words,
  ...(subject !== undefined && { meta: { subject } }),
});

/** Creates one service over memory stores, with what was said to it. */
export async function serveErasing(tokens: TokenCounter, options: ServeErasingOptions = {}) {
  const stores = createMemoryStores(options.mostDestroyed === undefined ? {} : { mostDestroyed: options.mostDestroyed });
  let aheadMs = 0;
  const { embedder } = options;
  const memory = createMemoryIngest(stores, tokens, {
    now: () => Date.now() + aheadMs,
    ...(embedder && {
      vectors: {
        index: stores.index.vectors!,
        embedder: { current: () => embedder, whenReady: async () => embedder, failing: () => false },
      },
    }),
  });
  await stores.control.putTenant({ id: TENANT, name: TENANT, createdAt: 0 });
  await memory.ingest.start();
  const make = () =>
    createMemoryEraser(
      stores,
      memory,
      {
        erasing: {
          ...(options.refuseNow && { refuseNow: options.refuseNow }),
          wipe: async () => {
            await options.afterPurge?.();
            await stores.index.erasing!.wipe();
          },
        },
        ...(options.mode && { mode: options.mode }),
        ...(options.answerWithinMs !== undefined && { answerWithinMs: options.answerWithinMs }),
        ...(options.workGate && { workGate: options.workGate }),
        ...(options.removeReplaced && { removeReplaced: options.removeReplaced }),
        ...(options.unfolded && { foldTimeoutMs: 50, marks: behind(memory.deps.marks, options.unfolded) }),
        // Failures are retried soon.
        scheduler: {
          ...memory.deps.scheduler,
          delay: (ms, signal) => memory.deps.scheduler.delay(ms === options.answerWithinMs ? ms : 20, signal),
        },
        exclusively: async (partition, work) => {
          await options.beforePurge?.();
          return memory.ingest.exclusively(partition, work);
        },
      },
      options.inPartitions?.(memory.deps),
    );
  let { eraser, failures } = make();
  await eraser.start();
  const said: Said[] = [];
  return {
    stores,
    memory,
    said,
    eraser: () => eraser,
    failures: () => failures,
    /** Lets days go by. */
    pass: (days: number): void => void (aheadMs += days * DAY_MS),
    /** Sets rules of the tenant, or of a space. */
    keepFor: (retention: RetentionRule[], space?: string): Promise<void> =>
      stores.control.putPolicy({
        at: policyLevels({ tenant: TENANT, ...(space !== undefined && { space }) }).at(-1)!,
        settings: { retention },
        updatedAt: 0,
      }),
    async restart(): Promise<void> {
      await eraser.stop();
      ({ eraser, failures } = make());
      await eraser.start();
    },
    async say(space: string, session: string, events: readonly NewEvent[]): Promise<Said[]> {
      const appended = await memory.ingest.append({ tenant: TENANT, space, session, events, wait: 'searchable' });
      const fresh = appended.events.map(({ id }, at) => {
        const subject = events[at]!.meta?.subject;
        return { id, space, session, ...(subject !== undefined && { subject }) };
      });
      said.push(...fresh);
      return fresh;
    },
    /** Returns the ids of all events in the log that open, as said or as revised. */
    async readable(): Promise<Set<string>> {
      const { log } = stores;
      const records = await log.read(0, 0, 10_000);
      const opened = await memory.deps.sealer.openAll(records);
      return new Set(opened.filter(({ body }) => typeof body !== 'string').map(({ envelope }) => envelope.id));
    },
    async bodyOf(eventId: string): Promise<unknown> {
      const record = (await stores.log.read(0, 0, 10_000)).find(({ envelope }) => envelope.id === eventId)!;
      return (await memory.deps.sealer.openAll([record]))[0]!.body;
    },
    async stop(): Promise<void> {
      await eraser.stop();
      await memory.ingest.stop();
    },
  };
}

function behind(marks: IngestDeps['marks'], unfolded: () => number): IngestDeps['marks'] {
  return { ...marks, waitFor: (partition, offset, ...limits) => marks.waitFor(partition, offset + unfolded(), ...limits) };
}

export type ErasingService = Awaited<ReturnType<typeof serveErasing>>;

/** Says three things, each in an append of its own, in the session `run-1` of the space `main`; returns their ids. */
export async function sayThree(service: ErasingService): Promise<string[]> {
  const ids: string[] = [];
  for (const words of ['The gate opens at nine.', 'The crane turns at noon.', 'The ferry leaves at six.'])
    for (const { id } of await service.say('main', 'run-1', [text(words)])) ids.push(id);
  return ids;
}

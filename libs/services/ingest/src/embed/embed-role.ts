import type { Embedder } from '@total-recall/ports';
import { backoffMs, TotalRecallError, type RetryPolicy } from '@total-recall/runtime';
import type { IngestConfig, IngestDeps, IngestVectors } from '../ingest-deps.ts';
import { createChangeSignal } from './change-signal.ts';
import { embedBatch } from './embed-batch.ts';

/** Makes the vectors of one partition behind its projector, in the order of the log. */
export interface EmbedRole {
  start(): void;
  stop(): Promise<void>;
  /** Told by the projector how far the index has come. */
  searchable(offset: number): void;
  /** How far the vectors of the present model are durable; -1 before it is there. */
  reached(): number;
  /** Whether there is a model. */
  isAble(): boolean;
  /** Whether it came as far within the time. Where there is no model yet, it is false at once, or waits as well. */
  waitFor(offset: number, timeoutMs: number, options?: { readonly forModel?: boolean }): Promise<boolean>;
}

/** A model that cannot be had is no change of this role, so that is looked at now and then. */
const LOOK_MS = 100;
const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 30_000 };

/**
 * Follows the index from where its model has come, one bounded batch at a time, so that a slow embedder holds up nothing but itself. The mark
 * is moved after the vectors are durable: a crash anywhere repeats a batch, which changes nothing. Source: architecture §3.
 */
export function createEmbedRole(deps: IngestDeps, vectors: IngestVectors, config: IngestConfig, partition: number): EmbedRole {
  const stopping = new AbortController();
  let searchable = -1;
  let reached = -1;
  let running: Promise<void> = Promise.resolve();
  const signal = createChangeSignal(deps.scheduler);

  async function run(): Promise<void> {
    const embedder = interruptible(await vectors.embedder.whenReady(stopping.signal), stopping.signal);
    await untilItWorks(async () => {
      const progress = await vectors.index.progress(partition, embedder.model);
      // A crash may have come between the two.
      if (progress >= 0) await deps.index.setMarks(partition, { folded: -1, searchable: -1, embedded: progress });
      reached = progress;
    });
    signal.changed();
    while (!stopping.signal.aborted) {
      if (reached >= searchable) await signal.next();
      else await untilItWorks(() => step(embedder));
    }
  }

  async function step(embedder: Embedder): Promise<void> {
    const startedMs = deps.clock.monotonicMs();
    const upTo = searchable;
    const records = (await deps.log.read(partition, reached + 1, config.embedRecords)).filter(({ position }) => position.offset <= upTo);
    const offset = records.at(-1)?.position.offset ?? upTo;
    const documents = await embedBatch(deps, vectors, config, embedder, partition, records);
    await vectors.index.setProgress(partition, embedder.model, offset);
    await deps.index.setMarks(partition, { folded: -1, searchable: -1, embedded: offset });
    reached = offset;
    const seconds = (deps.clock.monotonicMs() - startedMs) / 1000;
    vectors.observer?.embedded?.({ partition, records: records.length, documents, offset, behind: searchable - offset, seconds });
    signal.changed();
  }

  /** Tries again with growing pauses, at least as long as the error asks, until it works or the role is stopped. */
  async function untilItWorks(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (stopping.signal.aborted) return;
        const isFull = error instanceof TotalRecallError && error.code === 'unavailable' && error.retryAfterMs !== undefined;
        if (!isFull) deps.observer.failed('embed', error);
        const asked = isFull ? error.retryAfterMs! : 0;
        await deps.scheduler.delay(Math.max(asked, backoffMs(RETRY, attempt, 1)), stopping.signal).catch(() => undefined);
      }
    }
  }

  return {
    start() {
      running = run().catch((error: unknown) => {
        if (!stopping.signal.aborted) deps.observer.failed('embed', error);
      });
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
    reached: () => reached,
    isAble: () => vectors.embedder.current() !== undefined,
    async waitFor(offset, timeoutMs, { forModel = false } = {}) {
      const { embedder } = vectors;
      const isHopeless = (): boolean => stopping.signal.aborted || (embedder.current() === undefined && (!forModel || embedder.failing()));
      await signal.until(() => reached >= offset || isHopeless(), { timeoutMs, lookMs: LOOK_MS });
      return reached >= offset;
    },
  };
}

/** The embedder, but a call that hangs ends with the signal. */
function interruptible(embedder: Embedder, signal: AbortSignal): Embedder {
  const { model, dimensions, tokenDimensions } = embedder;
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new TotalRecallError('closed', 'The embed role was stopped.')), { once: true });
  });
  stopped.catch(() => undefined);
  return {
    model,
    dimensions,
    tokenDimensions,
    close: () => embedder.close(),
    embed: (inputs, options) => Promise.race([embedder.embed(inputs, options), stopped]),
  };
}

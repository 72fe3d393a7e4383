import type { Embedder } from '@total-recall/ports';
import { backoffMs, TotalRecallError, type RetryPolicy } from '@total-recall/runtime';
import type { IngestConfig, IngestDeps, IngestVectors } from '../ingest-deps.ts';
import { createChangeSignal } from '../follow/change-signal.ts';
import { inTraces } from '../follow/in-traces.ts';
import { createBatchEmbedder, type BatchEmbedder } from './embed-batch.ts';
import { createEmbedProgress, type EmbedProgress } from './embed-progress.ts';

/** Makes the vectors of one partition behind its projector. */
export interface EmbedRole {
  start(): void;
  stop(): Promise<void>;
  /** Told by the projector how far the index has come. */
  searchable(offset: number): void;
  /** From this offset on, everything up to the answer has durable vectors of the present model; -1 before it is there. */
  reachedFrom(offset: number): number;
  /** Records that are searchable by text and have no vectors of the present model; all of them before it is there. */
  behind(): number;
  /** Whether there is a model. */
  isAble(): boolean;
  /** Whether all from one offset to another has vectors within the time. Where there is no model yet, it is false at once, or waits as well. */
  waitFor(
    range: { readonly from: number; readonly to: number },
    timeoutMs: number,
    options?: { readonly forModel?: boolean },
  ): Promise<boolean>;
}

/** A model that cannot be had is no change of this role, so that is looked at now and then. */
const LOOK_MS = 100;
const RETRY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 30_000 };

/**
 * Follows the index, one bounded batch at a time, so that a slow embedder holds up nothing but itself; the backlog is the log's own. Progress
 * and mark move after the vectors are durable: a crash anywhere repeats a batch, which changes nothing. `onCaughtUp` is called, with the
 * model, each time nothing is left to do. Source: architecture §3, E8.
 */
export function createEmbedRole(
  deps: IngestDeps,
  vectors: IngestVectors,
  config: IngestConfig,
  partition: number,
  onCaughtUp?: (model: string) => void,
): EmbedRole {
  const stopping = new AbortController();
  let searchable = -1;
  let progress: EmbedProgress | undefined;
  let running: Promise<void> = Promise.resolve();
  const signal = createChangeSignal(deps.scheduler);

  async function run(): Promise<void> {
    const embedder = interruptible(await vectors.embedder.whenReady(stopping.signal), stopping.signal);
    const embedBatch = createBatchEmbedder(deps, vectors, config, embedder, partition);
    const own = await untilItWorks(() => resume(embedder.model));
    progress = own;
    signal.changed();
    while (own && !stopping.signal.aborted) {
      if (own.behind(searchable) > 0) await untilItWorks(() => step(own, embedder.model, embedBatch));
      else await rest(own, embedder.model);
    }
  }

  async function resume(model: string): Promise<EmbedProgress> {
    const reached = await vectors.index.progress(partition, model);
    // A crash may have come between the two.
    if (reached >= 0) await deps.index.setMarks(partition, { folded: -1, searchable: -1, embedded: reached });
    const limits = { freshAfter: config.embedFreshRecords, records: config.embedRecords };
    return createEmbedProgress(reached, searchable, limits);
  }

  /** Until something comes, and then a moment for what comes with it: one batch of ten costs less than ten of one. */
  async function rest(own: EmbedProgress, model: string): Promise<void> {
    if (searchable >= 0 && own.reached() >= searchable) onCaughtUp?.(model);
    await signal.next();
    await deps.scheduler.delay(config.embedLingerMs, stopping.signal).catch(() => undefined);
  }

  async function step(own: EmbedProgress, model: string, embedBatch: BatchEmbedder): Promise<void> {
    const turn = own.next(searchable);
    if (!turn) return;
    const startedMs = deps.clock.monotonicMs();
    const read = await deps.log.read(partition, turn.from, turn.upTo - turn.from + 1);
    const records = read.filter(({ position }) => position.offset <= turn.upTo);
    const documents = await inTraces(deps, 'embed', partition, records, () => embedBatch(records, turn.mayBeHeld));
    const before = own.reached();
    own.done(turn, records.at(-1)?.position.offset ?? turn.upTo);
    const offset = own.reached();
    if (offset > before) {
      await vectors.index.setProgress(partition, model, offset);
      await deps.index.setMarks(partition, { folded: -1, searchable: -1, embedded: offset });
    }
    const oldestRecordedAt = turn.lane === 'oldest' ? records[0]?.envelope.recordedAt : undefined;
    vectors.observer?.embedded?.({
      partition,
      lane: turn.lane,
      records: records.length,
      documents,
      offset,
      behind: own.behind(searchable),
      ...(oldestRecordedAt === undefined ? {} : { oldestRecordedAt }),
      seconds: (deps.clock.monotonicMs() - startedMs) / 1000,
    });
    signal.changed();
  }

  /** Tries again with growing pauses, at least as long as the error asks, until it works; undefined where the role is stopped first. */
  async function untilItWorks<T>(work: () => Promise<T>): Promise<T | undefined> {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (stopping.signal.aborted) return undefined;
        const isFull = error instanceof TotalRecallError && error.code === 'unavailable' && error.retryAfterMs !== undefined;
        vectors.observer?.failed?.(isFull ? 'busy' : error instanceof TotalRecallError ? error.code : 'internal');
        if (!isFull) deps.observer.failed('embed', error);
        const asked = isFull ? error.retryAfterMs! : 0;
        await deps.scheduler.delay(Math.max(asked, backoffMs(RETRY, attempt, 1)), stopping.signal).catch(() => undefined);
      }
    }
    return undefined;
  }

  const reachedFrom = (offset: number): number => progress?.reachedFrom(offset) ?? -1;
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
    reachedFrom,
    behind: () => progress?.behind(searchable) ?? searchable + 1,
    isAble: () => vectors.embedder.current() !== undefined,
    async waitFor({ from, to }, timeoutMs, { forModel = false } = {}) {
      const { embedder } = vectors;
      const isHopeless = (): boolean => stopping.signal.aborted || (embedder.current() === undefined && (!forModel || embedder.failing()));
      await signal.until(() => reachedFrom(from) >= to || isHopeless(), { timeoutMs, lookMs: LOOK_MS });
      return reachedFrom(from) >= to;
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

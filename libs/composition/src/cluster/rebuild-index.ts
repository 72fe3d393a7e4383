import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import { createLifecycle, createSystemScheduler, TotalRecallError, type ClusterConfig, type Lifecycle } from '@total-recall/runtime';
import { wireCores } from '../cores/wire-cores.ts';
import { lifecycleOf } from '../lifecycle-of.ts';
import { processParts } from '../open-process.ts';
import { createFillStatus, type FillStatus } from '../fill-status.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import { isOfLog, openClusterGenerations, type ClusterGenerations } from './open-index-generations.ts';

/** Progress of filling an index generation. */
export interface FillProgress extends Pick<FillStatus, 'filled' | 'records'> {
  readonly generation: string;
}

export interface RebuildOptions {
  readonly logger: Logger;
  readonly onProgress?: (progress: FillProgress) => void;
  /** Stops the rebuild; the next run continues from there. */
  readonly signal?: AbortSignal;
}

export interface Rebuilt {
  /** The generation that is current now. */
  readonly generation: string;
  /** Replaced generations, which stay on the servers until they are dropped. */
  readonly left: readonly string[];
  /** Absent when an earlier run had already switched. */
  readonly filled?: { readonly records: number; readonly seconds: number };
  /** True when the services write to the new generation. */
  readonly isTakenOver: boolean;
}

const LOOK_MS = 100;
const TAKEN_OVER_MS = 60_000;

const scheduler = createSystemScheduler();

/**
 * Fills the next index generation from the log while the current one is read and written, then makes it current once it
 * has caught up. All progress is on the servers, so a killed run continues where it was. Starts no new generation while
 * one that an earlier rebuild replaced is still there. Returns undefined if the signal stopped it. Errors: `not_found`
 * if no generation exists yet, `invalid_request` if the current one was filled from another log, `unavailable`, and
 * failures that no retry helps.
 */
export async function rebuildIndex(config: ClusterConfig, options: RebuildOptions): Promise<Rebuilt | undefined> {
  const opened = await openClusterGenerations(config, options.logger);
  const { generations, first, close } = opened;
  try {
    const { current, toFill, isBegun, left } = await generations.stand(first);
    if (current === undefined)
      throw new TotalRecallError('not_found', 'There is no index generation yet. The services make the first one themselves.');
    if (!isOfLog(current, opened.log))
      throw new TotalRecallError(
        'invalid_request',
        `The index generation ${current} that is read was made from another log. Are these its brokers? If they are, let services read their own first: total-recall index use ${first}.`,
      );
    const isDone = left.length > 0 && !isBegun;
    const filled = isDone ? undefined : await fill(config, opened, current, options);
    if (!isDone && filled === undefined) return undefined;
    if (!isDone) await generations.switchTo(toFill);
    const generation = isDone ? current : toFill;
    const isTakenOver = await isWritten(opened, generation, options.signal);
    return { generation, left: (await generations.stand(first)).left, ...(filled && { filled }), isTakenOver };
  } finally {
    await close();
  }
}

/**
 * Runs the projectors of ingest, and its embed roles if there is a model, over the next generation. Returns undefined
 * if the signal stopped it.
 */
async function fill(
  config: ClusterConfig,
  { log, generations }: ClusterGenerations,
  current: string,
  { logger, onProgress, signal }: RebuildOptions,
): Promise<NonNullable<Rebuilt['filled']> | undefined> {
  const parts = processParts(logger, createMetrics({ processMetrics: false }));
  const life = createLifecycle(lifecycleOf(config, parts));
  try {
    const opened = await life.keep('stores', openClusterStores(config, { ...parts, tracing: NO_TRACER, toFill: true }));
    const { stores, clock, embedder, foundation, ingestWith } = await wireCores(opened, config, { ...parts, isOnlyWriter: false });
    const ingest = ingestWith({ roles: ['embed', 'fill'] });
    const look = createFillStatus({
      log,
      clock,
      marks: (partition) => stores.index.marks(partition),
      marksRead: (partition) => generations.marks(current, partition),
      hasVectors: embedder !== undefined,
    });
    const fromMs = clock.monotonicMs();
    await life.start(...foundation, ingest);
    for (let before: number | undefined; !signal?.aborted;) {
      const { ready, detail } = ingest.health();
      if (!ready) throw new TotalRecallError('internal', `The index generation cannot be filled: ${detail}.`);
      // A server that is away is waited for; the projectors do the same.
      const seen = await look().catch((error: unknown) => void logger.debug({ err: error }, 'how far the generation is could not be seen'));
      if (seen) {
        const { filled, records, isFull } = seen;
        before ??= filled;
        onProgress?.({ generation: stores.readModel!.generation(), filled, records });
        if (isFull) {
          const seconds = (clock.monotonicMs() - fromMs) / 1_000;
          await endWriting(life);
          return { records: filled - before, seconds };
        }
      }
      await scheduler.delay(LOOK_MS, signal).catch(() => undefined);
    }
    return undefined;
  } finally {
    await life.stop();
  }
}

/** Stops this process from writing: after the switch only the services may write the generation. */
async function endWriting(life: Pick<Lifecycle, 'stop'>): Promise<void> {
  const { problems } = await life.stop();
  if (problems.length > 0)
    throw new TotalRecallError(
      'unavailable',
      `What fills the index generation did not stop in time: ${problems[0]!.component}. Run it again.`,
    );
}

/**
 * Waits up to `TAKEN_OVER_MS` for the generation to hold everything that is in the log now, and returns true when it
 * does. Only a running projector can have written that.
 */
async function isWritten({ log, generations }: ClusterGenerations, generation: string, signal?: AbortSignal): Promise<boolean> {
  const partitions = Array.from({ length: log.partitions }, (_, partition) => partition);
  const ends = await Promise.all(partitions.map((partition) => log.end(partition)));
  for (let waitedMs = 0; !signal?.aborted; waitedMs += LOOK_MS) {
    const marks = await Promise.all(partitions.map((partition) => generations.marks(generation, partition)));
    if (marks.every(({ searchable }, at) => searchable >= ends[at]!)) return true;
    if (waitedMs >= TAKEN_OVER_MS) break;
    await scheduler.delay(LOOK_MS, signal).catch(() => undefined);
  }
  return false;
}

import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import { createSystemScheduler, startInOrder, TotalRecallError, type AppConfig } from '@total-recall/runtime';
import { wireCores } from '../cores/wire-cores.ts';
import { lifecycleOf } from '../lifecycle-of.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import { openClusterGenerations, type ClusterGenerations } from './open-index-generations.ts';

/** How far an index generation has come that is filled. */
export interface FillProgress {
  readonly generation: string;
  /** Records of the log that it holds, with their vectors where there is a model, and of how many. */
  readonly filled: number;
  readonly records: number;
}

export interface RebuildOptions {
  readonly logger: Logger;
  readonly onProgress?: (progress: FillProgress) => void;
  /** Ends it; it goes on from there the next time. */
  readonly signal?: AbortSignal;
}

export interface Rebuilt {
  /** What is current now. */
  readonly generation: string;
  /** What is not any more, and stands there until it is dropped. */
  readonly left: readonly string[];
  /** Absent where an earlier run had switched already. */
  readonly filled?: { readonly records: number; readonly seconds: number };
  /** Whether services write the new one. */
  readonly isTakenOver: boolean;
}

const LOOK_MS = 100;
const TAKEN_OVER_MS = 60_000;
/** A partition that so many records are missing of has them in a moment, from whoever projects it. */
const NEARLY = 200;

const scheduler = createSystemScheduler();

/**
 * Fills the next index generation from the log, while the present one is read and written, and lets everything name it once it holds what the log holds. Every
 * step is on the servers: killed at any time, it goes on where it was. Fills no other one while what an earlier rebuild replaced is still there. Undefined where
 * the signal ended it. Errors: `not_found` before there is anything to rebuild, `unavailable`, and what no repeat mends.
 */
export async function rebuildIndex(config: AppConfig, options: RebuildOptions): Promise<Rebuilt | undefined> {
  const opened = await openClusterGenerations(config, options.logger);
  const { generations, first, close } = opened;
  try {
    const { current, toFill, isBegun, left } = await generations.stand(first);
    if (current === undefined)
      throw new TotalRecallError('not_found', 'There is no index generation yet. The services make the first one themselves.');
    const isDone = left.length > 0 && !isBegun;
    const filled = isDone ? undefined : await fill(config, opened, options);
    if (!isDone && filled === undefined) return undefined;
    if (!isDone) await generations.switchTo(toFill);
    const generation = isDone ? current : toFill;
    const isTakenOver = await isWritten(opened, generation, options.signal);
    return { generation, left: (await generations.stand(first)).left, ...(filled && { filled }), isTakenOver };
  } finally {
    await close();
  }
}

/** The projectors of ingest, and its embed roles where there is a model, over the generation that is not read. Undefined where the signal ended it. */
async function fill(
  config: AppConfig,
  { log }: ClusterGenerations,
  { logger, onProgress, signal }: RebuildOptions,
): Promise<NonNullable<Rebuilt['filled']> | undefined> {
  const deps = { logger, metrics: createMetrics({ processMetrics: false }) };
  const opened = await openClusterStores(config, { ...deps, tracing: NO_TRACER, toFill: true });
  const wiring = await wireCores(opened, config, { ...deps, isOnlyWriter: false });
  const { stores, clock, embedder } = wiring;
  const ingest = wiring.ingestWith({ partitions: 'all', fills: true });
  const fromMs = clock.monotonicMs();
  const running = await startInOrder([...wiring.foundation, ingest], lifecycleOf(config, { logger, scheduler }));
  try {
    for (let before: number | undefined; !signal?.aborted;) {
      const { ready, detail } = ingest.health();
      if (!ready) throw new TotalRecallError('internal', `The index generation cannot be filled: ${detail}.`);
      const behind = await Promise.all(
        Array.from({ length: log.partitions }, async (_, partition) => {
          const { searchable, embedded = -1 } = await stores.index.marks(partition);
          const end = await log.end(partition);
          return { records: end + 1, missing: end - (embedder ? Math.min(searchable, embedded) : searchable) };
        }),
      );
      const records = behind.reduce((sum, one) => sum + one.records, 0);
      const filled = records - behind.reduce((sum, { missing }) => sum + missing, 0);
      before ??= filled;
      onProgress?.({ generation: stores.readModel!.generation(), filled, records });
      if (behind.every(({ missing }) => missing <= NEARLY))
        return { records: filled - before, seconds: (clock.monotonicMs() - fromMs) / 1_000 };
      await scheduler.delay(LOOK_MS, signal).catch(() => undefined);
    }
    return undefined;
  } finally {
    await running.stop();
  }
}

/** Whether what the log holds by now is in the generation, which only a service that projects can have written; waited for, for a while. */
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

import { isTakenOver, rebuildReadModel, type FillProgress, type GenerationFiller } from '@total-recall/ingest';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import type { GenerationStanding, Scheduler } from '@total-recall/ports';
import { createLifecycle, TotalRecallError, type ClusterConfig } from '@total-recall/runtime';
import { wireCores } from '../cores/wire-cores.ts';
import { lifecycleOf } from '../lifecycle-of.ts';
import { processParts } from '../open-process.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import { isOfLog, isOfThisFold, openClusterGenerations, type ClusterGenerations } from './open-index-generations.ts';

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
  /**
   * True when the services that run may be of an earlier version, which cannot read it: those of this version do when they
   * are started.
   */
  readonly isForRelease: boolean;
}

const LOOK_MS = 100;
/** Time between two counts of reads. Whoever fills a generation reads its marks every second. */
const WATCH_MS = 2_500;

/**
 * Rebuilds the index of a cluster while it runs. Returns undefined if the signal stopped it. Errors: `not_found` if no
 * generation exists yet, `invalid_request` if the current one was filled from another log, `unavailable`, and failures
 * that no retry helps.
 */
export async function rebuildIndex(config: ClusterConfig, { logger, ...options }: RebuildOptions): Promise<Rebuilt | undefined> {
  const opened = await openClusterGenerations(config, logger);
  const { generations, log, close } = opened;
  try {
    const parts = processParts(logger, createMetrics({ processMetrics: false }));
    const { scheduler } = parts;
    const deps = {
      ...parts,
      generations,
      log,
      noun: 'index generation',
      lookMs: LOOK_MS,
      refuse: async (standing: GenerationStanding) => {
        refuseOtherLog(opened, standing);
        await refuseFilled(opened, standing, scheduler);
      },
      startFiller: () => startFiller(config, logger),
      // A server that is away is waited for; the projectors do the same.
      onMissedLook: (error: unknown) => logger.debug({ err: error }, 'how far the generation is could not be seen'),
    };
    const rebuilt = await rebuildReadModel(deps, options);
    if (!rebuilt) return undefined;
    const { generation, filled } = rebuilt;
    const { left } = await generations.standing();
    // Services of this version that ran before read another generation of it. Others cannot go over.
    const isForRelease = !left.some((former) => isOfThisFold(former, log));
    return {
      generation,
      left,
      ...(filled && { filled: { records: filled.added, seconds: filled.seconds } }),
      isTakenOver: !isForRelease && (await isTakenOver(deps, generation, options.signal)),
      isForRelease,
    };
  } finally {
    await close();
  }
}

function refuseOtherLog({ log, first }: ClusterGenerations, { current }: GenerationStanding): void {
  if (current === undefined)
    throw new TotalRecallError('not_found', 'There is no index generation yet. The services make the first one themselves.');
  if (!isOfLog(current, log))
    throw new TotalRecallError(
      'invalid_request',
      `The index generation ${current} that is read was made from another log. Are these its brokers? If they are, let services read their own first: total-recall index use ${first}.`,
    );
}

/**
 * Refuses to fill what another rebuild or services of this version fill already: two writers could restore old states of
 * pins.
 */
async function refuseFilled(
  { generations }: ClusterGenerations,
  { toFill, isBegun }: GenerationStanding,
  scheduler: Pick<Scheduler, 'delay'>,
): Promise<void> {
  if (!isBegun) return;
  const before = await generations.reads(toFill);
  await scheduler.delay(WATCH_MS);
  if ((await generations.reads(toFill)) === before) return;
  throw new TotalRecallError(
    'unavailable',
    `The index generation ${toFill} is being filled already, by another rebuild or by ingest of this version, which makes it current itself. ` +
      'See how far it is with `total-recall index status`.',
  );
}

/** Starts the projectors of ingest, and its embed roles if there is a model, over the next generation. */
async function startFiller(config: ClusterConfig, logger: Logger): Promise<GenerationFiller> {
  const parts = processParts(logger, createMetrics({ processMetrics: false }));
  const life = createLifecycle(lifecycleOf(config, parts));
  try {
    const opened = await life.keep('stores', openClusterStores(config, { ...parts, tracing: NO_TRACER, toFill: true }));
    const { stores, embedder, foundation, ingestWith } = await wireCores(opened, config, { ...parts, isOnlyWriter: false });
    const ingest = ingestWith({ roles: ['embed', 'fill'] });
    await life.start(...foundation, ingest);
    return {
      log: stores.log,
      hasVectors: embedder !== undefined,
      marks: (partition) => stores.index.marks(partition),
      health: () => ingest.health(),
      async stop() {
        const { problems } = await life.stop();
        if (problems.length > 0)
          throw new TotalRecallError(
            'unavailable',
            `What fills the index generation did not stop in time: ${problems[0]!.component}. Run it again.`,
          );
      },
    };
  } catch (error) {
    await life.stop();
    throw error;
  }
}

import { isTakenOver, rebuildReadModel, type FillProgress, type GenerationFiller } from '@total-recall/ingest';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import type { GenerationStanding } from '@total-recall/ports';
import { createLifecycle, TotalRecallError, type ClusterConfig } from '@total-recall/runtime';
import { wireCores } from '../cores/wire-cores.ts';
import { lifecycleOf } from '../lifecycle-of.ts';
import { processParts } from '../open-process.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import { isOfLog, openClusterGenerations, type ClusterGenerations } from './open-index-generations.ts';

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

/**
 * Rebuilds the index of a cluster while it runs. Returns undefined if the signal stopped it. Errors: `not_found` if no
 * generation exists yet, `invalid_request` if the current one was filled from another log, `unavailable`, and failures
 * that no retry helps.
 */
export async function rebuildIndex(config: ClusterConfig, { logger, ...options }: RebuildOptions): Promise<Rebuilt | undefined> {
  const opened = await openClusterGenerations(config, logger);
  const { generations, log, close } = opened;
  try {
    const deps = {
      ...processParts(logger, createMetrics({ processMetrics: false })),
      generations,
      log,
      noun: 'index generation',
      lookMs: LOOK_MS,
      refuse: (standing: GenerationStanding) => refuseOtherLog(opened, standing),
      startFiller: () => startFiller(config, logger),
      // A server that is away is waited for; the projectors do the same.
      onMissedLook: (error: unknown) => logger.debug({ err: error }, 'how far the generation is could not be seen'),
    };
    const rebuilt = await rebuildReadModel(deps, options);
    if (!rebuilt) return undefined;
    const { generation, filled } = rebuilt;
    const isTaken = await isTakenOver(deps, generation, options.signal);
    const { left } = await generations.standing();
    return { generation, left, ...(filled && { filled: { records: filled.added, seconds: filled.seconds } }), isTakenOver: isTaken };
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

import { createFolderGenerations } from '@total-recall/adapter-sqlite';
import { lifecycleOf } from '@total-recall/composition';
import { FOLD_VERSION } from '@total-recall/domain';
import { rebuildReadModel, type FillProgress, type GenerationFiller } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import { createSystemClock, createSystemScheduler, startInOrder, TotalRecallError, type StandaloneConfig } from '@total-recall/runtime';
import { saysFullDisk } from '../backup/on-full-disk.ts';
import { createCores } from '../create-cores.ts';
import { openStores } from '../stores/open-stores.ts';

export interface RebuildFolderOptions {
  readonly logger: Logger;
  readonly onProgress?: (progress: FillProgress) => void;
  /** Ends the rebuild; the next call continues it. */
  readonly signal?: AbortSignal;
}

export interface RebuiltFolder {
  readonly records: number;
  readonly seconds: number;
  /** New place of the replaced read model; absent when an earlier call moved it. */
  readonly aside?: string;
}

const LOOK_MS = 200;

/**
 * Puts the read model of a data folder aside and fills a new one from the log, without vectors, which the next start
 * makes. No service may run in the folder. After a crash nothing is lost: the next call continues, and so does a start
 * of the service. Returns undefined when the signal ended it.
 * Errors: as at a start.
 */
export async function rebuildFolder(
  config: StandaloneConfig,
  { logger, ...watching }: RebuildFolderOptions,
): Promise<RebuiltFolder | undefined> {
  const logGeneration = await readLogGeneration(config, logger);
  const rebuilt = await rebuildReadModel(
    {
      clock: createSystemClock(),
      scheduler: createSystemScheduler(),
      generations: createFolderGenerations({ dataDir: config.dataDir, logGeneration, foldVersion: FOLD_VERSION }),
      noun: 'read model',
      lookMs: LOOK_MS,
      startFiller: () => startFiller(config, logger),
    },
    watching,
  );
  if (!rebuilt?.filled) return undefined;
  const { filled, aside } = rebuilt;
  return { records: filled.records, seconds: filled.seconds, ...(aside !== undefined && { aside }) };
}

/** Opens the folder once, which refuses what a start would refuse, before anything is put aside. */
async function readLogGeneration(config: StandaloneConfig, logger: Logger): Promise<string> {
  const { log, unfilled, close } = await openStores({ ...config, logger, threads: 'one' });
  await close();
  if (unfilled)
    throw new TotalRecallError('unavailable', 'The read model of this version is not filled yet. Start the service, which fills it.');
  return log.generation;
}

/** Starts the cores without network and model. */
async function startFiller(config: StandaloneConfig, logger: Logger): Promise<GenerationFiller> {
  let isDiskFull = false;
  const onFailure = (error: unknown): void => void (isDiskFull ||= saysFullDisk(error));
  const withoutModel = { ...config, embedder: 'off', threads: 'one' } as const;
  const { stores, ingest, scheduler, components } = await createCores(withoutModel, logger, { onFailure });
  const running = await startInOrder(components, lifecycleOf(config, { logger, scheduler }));
  return {
    log: stores.log,
    hasVectors: false,
    marks: (partition) => stores.index.marks(partition),
    health: () => {
      if (isDiskFull) throw fullDisk(config.dataDir);
      return ingest.health();
    },
    stop: async () => void (await running.stop()),
  };
}

function fullDisk(dataDir: string): TotalRecallError {
  return new TotalRecallError(
    'unavailable',
    `The disk under ${dataDir} is full. Make room and run this again, which goes on where it was; nothing is lost.`,
  );
}

import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@total-recall/adapter-files';
import { createFillStatus, lifecycleOf } from '@total-recall/composition';
import type { Logger } from '@total-recall/observability';
import { startInOrder, TotalRecallError, type StandaloneConfig } from '@total-recall/runtime';
import { createCores, type Cores } from './create-cores.ts';
import { openStores } from './open-stores.ts';
import { putAside } from './put-aside.ts';
import { readModelFolders } from './read-model-folders.ts';

/** Progress of filling a read model. */
export interface RebuildProgress {
  readonly filled: number;
  readonly records: number;
  /** Estimated time left at the speed so far; absent until that is known. */
  readonly leftSeconds?: number;
}

export interface RebuildFolderOptions {
  readonly logger: Logger;
  readonly onProgress?: (progress: RebuildProgress) => void;
  /** Ends the rebuild; the next call continues it. */
  readonly signal?: AbortSignal;
}

export interface RebuiltFolder {
  readonly records: number;
  readonly seconds: number;
  /** New place of the replaced read model; absent when an earlier call moved it. */
  readonly aside?: string;
}

/** Marker file in the data folder from the replacement of a read model until the new one is full. */
const FILLING = 'read-model.filling';
const LOOK_MS = 200;

/**
 * Puts the read model of a data folder aside and fills a new one from the log, without vectors, which the next start
 * makes. No service may run in the folder. After a crash nothing is lost: the next call continues, and so does a start
 * of the service. Returns undefined when the signal ended it.
 * Errors: as at a start.
 */
export async function rebuildReadModel(config: StandaloneConfig, options: RebuildFolderOptions): Promise<RebuiltFolder | undefined> {
  const { dataDir } = config;
  const marker = join(dataDir, FILLING);
  const isBegun = (await stat(marker).catch(() => undefined)) !== undefined;
  const aside = isBegun ? undefined : await replaceReadModel(config, marker, options.logger);
  const filled = await fill(config, options);
  if (filled) await rm(marker, { force: true });
  return filled && { ...filled, ...(aside !== undefined && { aside }) };
}

async function replaceReadModel(config: StandaloneConfig, marker: string, logger: Logger): Promise<string> {
  const stores = await openStores({ ...config, logger });
  const { own } = await readModelFolders(config.dataDir, stores.log.generation);
  await stores.close();
  if (stores.unfilled)
    throw new TotalRecallError('unavailable', 'The read model of this version is not filled yet. Start the service, which fills it.');
  await writeDurably(config.dataDir, marker, Buffer.from(`${own}\n`));
  return putAside(own);
}

/** Runs the cores without network and model until they hold what the log holds. */
async function fill(
  config: StandaloneConfig,
  { logger, onProgress, signal }: RebuildFolderOptions,
): Promise<Omit<RebuiltFolder, 'aside'> | undefined> {
  const cores = await createCores({ ...config, embedder: 'off' }, logger);
  const fromMs = cores.clock.monotonicMs();
  const running = await startInOrder(cores.components, lifecycleOf(config, { logger, scheduler: cores.scheduler }));
  try {
    const records = await untilFull(cores, fromMs, onProgress, signal);
    return records === undefined ? undefined : { records, seconds: (cores.clock.monotonicMs() - fromMs) / 1_000 };
  } finally {
    await running.stop();
  }
}

async function untilFull(
  { stores, ingest, clock, scheduler }: Cores,
  fromMs: number,
  onProgress: RebuildFolderOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const marks = (partition: number) => stores.index.marks(partition);
  const look = createFillStatus({ log: stores.log, clock, marks, marksRead: marks, hasVectors: false });
  for (let before: number | undefined; !signal?.aborted;) {
    const { ready, detail } = ingest.health();
    if (!ready) throw new TotalRecallError('internal', `The read model cannot be filled: ${detail}.`);
    const { filled, records, isFull } = await look();
    if (isFull) return records;
    before ??= filled;
    const seconds = (clock.monotonicMs() - fromMs) / 1_000;
    const leftSeconds = filled > before ? Math.ceil(((records - filled) * seconds) / (filled - before)) : undefined;
    onProgress?.({ filled, records, ...(leftSeconds !== undefined && { leftSeconds }) });
    await scheduler.delay(LOOK_MS, signal).catch(() => undefined);
  }
  return undefined;
}

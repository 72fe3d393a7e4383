import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileArtifactStore, createFileSegmentStore } from '@total-recall/adapter-files';
import {
  createSqliteAnatomyStore,
  createSqliteControlStore,
  createSqliteEventLog,
  createSqliteKeyStore,
  loadOrCreateMasterKey,
} from '@total-recall/adapter-sqlite';
import { keepOpen, type Stores } from '@total-recall/composition';
import { createSealer } from '@total-recall/runtime';
import { lockDataDir } from './lock-data-dir.ts';
import { openReadModel, type UnfilledReadModel } from './open-read-model.ts';
import { readModelFolders } from './read-model-folders.ts';

export interface StoreOptions {
  readonly dataDir: string;
  readonly masterKeyFile: string;
  readonly partitions: number;
  readonly readers: number;
  readonly vectorCacheMiB?: number;
  readonly archive?: string;
}

export interface StandaloneStores extends Stores {
  /** Present where a read model of an earlier version answers and that of this version has to be filled. */
  readonly unfilled?: UnfilledReadModel;
}

/** Opens the embedded stores of a data folder, making what is missing. Closes again what it opened when one fails. */
export async function openStores(options: StoreOptions): Promise<StandaloneStores> {
  const { dataDir } = options;
  const { keep, close } = keepOpen();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await keep({ close: await lockDataDir(dataDir) });
  try {
    const log = await keep(createSqliteEventLog({ path: join(dataDir, 'log.db'), partitions: options.partitions }));
    const masterKey = await loadOrCreateMasterKey(options.masterKeyFile);
    const [keys, control, anatomy] = await Promise.all([
      keep(createSqliteKeyStore({ path: join(dataDir, 'keys.db'), masterKey })),
      keep(createSqliteControlStore({ path: join(dataDir, 'control.db') })),
      keep(createSqliteAnatomyStore({ path: join(dataDir, 'anatomy.db') })),
    ]);
    const folders = await readModelFolders(dataDir, log.generation);
    const readModel = await keep(openReadModel({ ...options, ...folders, keys, sealer: createSealer({ keys }) }));
    const { index, sessions, unfilled } = readModel;
    const artifacts = await keep(createFileArtifactStore({ root: join(dataDir, 'artifacts') }));
    const segments = options.archive === 'on' ? await keep(createFileSegmentStore({ root: join(dataDir, 'archive') })) : undefined;
    return { log, index, sessions, keys, control, anatomy, artifacts, ...(unfilled && { unfilled }), ...(segments && { segments }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

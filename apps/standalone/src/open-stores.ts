import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileArtifactStore, createFileSegmentStore } from '@total-recall/adapter-files';
import {
  createSqliteAnatomyStore,
  createSqliteControlStore,
  createSqliteEventLog,
  createSqliteKeyStore,
  createSqliteMemoryIndex,
  createSqliteSessionStore,
  loadOrCreateMasterKey,
} from '@total-recall/adapter-sqlite';
import { keepOpen, type Stores } from '@total-recall/composition';
import { FOLD_VERSION } from '@total-recall/domain';
import { lockDataDir } from './lock-data-dir.ts';

export interface StoreOptions {
  readonly dataDir: string;
  readonly masterKeyFile: string;
  readonly partitions: number;
  readonly readers: number;
  readonly vectorCacheMiB?: number;
  readonly archive?: string;
}

/** Opens the embedded stores of a data folder, making what is missing. Closes again what it opened when one fails. */
export async function openStores(options: StoreOptions): Promise<Stores> {
  const { dataDir } = options;
  const { keep, close } = keepOpen();
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await keep({ close: await lockDataDir(dataDir) });
  try {
    const log = await keep(createSqliteEventLog({ path: join(dataDir, 'log.db'), partitions: options.partitions }));
    const readModel = await readModelFolder(dataDir, log.generation);
    const [index, sessions] = await Promise.all([
      keep(
        createSqliteMemoryIndex({
          path: join(readModel, 'index.db'),
          readers: options.readers,
          ...(options.vectorCacheMiB !== undefined && { vectorCacheBytes: options.vectorCacheMiB * 1024 * 1024 }),
        }),
      ),
      keep(createSqliteSessionStore({ path: join(readModel, 'sessions.db') })),
    ]);
    const masterKey = await loadOrCreateMasterKey(options.masterKeyFile);
    const [keys, control, anatomy] = await Promise.all([
      keep(createSqliteKeyStore({ path: join(dataDir, 'keys.db'), masterKey })),
      keep(createSqliteControlStore({ path: join(dataDir, 'control.db') })),
      keep(createSqliteAnatomyStore({ path: join(dataDir, 'anatomy.db') })),
    ]);
    const artifacts = await keep(createFileArtifactStore({ root: join(dataDir, 'artifacts') }));
    const segments = options.archive === 'on' ? await keep(createFileSegmentStore({ root: join(dataDir, 'archive') })) : undefined;
    return { log, index, sessions, keys, control, anatomy, artifacts, ...(segments && { segments }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The read model belongs to one log generation and one fold version; others are dropped, as it is filled again from the log. */
async function readModelFolder(dataDir: string, generation: string): Promise<string> {
  const name = `read-model-${generation}-v${FOLD_VERSION}`;
  for (const entry of await readdir(dataDir)) {
    if (entry.startsWith('read-model-') && entry !== name) await rm(join(dataDir, entry), { recursive: true, force: true });
  }
  const folder = join(dataDir, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

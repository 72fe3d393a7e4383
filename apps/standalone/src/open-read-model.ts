import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createSqliteMemoryIndex, createSqliteSessionStore } from '@total-recall/adapter-sqlite';
import { keepOpen } from '@total-recall/composition';
import { FOLD_VERSION } from '@total-recall/domain';
import { refoldSession } from '@total-recall/ingest';
import type { KeyStore, MemoryIndex, Sealer, SessionStore } from '@total-recall/ports';
import { forwarding, sealIndexTerms } from '@total-recall/runtime';
import type { ReadModelFolders } from './read-model-folders.ts';

export interface ReadModelOptions extends ReadModelFolders {
  readonly readers: number;
  readonly vectorCacheMiB?: number;
  /** Terms of the index are kept under keys of these. */
  readonly keys: KeyStore;
  /** Opens the events of sessions that have to be folded again. */
  readonly sealer: Sealer;
}

/** One folder of a read model, opened. */
interface ReadModel {
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  close(): Promise<void>;
}

/** A read model of this version that is to be filled while one of an earlier version answers. */
export interface UnfilledReadModel extends Pick<ReadModel, 'index' | 'sessions'> {
  /** Name of the folder that answers meanwhile. */
  readonly former: string;
  /** Lets this one answer from now on. Nobody may write the former any more. */
  takeOver(): void;
  /** Closes and removes the former, once no request can stand on it. Twice is harmless. */
  removeFormer(): Promise<void>;
}

export interface OpenedReadModel extends ReadModel {
  readonly unfilled?: UnfilledReadModel;
}

/** Opens the read model of a data folder, beside one of an earlier version where that is there and can be opened. */
export async function openReadModel(options: ReadModelOptions): Promise<OpenedReadModel> {
  const opened = await openFolder(options, options.own);
  const own = { ...opened, index: sealIndexTerms(opened.index, options.keys) };
  const former = options.former === undefined ? undefined : await openFormer(options, options.former);
  if (former === undefined) return own;
  let present = former;
  let removing: Promise<void> | undefined;
  const remove = async (): Promise<void> => {
    await former.close();
    await rm(options.former!, { recursive: true, force: true });
  };
  return {
    index: { ...forwarding(() => present.index), vectors: forwarding(() => present.index.vectors!) },
    sessions: forwarding(() => present.sessions),
    unfilled: {
      index: own.index,
      sessions: own.sessions,
      former: basename(options.former!),
      takeOver: () => void (present = own),
      removeFormer: () => (removing ??= remove()),
    },
    async close() {
      await (removing ?? former.close());
      await own.close();
    },
  };
}

async function openFolder({ readers, vectorCacheMiB }: ReadModelOptions, folder: string): Promise<ReadModel> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { keep, close } = keepOpen();
  try {
    const index = await keep(
      createSqliteMemoryIndex({
        path: join(folder, 'index.db'),
        readers,
        ...(vectorCacheMiB !== undefined && { vectorCacheBytes: vectorCacheMiB * 1024 * 1024 }),
      }),
    );
    return { index, sessions: await keep(createSqliteSessionStore({ path: join(folder, 'sessions.db') })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * States of an earlier fold are folded again as they are asked for; terms of the index are in the clear, as they were up to that version.
 * One that cannot be opened is removed: the log has all that it had.
 */
async function openFormer(options: ReadModelOptions, folder: string): Promise<ReadModel | undefined> {
  try {
    const { index, sessions, close } = await openFolder(options, folder);
    const load: SessionStore['load'] = async (address) => {
      const saved = await sessions.load(address);
      return saved === undefined || saved.foldVersion === FOLD_VERSION ? saved : refoldSession({ index, sealer: options.sealer }, saved);
    };
    return { index, sessions: { ...sessions, load }, close };
  } catch {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
}

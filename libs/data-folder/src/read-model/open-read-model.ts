import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  createSqliteMemoryIndex,
  createSqliteSessionStore,
  describeDatabase,
  putAside,
  type FolderGenerations,
  type IndexCaches,
  type SharedThread,
} from '@total-recall/adapter-sqlite';
import { keepOpen } from '@total-recall/composition';
import { openReadModels, prepareGeneration, type OpenedReadModels, type OpenGeneration } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import type { EventLog, KeyStore, MemoryIndex, Sealer } from '@total-recall/ports';
import {
  createDerivedKeys,
  createTermRoom,
  sealIndexTerms,
  sealSessionStates,
  TotalRecallError,
  type HeldMemory,
  type MemoryDivision,
} from '@total-recall/runtime';
import { inspectReadModel, noteDamage, sealReadModel, type ReadModelFile } from './read-model-seal.ts';
import { watchDamage } from '../damage/watch-damage.ts';

export interface ReadModelOptions {
  readonly generations: FolderGenerations;
  readonly readers: number;
  readonly memory?: MemoryDivision;
  /** Receives the sizes of the index's caches. */
  readonly held?: Pick<HeldMemory, 'count'>;
  /** Keys under which terms and vectors of the index are stored. */
  readonly keys: KeyStore;
  readonly sealer: Sealer;
  readonly log: EventLog;
  readonly logger: Logger;
  /** True to put a damaged read model aside and fill a new one. */
  readonly mends: boolean;
  /** Thread that the read model shares with other stores. Default: some of its own. */
  readonly beside?: SharedThread;
}

/** First fold version that stores the terms of the index as keyed hashes (ADR 0055). */
const TERMS_SEALED_FROM = 4;

/** Opens the read model of a data folder, beside one of an earlier version if that exists and can be opened. */
export function openReadModel(options: ReadModelOptions): Promise<OpenedReadModels> {
  const { generations } = options;
  const sealTerms = termSealing(options);
  return openReadModels({
    ...options,
    places: {
      pathOf: generations.pathOf,
      putAside: (generation) => putAside(generations.pathOf(generation)),
      async open(generation) {
        const opened = await openFolder(options, generations.pathOf(generation));
        return generations.foldVersionOf(generation) >= TERMS_SEALED_FROM ? { ...opened, index: sealTerms(opened.index) } : opened;
      },
    },
  });
}

/** Creates the sealing of terms. All read models of the process share one cache of hashed terms. */
function termSealing({ keys, memory, held }: ReadModelOptions): (index: MemoryIndex) => MemoryIndex {
  const room = memory && createTermRoom(memory.terms);
  if (room) held?.count('terms', () => room.heldBytes, room.shrink);
  return (index) => sealIndexTerms(index, keys, room);
}

/** Opens the folder of one generation. Errors: `damaged`, naming the file. */
async function openFolder(options: ReadModelOptions, folder: string): Promise<OpenGeneration> {
  const { readers, memory, held, log, keys, sealer, logger, beside } = options;
  const ofLog = { id: options.generations.logGeneration, adopts: true };
  const found = await inspectReadModel(folder);
  if (found !== undefined) throw new TotalRecallError('damaged', `${join(folder, found.file)} ${found.fault}.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { keep, close } = keepOpen();
  try {
    const index = await keep(
      createSqliteMemoryIndex({
        path: join(folder, 'index.db'),
        folder: ofLog,
        readers,
        vectorKey: createDerivedKeys(keys, 'vectors'),
        ...(memory && { caches: indexCaches(memory, readers) }),
        ...(held && { held }),
        beside,
      }),
    );
    const stored = await keep(createSqliteSessionStore({ path: join(folder, 'sessions.db'), folder: ofLog, beside }));
    const sessions = sealSessionStates(stored, keys);
    const names = { log: 'log.db', generation: folder };
    const faultOfLog = (): string | undefined => describeDatabase(join(dirname(folder), names.log)).fault;
    await prepareGeneration({ log, index, sessions, stored, sealer, logger, names, faultOfLog });
    let closing: Promise<void> | undefined;
    let damaged: string | undefined;
    const closeAndSeal = async (): Promise<void> => {
      await close();
      await sealReadModel(folder);
    };
    const watch = <T extends object>(store: T, file: ReadModelFile): T =>
      watchDamage(store, (error) => {
        if (damaged === undefined) {
          noteDamage(folder, file);
          logger.error({ file: join(folder, file), err: error }, 'the read model is damaged; the next start rebuilds it from the log');
        }
        damaged ??= `${join(folder, file)} is damaged; start the service again, which fills the read model anew from the log`;
      });
    const vectors = watch(index.vectors, 'index.db');
    return {
      index: { ...watch(index, 'index.db'), vectors },
      sessions: watch(sessions, 'sessions.db'),
      health: () => (damaged === undefined ? { ready: true } : { ready: false, detail: damaged }),
      close: () => (closing ??= closeAndSeal()),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Divides the cache of pages among the writer, the readers and the vector search thread. */
function indexCaches({ postings, columns, rows, vectors, tokens, pages }: MemoryDivision, readers: number): IndexCaches {
  return { postings, columns, rows, vectors, tokens, pages: pages / (readers + 2) };
}

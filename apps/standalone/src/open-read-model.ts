import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createSqliteMemoryIndex, createSqliteSessionStore, type IndexCaches, type SqliteSessionStore } from '@total-recall/adapter-sqlite';
import { keepOpen } from '@total-recall/composition';
import { FOLD_VERSION } from '@total-recall/domain';
import { alignSessions, refoldSession } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import type { EventLog, KeyStore, MemoryIndex, Sealer, SessionStore } from '@total-recall/ports';
import {
  forwarding,
  createTermRoom,
  sealIndexTerms,
  sealSessionStates,
  TotalRecallError,
  type Health,
  type HeldMemory,
  type MemoryDivision,
} from '@total-recall/runtime';
import { isDamage, putAside } from './put-aside.ts';
import type { ReadModelFolders } from './read-model-folders.ts';
import { inspectReadModel, noteDamage, sealReadModel, type ReadModelFile } from './read-model-seal.ts';
import { watchDamage } from './watch-damage.ts';

export interface ReadModelOptions extends ReadModelFolders {
  readonly readers: number;
  readonly memory?: MemoryDivision;
  /** Receives the sizes of the index's caches. */
  readonly held?: Pick<HeldMemory, 'count'>;
  /** Keys under which terms of the index are stored. */
  readonly keys: KeyStore;
  /** Opens the events of sessions that must be folded again. */
  readonly sealer: Sealer;
  readonly log: EventLog;
  readonly logger: Logger;
  /** True to put a damaged read model aside and fill a new one. */
  readonly mends: boolean;
}

/** First fold version that stores the terms of the index as keyed hashes (ADR 0055). */
const TERMS_SEALED_FROM = 4;

/** One folder of a read model, opened. */
interface ReadModel {
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  /** Returns not ready once the read model turned out to be damaged. */
  health(): Health;
  close(): Promise<void>;
}

/** A read model of this version that must be filled while one of an earlier version answers. */
export interface UnfilledReadModel extends Pick<ReadModel, 'index' | 'sessions'> {
  /** Name of the folder that answers meanwhile. */
  readonly former: string;
  /** Makes this read model answer from now on. The former must not be written any more. */
  takeOver(): void;
  /** Closes and removes the former read model, once no request uses it. May be called twice. */
  removeFormer(): Promise<void>;
}

export interface OpenedReadModel extends ReadModel {
  readonly unfilled?: UnfilledReadModel;
}

/** Opens the read model of a data folder, beside one of an earlier version if that exists and can be opened. */
export async function openReadModel(options: ReadModelOptions): Promise<OpenedReadModel> {
  const opened = await openWhole(options, options.own);
  const sealTerms = termSealing(options);
  const own = { ...opened, index: sealTerms(opened.index) };
  const former = options.former === undefined ? undefined : await openFormer(options, options.former, sealTerms);
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
    health: () => present.health(),
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

/** Creates the sealing of terms. All read models of the process share one cache of hashed terms. */
function termSealing({ keys, memory, held }: ReadModelOptions): (index: MemoryIndex) => MemoryIndex {
  const room = memory && createTermRoom(memory.terms);
  if (room) held?.count('terms', () => room.heldBytes);
  return (index) => sealIndexTerms(index, keys, room);
}

/**
 * Opens a read model that is intact and not ahead of the log. A damaged one is put aside, as the log has everything it
 * held.
 */
async function openWhole(options: ReadModelOptions, folder: string): Promise<ReadModel> {
  const { logger, mends, log } = options;
  const found = await inspectReadModel(folder);
  try {
    if (found !== undefined) throw new TotalRecallError('damaged', `${join(folder, found.file)} ${found.fault}.`);
    return await openFolder(options, folder);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (!mends) throw new TotalRecallError('damaged', `${messageOf(error)} The next start fills the read model anew.`, { cause: error });
    const aside = await putAside(folder);
    const records = (await endsOf(log)).reduce((sum, end) => sum + end + 1, 0);
    logger.error({ folder, aside, err: error, records }, 'the read model is damaged and put aside; it is filled anew from the log');
    return openFolder(options, folder);
  }
}

async function openFolder({ readers, memory, held, log, keys, sealer, logger }: ReadModelOptions, folder: string): Promise<ReadModel> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { keep, close } = keepOpen();
  try {
    const index = await keep(
      createSqliteMemoryIndex({
        path: join(folder, 'index.db'),
        readers,
        ...(memory && { caches: indexCaches(memory, readers) }),
        ...(held && { held }),
      }),
    );
    const stored = await keep(createSqliteSessionStore({ path: join(folder, 'sessions.db') }));
    const sessions = sealSessionStates(stored, keys);
    await sealEarlierStates(stored, sessions);
    await checkMarks(log, index, folder);
    for (const partition of partitionsOf(log)) {
      const aligned = await alignSessions({ log, index, sessions, sealer }, partition);
      if (aligned > 0)
        logger.warn({ partition, sessions: aligned }, 'sessions and index were apart, as after a power cut; they are one again');
    }
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
          logger.error(
            { file: join(folder, file), err: error },
            'the read model turns out to be damaged; the next start fills it anew from the log',
          );
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

const SEALED_AT_ONCE = 200;

/** Seals states that an earlier program saved in the clear, as they would stay so until their session continues. */
async function sealEarlierStates(stored: SqliteSessionStore, sessions: SessionStore): Promise<void> {
  let sealed = 0;
  for (let after = 0; ;) {
    const rows = await stored.unsealed(after, SEALED_AT_ONCE);
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    const states = await Promise.all(rows.map((row) => sessions.load(row)));
    await sessions.save(states.filter((state) => state !== undefined));
    sealed += rows.length;
  }
  if (sealed > 0) await stored.wipe?.();
}

/**
 * Refuses a log that ends before its read model: it has lost acknowledged events, and the read model may be their last
 * copy.
 */
async function checkMarks(log: EventLog, index: Pick<MemoryIndex, 'marks'>, folder: string): Promise<void> {
  for (const [partition, end] of (await endsOf(log)).entries()) {
    const { folded } = await index.marks(partition);
    if (folded > end)
      throw new TotalRecallError(
        'unavailable',
        `log.db ends at record ${end} of partition ${partition}, and ${folder} holds records up to ${folded}: the log was cut or put back from an older copy. ` +
          'Put back the newest copy with its -wal file, or move that folder away to go on with what the log has.',
      );
  }
}

function partitionsOf(log: EventLog): number[] {
  return Array.from({ length: log.partitions }, (_, partition) => partition);
}

function endsOf(log: EventLog): Promise<number[]> {
  return Promise.all(partitionsOf(log).map((partition) => log.end(partition)));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Opens the read model of an earlier version. States of an earlier fold are folded again on demand; terms of the
 * earliest indexes are in the clear. A read model that cannot be opened is put aside, as the log has everything it
 * held.
 */
async function openFormer(
  options: ReadModelOptions,
  folder: string,
  sealTerms: (index: MemoryIndex) => MemoryIndex,
): Promise<ReadModel | undefined> {
  try {
    const found = await inspectReadModel(folder);
    if (found !== undefined) throw new TotalRecallError('damaged', `${join(folder, found.file)} ${found.fault}.`);
    const { index, sessions, health, close } = await openFolder(options, folder);
    const load: SessionStore['load'] = async (address) => {
      const saved = await sessions.load(address);
      return saved === undefined || saved.foldVersion === FOLD_VERSION ? saved : refoldSession({ index, sealer: options.sealer }, saved);
    };
    const isSealed = (options.formerVersion ?? 0) >= TERMS_SEALED_FROM;
    return { index: isSealed ? sealTerms(index) : index, sessions: { ...sessions, load }, health, close };
  } catch (error) {
    options.logger.warn(
      { folder, err: error },
      'the read model of an earlier version cannot be opened; that of this version is filled from the log',
    );
    if (options.mends) await putAside(folder);
    return undefined;
  }
}

import { join } from 'node:path';
import {
  createFileArtifactStore,
  createFileSegmentStore,
  makeFolder,
  openMasterKeys,
  type MasterKeyPlace,
} from '@total-recall/adapter-files';
import {
  createFolderGenerations,
  createSqliteAnatomyStore,
  createSqliteControlStore,
  createSqliteEventLog,
  createSqliteKeyStore,
  createSqliteLedger,
  createSqliteUnitStore,
  isLastEntryNoted,
  type DamagedRecord,
  lockDataDir,
  putAside,
  startSharedThread,
  type OwnFolder,
  type SharedThread,
  type SqliteEventLog,
} from '@total-recall/adapter-sqlite';
import { keepOpen, type KeptOpen, type Stores } from '@total-recall/composition';
import { FOLD_VERSION, sessionKey } from '@total-recall/domain';
import type { UnfilledReadModel } from '@total-recall/ingest';
import { SILENT_LOGGER, type Logger } from '@total-recall/observability';
import type { AnatomyStore, ArtifactStore, ControlStore, KeyStore, Ledger, UnitStore } from '@total-recall/ports';
import {
  createDerivedKeys,
  createRevisedBodies,
  createSealer,
  createSystemClock,
  ledgerEntries,
  TotalRecallError,
  type DerivedKeys,
  type Health,
  type HeldMemory,
  type MemoryDivision,
} from '@total-recall/runtime';
import { identifyFolder, refusalOfIdentity, type FolderIdentity } from './folder-identity.ts';
import { openReadModel } from '../read-model/open-read-model.ts';
import { isDamage } from '../damage/watch-damage.ts';
import { named } from './named-part.ts';

/**
 * Threads of the stores. `own`: each store has its own, and the log and the read model have some for reads. `few`: keys,
 * control, ledger, units and anatomy share one, which takes some 30 MiB less. `one`: all share one, which opens in half the
 * time; for programs that serve nobody.
 */
export type StoreThreads = 'own' | 'few' | 'one';

export interface StoreOptions extends MasterKeyPlace {
  readonly dataDir: string;
  readonly partitions: number;
  readonly readers: number;
  /** Memory for the caches of the stores. Each store has its own default. */
  readonly memory?: MemoryDivision;
  /** Default: `own`. */
  readonly threads?: StoreThreads;
  /** Told what these caches hold. */
  readonly held?: Pick<HeldMemory, 'count'>;
  /** True if the log is archived. */
  readonly archives?: boolean;
  readonly logger?: Logger;
  readonly onDamaged?: (damaged: DamagedRecord) => void;
  /** True to put a damaged read model aside and fill a new one; otherwise it is refused. Default: true. */
  readonly mends?: boolean;
  /** True where the caller has all entries of the ledger checked once it is open. Default: false, they are checked first. */
  readonly checksLedgerLater?: boolean;
  /** True where the caller has locked the folder, and keeps it locked. Default: false. */
  readonly isLocked?: boolean;
  /** True for the restore that made the folder, which nobody else opens before it is checked. */
  readonly isRestoring?: boolean;
}

/** The thread in which a store is opened. Default: one of its own. */
interface Place {
  readonly beside?: SharedThread;
}

export interface StandaloneStores extends Stores {
  /** Returns the health of the read model that answers. */
  readModelHealth(): Health;
  /** Read model of this version that must be filled while one of an earlier version answers. */
  readonly unfilled?: UnfilledReadModel;
}

/**
 * Opens the embedded stores of a data folder. Creates them in a new folder, refuses a folder with a missing, foreign or
 * damaged part (`damaged`, naming the file), and fills a damaged read model again from the log. If one store fails to
 * open, the opened ones are closed.
 */
export async function openStores(options: StoreOptions): Promise<StandaloneStores> {
  const { dataDir, logger = SILENT_LOGGER, mends = true, onDamaged, threads = 'own' } = options;
  const { keep, close, closeAfter } = keepOpen();
  await makeFolder(dataDir);
  if (!options.isLocked) await keep({ close: await lockDataDir(dataDir) });
  try {
    const beside = threads === 'own' ? undefined : await keep(startSharedThread('stores'));
    const all = { beside: threads === 'one' ? beside : undefined };
    const identity = await identifyFolder(options);
    const { folder } = identity;
    const logPath = join(dataDir, 'log.db');
    const log = await keep(
      named(
        logPath,
        createSqliteEventLog({
          path: logPath,
          partitions: options.partitions,
          ...(identity.partitions && { madeWith: identity.partitions }),
          folder,
          ...(options.memory && { waitingBytes: options.memory.records }),
          ...(onDamaged && { onDamaged }),
          ...all,
        }),
      ).catch((error: unknown) => {
        throw (isDamage(error) && refusalOfIdentity(dataDir, folder.id)) || error;
      }),
    );
    const { keys, control } = await openSecrets({ ...options, beside }, { folder, log, keep });
    const ledgerPath = join(dataDir, 'ledger.db');
    const checksLater = options.checksLedgerLater ?? false;
    if (identity.notesLedger && !isLastEntryNoted(ledgerPath)) await pauseRetention(control, logger);
    const ledger = await keep(
      named(ledgerPath, createSqliteLedger({ path: ledgerPath, folder: identity.ledgerFolder, beside, checksLater, notesLast: true })),
    );
    await markKeys(keys, ledger, identity);
    await identity.complete({ generation: log.generation, partitions: log.partitions, notesLedger: isLastEntryNoted(ledgerPath) });
    const derived = { folder: { ...folder, adopts: true }, beside };
    const units = await keep(openUnits({ path: join(dataDir, 'units.db'), ...derived }, { logger, mends }));
    const anatomy = await keep(
      openAnatomy({ path: join(dataDir, 'anatomy.db'), topicKey: createDerivedKeys(keys, 'window-topics'), ...derived }, { logger, mends }),
    );
    const generations = createFolderGenerations({ dataDir, logGeneration: log.generation, foldVersion: FOLD_VERSION });
    const artifacts = await keep(openArtifacts(join(dataDir, 'artifacts')));
    const sealer = createSealer({ keys, revised: createRevisedBodies({ store: artifacts, keys }) });
    const readModel = await keep(openReadModel({ ...options, ...all, generations, log, keys, sealer, logger, mends }));
    const { index, sessions, unfilled } = readModel;
    const segments = options.archives ? await keep(createFileSegmentStore({ root: join(dataDir, 'archive') })) : undefined;
    const held = {
      log,
      index,
      sessions,
      keys,
      control,
      ledger,
      units,
      anatomy,
      artifacts,
      ...(unfilled && { unfilled }),
      ...(segments && { segments }),
    };
    return { ...held, readModelHealth: () => readModel.health(), close };
  } catch (error) {
    return closeAfter(error);
  }
}

async function openSecrets(
  { dataDir, beside, ...place }: StoreOptions & Place,
  {
    folder,
    log,
    keep,
  }: { readonly folder: OwnFolder; readonly log: Pick<SqliteEventLog, 'lastOffset' | 'hasSpace'>; readonly keep: KeptOpen['keep'] },
) {
  const [keysPath, controlPath] = [join(dataDir, 'keys.db'), join(dataDir, 'control.db')];
  const masters = await named(place.masterKeyFile, openMasterKeys(place)).catch(refuseMasterKey);
  const keys = await keep(
    named(
      keysPath,
      createSqliteKeyStore({
        path: keysPath,
        masters,
        folder,
        beside,
        log: {
          hasSession: async (address) => (await log.lastOffset(sessionKey(address))) >= 0,
          hasSpace: (tenant, space) => log.hasSpace(tenant, space),
        },
      }),
      `${keysPath} does not open. `,
    ),
  );
  const control = await keep(named(controlPath, createSqliteControlStore({ path: controlPath, folder, beside })));
  return { keys, control };
}

/** Pauses retention in a folder whose owner took an older ledger by removing the note of its last entry: holds may be gone. */
async function pauseRetention(control: Pick<ControlStore, 'putRetentionPause'>, logger: Logger): Promise<void> {
  await control.putRetentionPause({ since: createSystemClock().now() });
  logger.warn(
    {},
    'ledger.db.last was removed, so ledger.db may be an older one: retention erases nothing until you place the holds again that are missing, and run: total-recall retention resume',
  );
}

/**
 * Marks keys that have no erasure mark. In a folder of an earlier program they have done all erasures; in one whose keys
 * had a mark they were put back from a copy of before that, and all are done again.
 */
async function markKeys(
  { erasureMark }: KeyStore,
  ledger: Ledger,
  { marksErasures }: Pick<FolderIdentity, 'marksErasures'>,
): Promise<void> {
  for (let partition = 0; erasureMark && partition < ledger.partitions; partition += 1) {
    if ((await erasureMark.read(partition)) !== undefined) continue;
    const entries = marksErasures ? [] : await ledgerEntries(ledger, partition);
    await erasureMark.write(partition, entries.findLast(({ act }) => act.type === 'ErasureCompleted')?.id ?? '');
  }
}

/** A key file that cannot be used is a part of the folder that is not whole, and no wrong use of a command. */
function refuseMasterKey(error: unknown): never {
  if (!(error instanceof TotalRecallError) || error.code !== 'invalid_request') throw error;
  throw new TotalRecallError('damaged', error.message, { cause: error });
}

/** Opens the artifacts. Errors: `damaged` where their folder is a file, or a link to a place that is not there. */
async function openArtifacts(root: string): Promise<ArtifactStore> {
  try {
    return createFileArtifactStore({ root });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EEXIST') throw error;
    throw new TotalRecallError(
      'damaged',
      `${root} is not a folder, or is a link to a missing one. Is its disk mounted? To continue without the artifacts, put an empty folder in its place.`,
      { cause: error, details: { file: root } },
    );
  }
}

/** Opens the analytics store. Analytics may be lost, so a file that is damaged or of another folder is put aside and begun anew. */
async function openAnatomy(
  file: { readonly path: string; readonly folder: OwnFolder; readonly topicKey: DerivedKeys } & Place,
  { logger, mends }: { readonly logger: Logger; readonly mends: boolean },
): Promise<AnatomyStore> {
  const { path } = file;
  const onUnwiped = (error: unknown): void =>
    logger.warn({ file: path, err: error }, 'topics of windows that are sealed now could not be wiped off anatomy.db yet; tried each hour');
  try {
    return await createSqliteAnatomyStore({ ...file, onUnwiped });
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (!mends)
      throw new TotalRecallError(
        'damaged',
        `${path} is damaged or from another folder. Remove it, or start the service, which puts it aside: window anatomy and the retrieval log start empty.`,
        { cause: error, details: { file: path } },
      );
    const aside = await putAside(path);
    logger.error(
      { file: path, aside, err: error },
      'anatomy.db was damaged, from another folder or of a newer program, and is put aside; window anatomy and the retrieval log start empty',
    );
    return createSqliteAnatomyStore({ ...file, onUnwiped });
  }
}

/** Opens the units of the ledger. They are folded again where their file is damaged or of another folder. */
async function openUnits(
  file: { readonly path: string; readonly folder: OwnFolder } & Place,
  { logger, mends }: { readonly logger: Logger; readonly mends: boolean },
): Promise<UnitStore> {
  try {
    return await createSqliteUnitStore(file);
  } catch (error) {
    if (!mends || !isDamage(error)) throw error;
    const aside = await putAside(file.path);
    logger.error(
      { file: file.path, aside, err: error },
      'units.db was damaged or of a newer program, and is put aside; it is rebuilt from the ledger',
    );
    return createSqliteUnitStore(file);
  }
}

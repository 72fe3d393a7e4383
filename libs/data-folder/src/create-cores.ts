import { processParts, wireCores, type CoresHooks, type ProcessParts, type Stores, type Wiring } from '@total-recall/composition';
import {
  createSessionGate,
  fillBesideFormer,
  type GenerationFiller,
  type IngestService,
  type UnfilledReadModel,
} from '@total-recall/ingest';
import type { EventRecord } from '@total-recall/domain';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { Eraser, Holds, Retention } from '@total-recall/ports';
import type { RetrieverService } from '@total-recall/retriever';
import {
  createHeldMemory,
  createRevisedBodies,
  createSealer,
  memoryMiB,
  memoryOf,
  serverProbe,
  TotalRecallError,
  type Component,
  type CoreConfig,
  type HeldMemory,
  type MasterKeyConfig,
  type StandaloneConfig,
  type UnitReader,
} from '@total-recall/runtime';
import { knownBackups } from './backup/noted-backups.ts';
import { clockBehindLog, describeClock } from './damage/clock-behind.ts';
import { lookForNewestKeys } from './keys/look-for-newest-keys.ts';
import { checkLog } from './damage/check-log.ts';
import { createLogDamage, type LogDamage } from './damage/log-damage.ts';
import { folderProbe } from './damage/probe-folder.ts';
import { checkLedger } from './damage/check-ledger.ts';
import { openStores, type StandaloneStores, type StoreOptions } from './stores/open-stores.ts';
import { filledAtStart } from './read-model/filled-at-start.ts';
import { removeFromAside } from './erasure/remove-from-aside.ts';

/** The service without its network: stores and cores, wired in one process. */
export interface Cores extends Wiring {
  readonly ingest: IngestService;
  readonly retriever: RetrieverService;
  /** Eraser; refuses with `unavailable` while the read model of an earlier version is there. */
  readonly eraser?: Eraser & Holds;
  readonly retention?: Retention;
  readonly consolidator?: ReturnType<Wiring['consolidatorOver']>;
  /** Memory that the caches of the process hold. */
  readonly held: HeldMemory;
  /** Components in the order in which they start. */
  readonly components: readonly Component[];
}

export type CoresConfig = CoreConfig & MasterKeyConfig & Pick<StandaloneConfig, 'dataDir' | 'readers'> & Pick<StoreOptions, 'threads'>;

/** The stores of a data folder, with what is noticed of them while they are open. */
export interface OpenFolder {
  readonly stores: StandaloneStores;
  readonly held: HeldMemory;
  readonly damage: LogDamage;
}

/** Setting of memory below which stores that are rarely asked share a thread. */
const FEW_THREADS_BELOW_MIB = 900;

export async function openFolder(config: CoresConfig, parts: Pick<ProcessParts, 'logger' | 'metrics'>): Promise<OpenFolder> {
  const { logger } = parts;
  const damage = createLogDamage(parts);
  const held = createHeldMemory();
  const stores = await openStores({
    ...config,
    memory: memoryOf(config),
    threads: config.threads ?? (memoryMiB(config) < FEW_THREADS_BELOW_MIB ? 'few' : 'own'),
    held,
    logger,
    checksLedgerLater: true,
    onDamaged: damage.note,
  });
  return { stores, held, damage };
}

/** Creates the cores for tools and tests, which serve nobody. The first component closes the stores. */
export async function createCores(config: CoresConfig, logger: Logger, hooks: CoresHooks = {}): Promise<Cores> {
  const parts = processParts(logger);
  const folder = await openFolder(config, parts);
  const { stores } = folder;
  try {
    const cores = await coresOver(folder, config, { ...hooks, ...parts });
    return { ...cores, components: [{ name: 'stores', stop: () => stores.close() }, ...cores.components] };
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/** Creates the cores over open stores, which stay the caller's to close. */
export async function coresOver(folder: OpenFolder, config: CoresConfig, parts: ProcessParts & CoresHooks): Promise<Cores> {
  const { stores, held, damage } = folder;
  const { logger } = parts;
  const { unfilled } = stores;
  const wiring = await wireCores(stores, config, { ...parts, held, isOnlyWriter: true });
  const gate = createSessionGate();
  // Decisions count at once, without a look at the store. The consolidator appends through ingest, so it comes later.
  const units: UnitReader = {
    of: async (tenant, space) => consolidator?.unitsOf({ tenant, space }),
    at: (...of) => consolidator!.unitsAt(...of),
  };
  const ingest = wiring.ingestWith(unfilled ? { roles: [] } : {}, { gate, units });
  const partitions = wiring.partitionEraserOver(ingest);
  const removeReplaced = async (): Promise<void> => {
    if (unfilled?.isFormerThere()) throw formerIsThere();
    await removeFromAside({ dataDir: config.dataDir, damage, logger });
  };
  const eraser =
    partitions &&
    wiring.eraserOver(partitions, {
      removeReplaced,
      knownBackups: () => knownBackups(config.dataDir, logger),
      retention: { withoutAppends: gate.withoutAppends },
    });
  const retention = eraser?.retention;
  const consolidator: ReturnType<Wiring['consolidatorOver']> = wiring.consolidatorOver(ingest, eraser);
  const retriever = wiring.retrieverWith(
    {},
    {
      ...(eraser && { wasErased: (place) => eraser.wasErased(place) }),
      ...(consolidator && { units }),
    },
  );
  const { clock, scheduler } = wiring;
  // While a former read model serves, the service is ready with that one.
  const filling = unfilled
    ? fillingOf(unfilled, stores, ingest, wiring, config, logger)
    : filledAtStart({ log: stores.log, index: stores.index, clock: wiring.clock, scheduler: wiring.scheduler });
  const disk = serverProbe('disk', folderProbe(config.dataDir), { clock, scheduler, needed: ['disk'] });
  const files: Component = { name: 'read-model-files', health: () => stores.readModelHealth() };
  return {
    ...wiring,
    ingest,
    retriever,
    ...(eraser && { eraser }),
    ...(retention && { retention }),
    ...(consolidator && { consolidator }),
    held,
    components: [
      ...wiring.foundation,
      disk,
      files,
      ingest,
      filling,
      retriever,
      ...(eraser ? [eraser] : []),
      ...(retention ? [wiring.sweepingOver(retention)] : []),
      ...(consolidator ? [consolidator] : []),
      wiring.archiver,
      checkOf(folder, wiring, logger),
      ...(stores.ledger ? [checkLedger(stores.ledger, logger)] : []),
    ],
  };
}

/** Refuses an erasure: taken out of one of two read models, it would survive in the other. */
function formerIsThere(): TotalRecallError {
  return new TotalRecallError(
    'unavailable',
    'After the start of a new version nothing is erased until a minute after its read model is filled; /readyz shows the progress. Try again.',
    { retryAfterMs: 10_000, details: { nothingErased: true } },
  );
}

/** Creates the check of all records of the log. Its start looks first whether keys.db is the newest copy. */
function checkOf(
  { stores, damage }: OpenFolder,
  { clock, scheduler, artifactLosses }: Pick<Wiring, 'clock' | 'scheduler' | 'artifactLosses'>,
  logger: Logger,
): Component {
  // The plain log, without metrics: reading all of it is not load of the service.
  const { log, keys, artifacts } = stores;
  const revised = createRevisedBodies({ store: artifacts, keys, opensUnreadable: true });
  const sealer = createSealer({ keys, revised });
  const onLacksRevision = async ({ envelope, revision }: EventRecord): Promise<void> => {
    const { tenant, space, id } = envelope;
    const place = { tenant, space, artifactId: await revised.artifactId(envelope, revision!) };
    const reason = (await artifacts.stat(place)) === undefined ? 'absent' : 'damaged';
    artifactLosses.note({ ...place, reason, revisedOf: id });
  };
  const check = checkLog({ log, sealer, keys, clock, scheduler, damage, onLacksRevision, logger });
  return {
    ...check,
    start: async () => {
      // The check of all records meets an unreadable one again, and reports it there.
      await lookForNewestKeys(log, keys, damage).catch(() => undefined);
      const behind = await clockBehindLog(log, clock).catch(() => undefined);
      if (behind) logger.warn({ ...behind }, `${describeClock(behind)}; set it right`);
      await check.start?.();
    },
  };
}

/** Fills a read model of this version while the former one serves. */
function fillingOf(
  unfilled: UnfilledReadModel,
  stores: StandaloneStores,
  serving: IngestService,
  { forgetReadModel: forget, clock, scheduler }: Wiring,
  config: CoresConfig,
  logger: Logger,
): Component {
  return fillBesideFormer({
    log: stores.log,
    beside: unfilled,
    serving,
    startFiller: () => startFiller(stores, unfilled, config, logger),
    forget,
    clock,
    scheduler,
    logger,
  });
}

/**
 * Starts the projectors that fill a read model. They read the other stores' log, keys and artifacts, make no vectors and
 * close none of them.
 */
async function startFiller(
  stores: Stores,
  { index, sessions }: UnfilledReadModel,
  config: CoresConfig,
  logger: Logger,
): Promise<GenerationFiller> {
  const parts = processParts(logger, createMetrics({ processMetrics: false }));
  const { tokens, ingestWith } = await wireCores(
    { ...stores, index, sessions, close: async () => undefined },
    { ...config, embedder: 'off' },
    { ...parts, isOnlyWriter: false },
  );
  const ingest = ingestWith({ roles: ['fill'] });
  const stop = async (): Promise<void> => {
    await ingest.stop();
    await tokens.close();
  };
  await ingest.start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { log: stores.log, hasVectors: false, marks: (partition) => index.marks(partition), health: () => ingest.health(), stop };
}

import {
  processParts,
  serverProbe,
  wireCores,
  type CoresHooks,
  type ProcessParts,
  type Stores,
  type Wiring,
} from '@total-recall/composition';
import { createSessionGate, type IngestService } from '@total-recall/ingest';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { Eraser, Holds, Retention } from '@total-recall/ports';
import type { RetrieverService } from '@total-recall/retriever';
import {
  createHeldMemory,
  createRevisedBodies,
  createSealer,
  memoryOf,
  type Component,
  type CoreConfig,
  type HeldMemory,
  type MasterKeyConfig,
  type StandaloneConfig,
} from '@total-recall/runtime';
import { fillReadModel, type FillDeps } from './fill-read-model.ts';
import { checkLog, createLogDamage, type LogDamage } from './log-damage.ts';
import { openStores, type StandaloneStores } from './open-stores.ts';
import { probeDisk } from './probe-disk.ts';

/** The service without its network: stores and cores, wired in one process. */
export interface Cores extends Wiring {
  readonly ingest: IngestService;
  readonly retriever: RetrieverService;
  /** Eraser; absent while a read model of this version is being filled. */
  readonly eraser?: Eraser & Holds;
  readonly retention?: Retention;
  /** Memory that the caches of the process hold. */
  readonly held: HeldMemory;
  /** Components in the order in which they start. */
  readonly components: readonly Component[];
}

export type CoresConfig = CoreConfig & MasterKeyConfig & Pick<StandaloneConfig, 'dataDir' | 'readers'>;

/** The stores of a data folder, with what is noticed of them while they are open. */
export interface OpenFolder {
  readonly stores: StandaloneStores;
  readonly held: HeldMemory;
  readonly damage: LogDamage;
}

export async function openFolder(config: CoresConfig, parts: Pick<ProcessParts, 'logger' | 'metrics'>): Promise<OpenFolder> {
  const { logger } = parts;
  const damage = createLogDamage(parts);
  const held = createHeldMemory();
  const stores = await openStores({ ...config, memory: memoryOf(config), held, logger, onDamaged: damage.note });
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
export async function coresOver(
  { stores, held, damage }: OpenFolder,
  config: CoresConfig,
  parts: ProcessParts & CoresHooks,
): Promise<Cores> {
  const { logger } = parts;
  const { unfilled } = stores;
  const wiring = await wireCores(stores, config, { ...parts, held, isOnlyWriter: true });
  const gate = createSessionGate();
  const ingest = wiring.ingestWith(unfilled ? { roles: [] } : {}, { gate });
  // No eraser while another read model is being filled: what that already holds must not survive an erasure.
  const partitions = unfilled ? undefined : wiring.partitionEraserOver(ingest);
  const eraser = partitions && wiring.eraserOver(partitions, { retention: { withoutAppends: gate.withoutAppends } });
  const retention = eraser?.retention;
  const retriever = wiring.retrieverWith({}, eraser);
  const filling = unfilled
    ? [fillReadModel({ unfilled, serving: ingest, wireFiller: fillerOver(stores, config, logger), wiring, logger })]
    : [];
  const { clock, scheduler } = wiring;
  const disk = serverProbe('disk', () => probeDisk(config.dataDir), { clock, scheduler, needed: ['disk'] });
  const files: Component = { name: 'read-model-files', health: () => stores.readModelHealth() };
  // The plain log, without metrics: reading all of it is not load of the service.
  const check = checkLog({
    log: stores.log,
    sealer: createSealer({ keys: stores.keys, revised: createRevisedBodies({ store: stores.artifacts, keys: stores.keys }) }),
    clock,
    scheduler,
    damage,
    logger,
  });
  return {
    ...wiring,
    ingest,
    retriever,
    ...(eraser && { eraser }),
    ...(retention && { retention }),
    held,
    components: [
      ...wiring.foundation,
      disk,
      files,
      ingest,
      ...filling,
      retriever,
      ...(eraser ? [eraser] : []),
      ...(retention ? [wiring.sweepingOver(retention)] : []),
      wiring.archiver,
      check,
    ],
  };
}

/**
 * Wires the process that fills a read model. It reads the other stores' log, keys and artifacts, makes no vectors and
 * closes none of them.
 */
function fillerOver(stores: Stores, config: CoresConfig, logger: Logger): FillDeps['wireFiller'] {
  const parts = processParts(logger, createMetrics({ processMetrics: false }));
  return ({ index, sessions }) =>
    wireCores(
      { ...stores, index, sessions, close: async () => undefined },
      { ...config, embedder: 'off' },
      { ...parts, isOnlyWriter: false },
    );
}

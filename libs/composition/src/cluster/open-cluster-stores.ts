import { createClickhouseAnatomyStore } from '@total-recall/adapter-clickhouse';
import { createKafkaControlStore, createKafkaEventLog, createKafkaKeyStore, openParkedWrites } from '@total-recall/adapter-kafka';
import {
  createOpenSearchUnitStore,
  openCurrentReadModel,
  openReadModelToFill,
  type ReadModel,
  type ReadModelOptions,
} from '@total-recall/adapter-opensearch';
import { createS3ArtifactStore, createS3SegmentStore } from '@total-recall/adapter-s3';
import { openMasterKeys } from '@total-recall/adapter-files';
import type { Logger, Metrics, Tracer } from '@total-recall/observability';
import { createTermRoom, memoryOf, sealIndexTerms, sealSessionStates, type ClusterConfig } from '@total-recall/runtime';
import type { FollowedReadModel } from '@total-recall/ports';
import type { Stores } from '../stores.ts';
import { createLossyAnatomyStore } from './lossy-anatomy-store.ts';
import { clickhouseSettings, kafkaSettings, opensearchSettings } from './connections.ts';
import { keepOpen } from '../keep-open.ts';
import { firstGeneration } from './open-index-generations.ts';
import { parking, parkingAs } from './parking.ts';

export interface ClusterStoreDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracer;
  /** True to open the next generation of the read model instead of the current one. */
  readonly toFill?: boolean;
  /** True for who owns the ledger and writes units: it removes the indices that earlier versions of it wrote. */
  readonly ownsLedger?: boolean;
}

/**
 * Opens the stores of a cluster on their servers and creates what is missing. If one fails, closes those already open.
 * Nothing waits for ClickHouse and S3: where they are away, tables and buckets are made once they are there.
 */
export async function openClusterStores(config: ClusterConfig, deps: ClusterStoreDeps): Promise<Stores> {
  const { logger, metrics, tracing: tracer, ownsLedger = false } = deps;
  const clickhouse = { ...clickhouseSettings(config), tracer };
  const opensearch = { ...opensearchSettings(config, logger), metrics, tracer };
  const { keep, close, closeAfter } = keepOpen();
  const topics = kafkaSettings(config, logger);
  const { namePrefix: prefix } = config;
  const memory = memoryOf(config);
  try {
    const log = await keep(createKafkaEventLog({ ...topics, partitions: config.partitions, cacheBytes: memory.records, metrics }));
    const parked = await keep(openParkedWrites({ ...topics, metrics }));
    const readModel = await keep(
      openIndices(deps, {
        opensearch,
        prefix,
        generation: firstGeneration(log),
        replicas: config.opensearchReplicas,
        onRefused: parking(parked, logger),
      }),
    );
    const replicas = config.opensearchReplicas;
    const units = await keep(createOpenSearchUnitStore({ opensearch, prefix, ledger: log.generation, replicas, dropsOlder: ownsLedger }));
    const keys = await keep(createKafkaKeyStore({ ...topics, masters: await openMasterKeys(config) }));
    const index = sealIndexTerms(readModel.index, keys, createTermRoom(memory.terms));
    const sessions = sealSessionStates(readModel.sessions, keys);
    const control = await keep(createKafkaControlStore(topics));
    const analytics = await keep(createClickhouseAnatomyStore({ clickhouse, mayBeAway: true, logger, metrics }));
    keys.onDestroyed((place) => analytics.forgetWaiting(place));
    const anatomy = createLossyAnatomyStore(analytics, logger);
    const s3 = { ...config.s3, tracer };
    const artifacts = await keep(createS3ArtifactStore({ s3, bucketPrefix: prefix, onAway: tellAway(logger) }));
    const segments = config.archives ? await keep(createS3SegmentStore({ s3, bucketPrefix: prefix })) : undefined;
    const park = parkingAs(parked, { role: 'project', code: 'damaged' });
    const held = { log, readModel, index, sessions, units, keys, control, anatomy, artifacts, park, ...(segments && { segments }) };
    return { ...held, keepsTraces: true, close };
  } catch (error) {
    return closeAfter(error);
  }
}

const tellAway = (logger: Logger) => (error: unknown) =>
  logger.warn({ err: error }, 'S3 does not answer: artifacts and the archive wait for it, and all else goes on');

type OpenedIndices = FollowedReadModel & Pick<ReadModel, 'index' | 'sessions' | 'close'>;

async function openIndices({ toFill = false }: ClusterStoreDeps, options: ReadModelOptions): Promise<OpenedIndices> {
  if (!toFill) return openCurrentReadModel(options);
  const filled = await openReadModelToFill(options);
  return { ...filled, generation: () => filled.generation };
}

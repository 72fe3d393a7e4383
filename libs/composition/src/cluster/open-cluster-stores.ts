import { createClickhouseAnatomyStore } from '@total-recall/adapter-clickhouse';
import { createKafkaControlStore, createKafkaEventLog, createKafkaKeyStore, openParkedWrites } from '@total-recall/adapter-kafka';
import { createOpenSearchMemoryIndex, createOpenSearchSessionStore } from '@total-recall/adapter-opensearch';
import { createS3ArtifactStore, createS3SegmentStore } from '@total-recall/adapter-s3';
import { loadOrCreateMasterKey } from '@total-recall/adapter-sqlite';
import { FOLD_VERSION } from '@total-recall/domain';
import type { Logger, Metrics, Tracer } from '@total-recall/observability';
import type { AppConfig } from '@total-recall/runtime';
import type { Stores } from '../stores.ts';
import { anatomyThatGivesWay } from './anatomy-that-gives-way.ts';
import { NEEDED_SETTINGS, required } from './cluster-settings.ts';
import { clickhouseOf, kafkaOf, opensearchOf, s3Of } from './connections.ts';
import { keepOpen } from '../keep-open.ts';
import { parking } from './parking.ts';

export interface ClusterStoreDeps {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracer;
}

/** Opens the stores of a cluster on their servers, making what is missing. Closes again what it opened when one fails. */
export async function openClusterStores(config: AppConfig, { logger, metrics, tracing: tracer }: ClusterStoreDeps): Promise<Stores> {
  // Those that are missing are named all at once.
  required(config, NEEDED_SETTINGS.prepare);
  const clickhouse = { ...clickhouseOf(config), tracer };
  const opensearch = { ...opensearchOf(config, logger), metrics, tracer };
  const { keep, close } = keepOpen();
  const topics = kafkaOf(config, logger);
  const { namePrefix: prefix } = config;
  try {
    const log = await keep(createKafkaEventLog({ ...topics, partitions: config.partitions, metrics }));
    const indices = {
      opensearch,
      prefix,
      generation: `${log.generation}-v${FOLD_VERSION}`,
      replicas: config.opensearchReplicas,
    };
    const parked = await keep(openParkedWrites({ ...topics, metrics }));
    const index = await keep(createOpenSearchMemoryIndex({ ...indices, onRefused: parking(parked, logger) }));
    const sessions = await keep(createOpenSearchSessionStore(indices));
    const keys = await keep(createKafkaKeyStore({ ...topics, masterKey: await loadOrCreateMasterKey(config.masterKeyFile) }));
    const control = await keep(createKafkaControlStore(topics));
    const analytics = await keep(createClickhouseAnatomyStore({ clickhouse, logger, metrics }));
    const anatomy = anatomyThatGivesWay(analytics, logger);
    const s3 = { ...s3Of(config), tracer };
    const artifacts = await keep(createS3ArtifactStore({ s3, bucketPrefix: prefix }));
    const segments = config.archive === 'off' ? undefined : await keep(createS3SegmentStore({ s3, bucketPrefix: prefix }));
    return { log, keepsTraces: true, index, sessions, keys, control, anatomy, artifacts, ...(segments && { segments }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

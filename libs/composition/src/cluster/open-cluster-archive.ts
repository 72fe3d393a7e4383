import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import { createS3SegmentStore } from '@total-recall/adapter-s3';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { EventLog, SegmentStore } from '@total-recall/ports';
import type { AppConfig } from '@total-recall/runtime';
import { kafkaOf, s3Of } from './connections.ts';

/** A log and its archive, and nothing else of a cluster. */
export interface OpenedArchive {
  readonly log: EventLog;
  readonly segments: SegmentStore;
  close(): Promise<void>;
}

export async function openClusterArchive(config: AppConfig, logger: Logger): Promise<OpenedArchive> {
  const log = await createKafkaEventLog({ ...kafkaOf(config, logger), partitions: config.partitions, metrics: createMetrics() });
  try {
    const segments = await createS3SegmentStore({ s3: s3Of(config), bucketPrefix: config.namePrefix, makesBuckets: false });
    const close = async (): Promise<void> => {
      await segments.close();
      await log.close();
    };
    return { log, segments, close };
  } catch (error) {
    await log.close();
    throw error;
  }
}

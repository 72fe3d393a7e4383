import { createKafkaEventLog } from '@total-recall/adapter-kafka';
import { createS3SegmentStore } from '@total-recall/adapter-s3';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { EventLog, SegmentStore } from '@total-recall/ports';
import type { TopicsConfig } from '@total-recall/runtime';
import { keepOpen } from '../keep-open.ts';
import { kafkaSettings } from './connections.ts';

/** The log of a cluster and its archive, without the other stores. */
export interface OpenedArchive {
  readonly log: EventLog;
  readonly segments: SegmentStore;
  close(): Promise<void>;
}

export async function openClusterArchive(config: TopicsConfig, logger: Logger): Promise<OpenedArchive> {
  const { keep, close, closeAfter } = keepOpen();
  try {
    const log = await keep(
      createKafkaEventLog({ ...kafkaSettings(config, logger), partitions: config.partitions, metrics: createMetrics() }),
    );
    const segments = await keep(createS3SegmentStore({ s3: config.s3, bucketPrefix: config.namePrefix, makesBuckets: false }));
    return { log, segments, close };
  } catch (error) {
    return closeAfter(error);
  }
}

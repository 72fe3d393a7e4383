import type { Metrics } from '@total-recall/observability';
import type { TopicOptions } from '../topics/topic-plan.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';

export interface KafkaEventLogOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Fixed when the log is made; a difference is refused. 12. */
  readonly partitions?: number;
  /** Name of the log: events, or the ledger. */
  readonly log?: 'events' | 'ledger';
  readonly metrics?: Metrics;
  /** Time for which a batch is retried before its appends fail. Default: 30 s. */
  readonly deliveryTimeoutMs?: number;
  /** Bytes of recently read records that are cached, over all partitions. Default: 64 MiB. */
  readonly cacheBytes?: number;
  /** Number of records before the end from which the last offsets of keys are known. Default: 10,000. */
  readonly headRecords?: number;
  /** Number of keys per partition whose last offset is cached. Default: 50,000. */
  readonly maxHeads?: number;
}

import type { Metrics } from '@total-recall/observability';
import type { TopicOptions } from '../topics/topic-plan.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';

export interface KafkaEventLogOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Fixed when the log is made; a difference is refused. 12. */
  readonly partitions?: number;
  /** Which log: of events, or of the ledger. */
  readonly log?: 'events' | 'ledger';
  readonly metrics?: Metrics;
  /** How long a batch is sent again before its appends fail. 30 s. */
  readonly deliveryTimeoutMs?: number;
  /** Records read lately are kept up to this, over all partitions. 64 MiB. */
  readonly cacheBytes?: number;
  /** How many records before the end the last offsets of keys are known from. 10,000. */
  readonly headRecords?: number;
  /** Keys whose last offset is remembered, by partition. 50,000. */
  readonly maxHeads?: number;
}

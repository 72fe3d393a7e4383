import type { KafkaSettings } from '@total-recall/adapter-kafka';
import type { Logger } from '@total-recall/observability';
import type { ClusterConfig, IndexConfig, TopicsConfig } from '@total-recall/runtime';

/** Settings of the adapters of Kafka: the connection to the brokers, and the names of topics. */
export function kafkaSettings(config: Pick<TopicsConfig, 'kafka' | 'namePrefix' | 'kafkaReplication'>, logger: Logger) {
  const kafka: KafkaSettings = { ...config.kafka, logger };
  return { kafka, prefix: config.namePrefix, replication: config.kafkaReplication };
}

export function opensearchSettings({ opensearch: { url, ...connection } }: Pick<IndexConfig, 'opensearch'>, logger: Logger) {
  return { urls: [url], ...connection, logger };
}

export function clickhouseSettings({ clickhouse, namePrefix }: Pick<ClusterConfig, 'clickhouse' | 'namePrefix'>) {
  return { ...clickhouse, database: namePrefix };
}

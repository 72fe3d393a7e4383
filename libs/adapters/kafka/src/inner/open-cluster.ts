import { createRequire } from 'node:module';
import type { Cluster, KafkaConfig } from 'kafkajs';
import type { WireBroker } from './wire-broker.ts';

/** The version whose internals are used here; the test beside this file fails on any other. */
export const KAFKAJS_VERSION = '2.2.4';

/** Leaders, connections and the protocol of one Kafka cluster. */
export interface WireCluster extends Pick<
  Cluster,
  | 'isConnected'
  | 'connect'
  | 'disconnect'
  | 'addTargetTopic'
  | 'refreshMetadata'
  | 'refreshMetadataIfNecessary'
  | 'findLeaderForPartitions'
  | 'fetchTopicsOffset'
> {
  findBroker(node: { readonly nodeId: string }): Promise<WireBroker>;
}

const requireInner = createRequire(import.meta.url);
const METADATA_MAX_AGE_MS = 60_000;
const READ_UNCOMMITTED = 0;

/**
 * Opens the internal class of kafkajs below its producers and consumers. It is used to read from an offset without a
 * consumer group, and to write with our own sequence numbers (ADR 0020). kafkajs exports its types but not the class.
 */
export function openCluster(config: KafkaConfig): WireCluster {
  const ClusterClass = requireInner('kafkajs/src/cluster') as new (options: object) => WireCluster;
  const { createLogger } = requireInner('kafkajs/src/loggers') as { createLogger(options: object): object };
  return new ClusterClass({
    ...config,
    logger: createLogger({ level: config.logLevel, logCreator: config.logCreator }),
    metadataMaxAge: METADATA_MAX_AGE_MS,
    allowAutoTopicCreation: false,
    isolationLevel: READ_UNCOMMITTED,
  });
}

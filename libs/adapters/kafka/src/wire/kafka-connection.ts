import { createRequire } from 'node:module';
import type { Broker, Cluster } from 'kafkajs';
import { createSystemRandom, createSystemScheduler, retry } from '@total-recall/runtime';
import { isRetriable, toPortError } from './kafka-errors.ts';
import { INNER_RETRY, kafkaConfig, type KafkaSettings } from './kafka-settings.ts';

/** Requests of kafkajs's brokers that its types omit. */
export type WireBroker = Broker & {
  deleteRecords(request: {
    topics: readonly { topic: string; partitions: readonly { partition: number; offset: string }[] }[];
  }): Promise<unknown>;
  initProducerId(request: { transactionTimeout: number }): Promise<{ readonly producerId: string; readonly producerEpoch: number }>;
};

/**
 * Connections to the brokers of one cluster, with requests to the leader of a partition. A broker answers the requests
 * of one connection in order, so reads that wait for new records need a separate connection.
 */
export interface KafkaConnection {
  /**
   * Runs a request at the leader of a partition and retries it after passing errors until the deadline or the signal.
   * Errors: those of the port, mostly `unavailable`.
   */
  onLeader<T>(place: TopicPlace, run: (broker: WireBroker) => Promise<T>, options: RequestOptions): Promise<T>;
  /** Returns the offset after the last record by partition, from their leaders. */
  endOffsets(topic: string, partitions: readonly number[], options: RequestOptions): Promise<Map<number, number>>;
  /** Returns the offset of the first remaining record, or of the end without any. */
  firstOffset(place: TopicPlace, options: RequestOptions): Promise<number>;
  /** Removes the records of a partition before an offset, as the log begins there from then on. */
  removeBefore(place: TopicPlace, offset: number, options: RequestOptions): Promise<void>;
  close(): Promise<void>;
}

export interface TopicPlace {
  readonly topic: string;
  readonly partition: number;
}

export interface RequestOptions {
  /** Action for error messages: "append to the log". */
  readonly doing: string;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

const BACK_OFF = { attempts: 1_000, firstDelayMs: 20, maxDelayMs: 1_000 };
const METADATA_MAX_AGE_MS = 60_000;
const READ_UNCOMMITTED = 0;

/**
 * Internal class of kafkajs below its producers and consumers, which knows leaders, connections and the protocol. It is
 * used to read from an offset without a consumer group, and to write with our own sequence numbers (ADR 0020). kafkajs
 * exports its types but not the class, so the version is pinned.
 */
const requireInner = createRequire(import.meta.url);
const ClusterClass = requireInner('kafkajs/src/cluster') as new (options: object) => Cluster;
const { createLogger } = requireInner('kafkajs/src/loggers') as { createLogger(options: object): object };

export function openConnection(settings: KafkaSettings): KafkaConnection {
  const environment = { scheduler: createSystemScheduler(), random: createSystemRandom() };
  const config = kafkaConfig(settings);
  const cluster = new ClusterClass({
    ...config,
    logger: createLogger({ level: config.logLevel, logCreator: config.logCreator }),
    retry: INNER_RETRY,
    metadataMaxAge: METADATA_MAX_AGE_MS,
    allowAutoTopicCreation: false,
    isolationLevel: READ_UNCOMMITTED,
  });
  const closing = new AbortController();

  const prepare = async (topic: string, isRepeat: boolean): Promise<void> => {
    if (!cluster.isConnected()) await cluster.connect();
    await cluster.addTargetTopic(topic);
    await (isRepeat ? cluster.refreshMetadata() : cluster.refreshMetadataIfNecessary());
  };
  const attempt = async <T>(topic: string, options: RequestOptions, run: () => Promise<T>): Promise<T> => {
    const deadline = performance.now() + options.deadlineMs;
    const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
    try {
      return await retry(
        async (count) => {
          await prepare(topic, count > 1);
          return run();
        },
        environment,
        { policy: BACK_OFF, retriable: (error) => isRetriable(error) && performance.now() < deadline, signal },
      );
    } catch (error) {
      throw toPortError(error, options.doing);
    }
  };
  const onLeader: KafkaConnection['onLeader'] = (place, run, options) =>
    attempt(place.topic, options, async () => {
      const leaders = Object.keys(cluster.findLeaderForPartitions(place.topic, [place.partition]));
      return run((await cluster.findBroker({ nodeId: leaders[0]! })) as WireBroker);
    });
  return {
    onLeader,
    removeBefore: ({ topic, partition }, offset, options) =>
      onLeader(
        { topic, partition },
        async (broker) => void (await broker.deleteRecords({ topics: [{ topic, partitions: [{ partition, offset: String(offset) }] }] })),
        options,
      ),
    endOffsets: (topic, partitions, options) =>
      attempt(topic, options, async () => {
        const wanted = partitions.map((partition) => ({ partition }));
        const [answer] = await cluster.fetchTopicsOffset([{ topic, partitions: wanted, fromBeginning: false }]);
        return new Map(answer!.partitions.map(({ partition, offset }) => [partition, Number(offset)]));
      }),
    firstOffset: ({ topic, partition }, options) =>
      attempt(topic, options, async () => {
        const [answer] = await cluster.fetchTopicsOffset([{ topic, partitions: [{ partition }], fromBeginning: true }]);
        return Number(answer!.partitions[0]!.offset);
      }),
    close: async () => {
      closing.abort();
      await cluster.disconnect();
    },
  };
}

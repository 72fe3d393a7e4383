import { createSystemRandom, createSystemScheduler, retry } from '@total-recall/runtime';
import { openCluster } from '../inner/open-cluster.ts';
import type { WireBroker } from '../inner/wire-broker.ts';
import { isRetriable, toPortError } from './kafka-errors.ts';
import { kafkaConfig, type KafkaSettings } from './kafka-settings.ts';
import { noBroker } from './unreached-broker.ts';

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

export function openConnection(settings: KafkaSettings): KafkaConnection {
  const environment = { scheduler: createSystemScheduler(), random: createSystemRandom() };
  const cluster = openCluster(kafkaConfig(settings));
  const { reachWithinMs } = settings;
  /** True once a broker answered. */
  let isReached = false;
  const closing = new AbortController();
  /** Attempts under way: each may open a connection to a broker while the others are closed. */
  const underWay = new Set<Promise<unknown>>();
  const noted = async <T>(act: () => Promise<T>): Promise<T> => {
    const acting = act();
    underWay.add(acting);
    return acting.finally(() => underWay.delete(acting));
  };

  const prepare = async (topic: string, isRepeat: boolean): Promise<void> => {
    if (!cluster.isConnected()) await cluster.connect();
    isReached = true;
    await cluster.addTargetTopic(topic);
    await (isRepeat ? cluster.refreshMetadata() : cluster.refreshMetadataIfNecessary());
  };
  const attempt = async <T>(topic: string, options: RequestOptions, run: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const withinMs = (): number => Math.min(options.deadlineMs, (isReached ? undefined : reachWithinMs) ?? Infinity);
    const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal;
    try {
      return await retry(
        (count) =>
          noted(async () => {
            await prepare(topic, count > 1);
            return run();
          }),
        environment,
        { policy: BACK_OFF, retriable: (error) => isRetriable(error) && performance.now() < from + withinMs(), signal },
      );
    } catch (error) {
      // Only a tool names the brokers: an error of a service may reach its callers.
      const isUnreached = reachWithinMs !== undefined && !isReached && isRetriable(error);
      throw isUnreached ? noBroker(settings, withinMs(), error) : toPortError(error, options.doing);
    }
  };
  const onLeader: KafkaConnection['onLeader'] = (place, run, options) =>
    attempt(place.topic, options, async () => {
      const leaders = Object.keys(cluster.findLeaderForPartitions(place.topic, [place.partition]));
      return run(await cluster.findBroker({ nodeId: leaders[0]! }));
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
      if (underWay.size === 0) return;
      await Promise.allSettled(underWay);
      await cluster.disconnect();
    },
  };
}

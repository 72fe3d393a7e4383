import kafkajs, { type Consumer } from 'kafkajs';
import { TotalRecallError } from '@total-recall/runtime';
import { isRetriable, kafkaErrorType, toPortError } from '../wire/kafka-errors.ts';
import { kafkaConfig, type KafkaSettings } from '../wire/kafka-settings.ts';
import { announcedAssigner } from './announced-assigner.ts';

/** Works on partitions while this process owns them. */
export interface PartitionOwner {
  /**
   * Starts work on a partition. `epoch` rises each time that this process gets it. `isHeld` returns false once the group has
   * taken it back, which may be before this ends.
   */
  take(partition: number, epoch: number, isHeld: () => boolean): Promise<void>;
  /** Ends work on a partition in bounded time; another process may have started by then. */
  release(partition: number): Promise<void>;
}

export interface PartitionGroupOptions {
  readonly kafka: KafkaSettings;
  readonly topic: string;
  /** Consumer group of the processes that share the partitions. */
  readonly groupId: string;
  readonly owner: PartitionOwner;
  /** Address of this process, for others to find the owner of a partition. */
  readonly address?: string;
  /** Called with failures; everything is retried, including an owner's `take`. */
  readonly onFailure: (error: unknown) => void;
  /** Time without a heartbeat after which a process counts as gone. Default: 10 s. */
  readonly sessionTimeoutMs?: number;
}

/** This process's share of the partitions of a topic. */
export interface PartitionGroup {
  owned(): readonly number[];
  /** Returns true when this process has owned the partition without interruption since it got it under this epoch. */
  isCurrent(partition: number, epoch: number): boolean;
  /**
   * Commits the progress of a partition, which shows its lag and lets operators scale by it. Returns false and commits
   * nothing when the partition no longer belongs to this process under that epoch, as far as it or the broker knows.
   */
  commit(partition: number, epoch: number, nextOffset: number): Promise<boolean>;
  /** Releases all partitions and leaves the group, so that others get them at once. */
  leave(): Promise<void>;
}

const STALE = new Set(['ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID', 'REBALANCE_IN_PROGRESS', 'FENCED_INSTANCE_ID']);
const POLL_MS = 200;
const RETRY_MS = 1_000;

/**
 * Joins a consumer group only for its assignment. Records are read through the log, whose follower is the only one to
 * change state. A rebalance only queues the changes; takes and releases run one after the other. Resolves after the
 * first assignment. Errors: `unavailable`.
 */
export async function joinPartitionGroup(options: PartitionGroupOptions): Promise<PartitionGroup> {
  const { topic, onFailure } = options;
  const share = createShare(options);
  let consumer = consumerOf(options);
  let left: Promise<void> | undefined;
  let isLeaving = false;
  let memberId: string | undefined;
  const assign = ({ memberId: joined, partitions }: Assignment): void => {
    // The group has dropped this process for a while and taken it in as another member. Others may have had its partitions
    // meanwhile, and have claimed what is behind them, so those that it gets back are taken anew.
    if (joined !== memberId) share.assign([]);
    memberId = joined;
    // A rebalance while the partitions are released gives some of them back, which are not taken any more.
    share.assign(isLeaving ? [] : partitions);
  };

  // Joins again, because the client gives up on some errors of a broker that is starting or stopping.
  const joinAgain = async (): Promise<void> => {
    share.assign([]);
    while (!left) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      if (left) return;
      consumer = consumerOf(options);
      try {
        await join(consumer, topic, { assign, onFailure, onEnd });
        return left && (await consumer.disconnect());
      } catch (error) {
        onFailure(error);
      }
    }
  };
  const onEnd = (): void => void joinAgain();

  try {
    await consumer.connect();
  } catch (error) {
    await consumer.disconnect().catch(() => undefined);
    throw toPortError(error, 'join the group');
  }
  await join(consumer, topic, { assign, onFailure, onEnd }).catch((error: unknown) => {
    onFailure(error);
    return joinAgain();
  });
  const { isCurrent } = share;
  const leave = async (): Promise<void> => {
    isLeaving = true;
    share.assign([]);
    await share.settled();
    await consumer.disconnect();
  };
  return {
    owned: share.owned,
    isCurrent,
    commit: async (partition, epoch, nextOffset) => {
      if (left) throw new TotalRecallError('closed', 'The group has been left.');
      if (!isCurrent(partition, epoch)) return false;
      try {
        await consumer.commitOffsets([{ topic, partition, offset: String(nextOffset) }]);
        return isCurrent(partition, epoch);
      } catch (error) {
        if (STALE.has(kafkaErrorType(error) ?? '') || isRetriable(error)) return false;
        throw toPortError(error, 'commit how far the group has come');
      }
    },
    leave: () => (left ??= leave()),
  };
}

/** Creates the share: it turns changes of the assignment into takes and releases. */
function createShare({ owner, onFailure }: PartitionGroupOptions) {
  const epochs = new Map<number, number>();
  let nextEpoch = 1;
  let turn: Promise<void> = Promise.resolve();

  const queue = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch(onFailure);
  };
  const take = (partition: number): void => {
    const epoch = nextEpoch++;
    epochs.set(partition, epoch);
    const begin = (): void =>
      queue(async () => {
        if (epochs.get(partition) !== epoch) return;
        try {
          await owner.take(partition, epoch, () => epochs.get(partition) === epoch);
        } catch (error) {
          setTimeout(begin, RETRY_MS).unref();
          throw error;
        }
      });
    begin();
  };
  const release = (partition: number): void => {
    epochs.delete(partition);
    queue(() => owner.release(partition));
  };
  return {
    owned: (): number[] => [...epochs.keys()].sort((a, b) => a - b),
    isCurrent: (partition: number, epoch: number): boolean => epochs.get(partition) === epoch,
    settled: (): Promise<void> => turn,
    assign: (partitions: readonly number[]): void => {
      for (const partition of epochs.keys()) if (!partitions.includes(partition)) release(partition);
      for (const partition of partitions) if (!epochs.has(partition)) take(partition);
    },
  };
}

function consumerOf({ kafka, groupId, address, sessionTimeoutMs = 10_000 }: PartitionGroupOptions): Consumer {
  return new kafkajs.Kafka(kafkaConfig(kafka)).consumer({
    groupId,
    ...(address !== undefined && { partitionAssigners: [announcedAssigner(address)] }),
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: Math.max(100, Math.floor(sessionTimeoutMs / 10)),
    rebalanceTimeout: sessionTimeoutMs,
    maxWaitTimeInMs: POLL_MS,
    allowAutoTopicCreation: false,
    retry: { retries: Number.MAX_SAFE_INTEGER, initialRetryTime: 100, maxRetryTime: 1_000, restartOnFailure: async () => true },
  });
}

interface Assignment {
  /** Name that the group has given to this process; another one after it was dropped. */
  readonly memberId: string;
  readonly partitions: readonly number[];
}

interface Listener {
  readonly assign: (assignment: Assignment) => void;
  readonly onFailure: (error: unknown) => void;
  /** Called once when the client has given up after it had joined. */
  readonly onEnd: () => void;
}

/** Resolves with the first assignment. Errors: the reason if the client gives up before it. */
async function join(consumer: Consumer, topic: string, { assign, onFailure, onEnd }: Listener): Promise<void> {
  const { GROUP_JOIN, CRASH } = consumer.events;
  const joined = Promise.withResolvers<void>();
  let isMember = false;
  consumer.on(CRASH, ({ payload: { error, restart } }) => {
    if (!restart && !isMember) return joined.reject(error);
    onFailure(error);
    if (!restart) onEnd();
  });
  consumer.on(GROUP_JOIN, ({ payload }) => {
    isMember = true;
    // The group itself fetches nothing.
    consumer.pause([{ topic }]);
    assign({ memberId: payload.memberId, partitions: payload.memberAssignment[topic] ?? [] });
    joined.resolve();
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic });
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => undefined });
    await joined.promise;
  } catch (error) {
    await consumer.disconnect().catch(() => undefined);
    throw error;
  }
}

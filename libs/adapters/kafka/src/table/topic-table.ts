import { createGroupCommit, TotalRecallError } from '@total-recall/runtime';
import { fetchRecords, type Fetched, type FetchedRecord } from '../wire/fetch-records.ts';
import { openConnection, type KafkaConnection } from '../wire/kafka-connection.ts';
import { LostEnd } from '../wire/lost-end.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { createPartitionProducer, startsOf, type ProducedRecord } from '../wire/partition-producer.ts';
import { startPartitionTail, type PartitionTail, type ReadRun } from '../wire/partition-tail.ts';

export interface TopicTableOptions {
  readonly kafka: KafkaSettings;
  readonly topic: string;
  /** Partition of the topic. Default: 0. */
  readonly partition?: number;
  /** Name of the content in errors: "the keys". */
  readonly what: string;
  /** Called with every record in order, from one loop, whichever process wrote it. It must not throw. */
  readonly apply: (record: FetchedRecord) => void;
  /**
   * True for a topic that may go on where it has lost its end, as what is missing is found otherwise. By default nothing
   * is written to it then.
   */
  readonly mayLoseItsEnd?: boolean;
  /** Number of records before the end at which to start. Default: all. */
  readonly newest?: number;
}

/** Content of a partition, held in memory and kept current. */
export interface TopicTable {
  /**
   * Writes records together and in the order of the calls. Resolves with the offset of the first once every in-sync
   * replica has them and they are applied here.
   */
  write(records: readonly ProducedRecord[]): Promise<number>;
  /** Resolves once everything that the topic held at the call is applied. */
  catchUp(): Promise<void>;
  /** Returns why nothing is written and nothing new is read any more; undefined where it is. */
  refusal(): TotalRecallError | undefined;
  close(): Promise<void>;
}

const FETCH_BYTES = 4 * 1024 * 1024;
const TAIL_WAIT_MS = 500;
const DEADLINE_MS = 15_000;
const READ_TO_END_MS = 120_000;
const APPLY_WAIT_MS = 15_000;
const MAX_BATCH_BYTES = 1_000_000;
const MAX_BATCH_RECORDS = 4_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
const RECORD_OVERHEAD_BYTES = 32;

/** Opens a table and resolves when the topic has been read to its end. Errors: `unavailable`. */
export async function openTopicTable(options: TopicTableOptions): Promise<TopicTable> {
  const { kafka, topic, partition = 0, what, newest = Infinity, mayLoseItsEnd = false } = options;
  const place = { topic, partition };
  const [connection, tailConnection] = [openConnection(kafka), openConnection(kafka)];
  let failure: unknown;
  const knownEnd = (): number => (mayLoseItsEnd ? -1 : (tail.next() ?? 0) - 1);
  const producer = createPartitionProducer({ connection, place, doing: `write ${what}`, knownEnd });
  const nextOffset = async (): Promise<number> =>
    (await connection.endOffsets(topic, [partition], { doing: `find the end of ${what}`, deadlineMs: DEADLINE_MS })).get(partition)!;
  const tail = startTail(options, tailConnection, {
    start: async () => Math.max(0, (await nextOffset()) - newest),
    onApplied: () => (failure = undefined),
    onFailure: (error) => (failure = error),
  });
  const refusal = (): TotalRecallError | undefined => (mayLoseItsEnd ? undefined : (producer.refusal() ?? tail.lost()));
  const refuseLost = (): void => {
    const lost = refusal();
    if (lost) throw lost;
  };
  const applied = async (offset: number, waitMs: number): Promise<void> => {
    const isReached = await tail.reached(offset, waitMs);
    refuseLost();
    if (isReached) return;
    throw new TotalRecallError('unavailable', `This process is not up to date with ${what} on Kafka. Try again.`, {
      cause: failure,
      retryAfterMs: 1_000,
    });
  };
  const commits = createGroupCommit<ProducedRecord>({
    commit: async (group) => {
      const first = await producer.produce(group.flatMap(({ records }) => records));
      return startsOf(group, first);
    },
    onCommitted: () => undefined,
    maxGroupRecords: MAX_BATCH_RECORDS,
    maxGroupBytes: MAX_BATCH_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
  });
  const close = async (): Promise<void> => {
    await commits.drained();
    const stopped = tail.stop();
    await Promise.all([tailConnection.close(), connection.close()]);
    await stopped;
  };
  const catchUp = async (waitMs: number): Promise<void> => {
    refuseLost();
    await applied((await nextOffset()) - 1, waitMs);
  };
  try {
    await catchUp(READ_TO_END_MS);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    refusal,
    write: async (records) => {
      refuseLost();
      const first = await commits.append(0, records, bytesOf(records));
      await applied(first + records.length - 1, APPLY_WAIT_MS);
      return first;
    },
    catchUp: () => catchUp(APPLY_WAIT_MS),
    close,
  };
}

interface TailHooks {
  readonly start: () => Promise<number>;
  readonly onApplied: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Starts the loop that applies every record of the topic. */
function startTail(options: TopicTableOptions, connection: KafkaConnection, { start, onApplied, onFailure }: TailHooks): PartitionTail {
  const { topic, partition = 0, what, apply, mayLoseItsEnd = false } = options;
  const reading = { doing: `read ${what}`, maxBytes: FETCH_BYTES, waitMs: TAIL_WAIT_MS, deadlineMs: DEADLINE_MS };
  const fetch = async (from: number, signal: AbortSignal): Promise<Fetched> => {
    try {
      return await fetchRecords(connection, { topic, partition }, from, { ...reading, signal });
    } catch (error) {
      // Such a topic is followed on once it has grown past what was read.
      throw mayLoseItsEnd && error instanceof LostEnd ? new TotalRecallError('unavailable', error.message) : error;
    }
  };
  const onRecords = (_from: number, { records }: ReadRun<FetchedRecord>): void => {
    for (const record of records) apply(record);
    onApplied();
  };
  return startPartitionTail<FetchedRecord>({ start, fetch, onRecords, onFailure });
}

function bytesOf(records: readonly ProducedRecord[]): number {
  return records.reduce((sum, { key, value }) => sum + RECORD_OVERHEAD_BYTES + key.length + (value?.length ?? 0), 0);
}

import type { NewLogRecord } from '@total-recall/ports';
import { checkBatch, createGroupCommit, TotalRecallError, type WaitingAppend } from '@total-recall/runtime';
import { createPartitionProducer, startsOf, type ProducedRecord } from '../wire/partition-producer.ts';
import type { KafkaConnection, TopicPlace } from '../wire/kafka-connection.ts';
import { encodedBytes, encodeRecord } from './record-format.ts';

/** Appends to one partition with one batch in flight; appends that come meanwhile form the next batch. */
export interface AppendLane {
  /** Resolves to the offset of the first record. */
  append(records: readonly NewLogRecord[]): Promise<number>;
  /** Returns why the partition takes no appends any more; undefined where it does. */
  refusal(): TotalRecallError | undefined;
  /** Resolves when nothing is under way any more; in bounded time, as every batch ends by its delivery timeout. */
  drained(): Promise<void>;
}

export interface AppendLaneOptions {
  readonly connection: KafkaConnection;
  readonly place: TopicPlace;
  readonly deliveryTimeoutMs?: number;
  /** Called before the appends of a batch resolve. */
  readonly onAppended: (lastOffset: number) => void;
  readonly onResend: () => void;
  /** Returns the offset of the last record that is known to be in the partition; -1 where none is. */
  readonly knownEnd: () => number;
  readonly onWaiting: (waiting: { readonly records: number; readonly bytes: number }) => void;
}

export const MAX_BATCH_RECORDS = 1_000;
/** Most bytes of sealed bodies in a batch. Envelopes and keys come on top, within `MAX_ENCODED_BYTES`. */
export const MAX_BATCH_BYTES = 768 * 1024;
/** Most bytes of a whole batch. Kafka's limit (`max.message.bytes`) is twice as much. */
const MAX_ENCODED_BYTES = 1_000_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export function createAppendLane(options: AppendLaneOptions): AppendLane {
  const { connection, place, deliveryTimeoutMs, onAppended, onResend, knownEnd, onWaiting } = options;
  const producer = createPartitionProducer({ connection, place, doing: 'append to the log', deliveryTimeoutMs, onResend, knownEnd });
  const commits = createGroupCommit<ProducedRecord>({
    commit: async (group) => {
      const first = await producer.produce(group.flatMap(({ records }) => records));
      return startsOf(group, first);
    },
    onCommitted: (group, firsts) => onAppended(lastOf(group, firsts)),
    maxGroupRecords: 4 * MAX_BATCH_RECORDS,
    maxGroupBytes: MAX_ENCODED_BYTES,
    maxWaitingBytes: MAX_WAITING_BYTES,
    onWaiting,
  });
  return {
    append: async (records) => {
      checkBatch(records, { records: MAX_BATCH_RECORDS, bytes: MAX_BATCH_BYTES });
      const encoded = records.map(encodeRecord);
      return commits.append(place.partition, encoded, checkEncoded(encoded));
    },
    refusal: () => producer.refusal(),
    drained: () => commits.drained(),
  };
}

function lastOf(group: readonly WaitingAppend<ProducedRecord>[], firsts: readonly number[]): number {
  return firsts.at(-1)! + group.at(-1)!.records.length - 1;
}

/** Returns the encoded size of a batch. Errors: `batch_too_large`. */
function checkEncoded(records: readonly ProducedRecord[]): number {
  const bytes = records.reduce((sum, record) => sum + encodedBytes(record), 0);
  if (bytes > MAX_ENCODED_BYTES)
    throw new TotalRecallError('batch_too_large', `A batch holds at most ${MAX_ENCODED_BYTES} bytes in all; this one has ${bytes}.`);
  return bytes;
}

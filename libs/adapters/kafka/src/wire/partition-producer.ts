import kafkajs from 'kafkajs';
import type { TotalRecallError } from '@total-recall/runtime';
import type { WireBroker } from '../inner/wire-broker.ts';
import { isCertainlyUnwritten, kafkaErrorType } from './kafka-errors.ts';
import type { KafkaConnection, TopicPlace } from './kafka-connection.ts';
import { wentOnBelow } from './lost-end.ts';

export interface ProducedRecord {
  readonly key: Buffer;
  /** Value of the record; `null` is a tombstone. */
  readonly value: Buffer | null;
  readonly headers?: Readonly<Record<string, Buffer>>;
}

/** Writes batches to one partition, one at a time. */
export interface PartitionProducer {
  /**
   * Resolves to the offset of the first record once every in-sync replica has the batch, as a whole and once, however
   * often it was sent. Errors: those of the port; the batch may then have been written or not. Where the partition has
   * lost what was known to be in it, nothing is written any more: offsets that were given away would be given away again.
   */
  produce(records: readonly ProducedRecord[]): Promise<number>;
  /** Returns why nothing is written any more; undefined where it is. */
  refusal(): TotalRecallError | undefined;
}

export interface PartitionProducerOptions {
  readonly connection: KafkaConnection;
  readonly place: TopicPlace;
  readonly doing: string;
  /** Time for which a batch is retried before it fails. Default: 30 s. */
  readonly deliveryTimeoutMs?: number;
  /** Called for each batch that is sent again. */
  readonly onResend?: () => void;
  /** Returns the offset of the last record that is known to be in the partition, whoever wrote it; -1 where none is. */
  readonly knownEnd?: () => number;
}

interface ProducerIdentity {
  readonly producerId: string;
  readonly producerEpoch: number;
  sequence: number;
}

const ALL_IN_SYNC = -1;
const MAX_SEQUENCE = 2 ** 31 - 1;
const BROKER_TIMEOUT_MS = 8_000;
/** Errors for a producer whose state the broker has lost or never had. */
const UNKNOWN_PRODUCER = new Set([
  'UNKNOWN_PRODUCER_ID',
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
]);

/**
 * Creates an idempotent producer for one partition. The broker recognizes a repeated batch by its sequence numbers, and
 * would take a different batch with the same numbers for the repeat. So an identity whose last batch is in doubt is
 * discarded and never reused.
 */
export function createPartitionProducer(options: PartitionProducerOptions): PartitionProducer {
  const { connection, place, doing, deliveryTimeoutMs = 30_000, onResend, knownEnd = () => -1 } = options;
  let identity: ProducerIdentity | undefined;
  /** Offset after the last batch that was acknowledged. */
  let end = 0;
  let lost: TotalRecallError | undefined;

  const identify = async (broker: WireBroker): Promise<ProducerIdentity> => {
    const { producerId, producerEpoch } = await broker.initProducerId({ transactionTimeout: 60_000 });
    return { producerId, producerEpoch, sequence: 0 };
  };
  const send = async (broker: WireBroker, records: readonly ProducedRecord[], as: ProducerIdentity): Promise<number> => {
    const answer = await broker.produce({
      acks: ALL_IN_SYNC,
      timeout: BROKER_TIMEOUT_MS,
      compression: kafkajs.CompressionTypes.ZSTD,
      producerId: as.producerId,
      producerEpoch: as.producerEpoch,
      topicData: [{ topic: place.topic, partitions: [{ partition: place.partition, firstSequence: as.sequence, messages: [...records] }] }],
    });
    return Number(answer.topics[0]!.partitions[0]!.baseOffset);
  };
  return {
    refusal: () => lost,
    produce: async (records) => {
      if (lost) throw lost;
      // It is asked before the first attempt: a batch that is sent again may stand before what others wrote meanwhile.
      const known = Math.max(end, knownEnd() + 1);
      let inDoubt = false;
      let attempts = 0;
      const attempt = async (broker: WireBroker): Promise<number> => {
        if (attempts++ > 0) onResend?.();
        if (identity && identity.sequence > MAX_SEQUENCE - records.length) identity = undefined;
        identity ??= await identify(broker);
        try {
          const first = await send(broker, records, identity);
          identity.sequence += records.length;
          return first;
        } catch (error) {
          const isUnknown = UNKNOWN_PRODUCER.has(kafkaErrorType(error) ?? '');
          if (isUnknown) identity = undefined;
          // Under a new identity a batch that may have been written would be written twice.
          if (isUnknown && !inDoubt) return attempt(broker);
          inDoubt ||= !isUnknown && !isCertainlyUnwritten(error);
          throw error;
        }
      };
      try {
        const first = await connection.onLeader(place, attempt, { doing, deadlineMs: deliveryTimeoutMs });
        if (first < known) throw (lost = wentOnBelow(place, first, known));
        end = first + records.length;
        return first;
      } catch (error) {
        identity = undefined;
        throw error;
      }
    },
  };
}

/** Returns the offset of the first record of each append in a batch that begins at `first`. */
export function startsOf(group: readonly { readonly records: readonly unknown[] }[], first: number): number[] {
  let next = first;
  return group.map(({ records }) => {
    const start = next;
    next += records.length;
    return start;
  });
}

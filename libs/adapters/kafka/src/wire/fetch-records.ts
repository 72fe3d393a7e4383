import type { RawRecord } from '../inner/wire-broker.ts';
import { kafkaErrorType } from './kafka-errors.ts';
import type { KafkaConnection, RequestOptions, TopicPlace } from './kafka-connection.ts';
import { endsBefore } from './lost-end.ts';

/** A record as the broker returns it. */
export interface FetchedRecord {
  readonly offset: number;
  /** Time of writing, by the producer's clock. */
  readonly timestampMs: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
}

export interface Fetched {
  readonly records: readonly FetchedRecord[];
  /** Next offset to read: after the last record, or beyond a gap from compaction. */
  readonly next: number;
  /** Offset after the last record that all in-sync replicas have. */
  readonly end: number;
}

export interface FetchOptions {
  readonly doing: string;
  readonly maxBytes: number;
  /** Time that the broker waits for a record if there is none. 0 answers at once. */
  readonly waitMs: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** A broker answers a client that is over its quota at once, and with no partition at all. Source: Kafka, KIP-219. */
class ThrottledFetch extends Error {
  readonly type = 'THROTTLED';
  readonly retriable = true;
}

/**
 * Fetches records of a partition at or after an offset, as many whole batches as fit `maxBytes`, and at least one if
 * there is any. The first batch may start before the offset. A compacted topic has gaps, even whole batches without a
 * record. Then `records` is empty and `next` is beyond the gap, as it is when the offset is before the first remaining
 * record. Errors: those of the port; `LostEnd` for who waits behind the end of a topic that has lost it, as the leader of a
 * partition has every record that was shown to a reader.
 */
export async function fetchRecords(connection: KafkaConnection, place: TopicPlace, from: number, options: FetchOptions): Promise<Fetched> {
  const { doing, maxBytes, waitMs, deadlineMs, signal } = options;
  try {
    const { highWatermark, messages } = await connection.onLeader(
      place,
      async (broker) => {
        const answer = await broker.fetch({
          maxWaitTime: waitMs,
          minBytes: 1,
          maxBytes,
          topics: [{ topic: place.topic, partitions: [{ partition: place.partition, fetchOffset: String(from), maxBytes }] }],
        });
        const own = answer.responses[0]?.partitions[0];
        if (!own) throw new ThrottledFetch();
        return own;
      },
      { doing, deadlineMs, signal },
    );
    return fetchedOf(messages, from, Number(highWatermark));
  } catch (error) {
    if (kafkaErrorType((error as Error).cause) !== 'OFFSET_OUT_OF_RANGE') throw error;
    // Records at the start were deleted, so reading starts at the first one left.
    const first = await connection.firstOffset(place, { doing, deadlineMs, signal });
    if (waitMs > 0 && first <= from) throw endsBefore(place, from, await endOf(connection, place, { doing, deadlineMs, signal }));
    return { records: [], next: Math.max(from, first), end: -1 };
  }
}

async function endOf(connection: KafkaConnection, { topic, partition }: TopicPlace, options: RequestOptions): Promise<number> {
  return (await connection.endOffsets(topic, [partition], options)).get(partition)!;
}

function fetchedOf(messages: readonly RawRecord[], from: number, end: number): Fetched {
  const last = messages.at(-1);
  const afterBatch = last ? Number(last.batchContext.firstOffset) + last.batchContext.lastOffsetDelta + 1 : from;
  const records = messages
    .filter((message) => !message.isControlRecord && Number(message.offset) >= from)
    .map((message): FetchedRecord => {
      const { key, value, headers } = message;
      return { offset: Number(message.offset), timestampMs: Number(message.timestamp), key, value, headers };
    });
  // Everything received lies before `from`: compaction removed the rest of the batch, or a whole batch. Advance by one.
  const isGap = records.length === 0 && from < end;
  return { records, next: Math.max(afterBatch, isGap ? from + 1 : from), end };
}

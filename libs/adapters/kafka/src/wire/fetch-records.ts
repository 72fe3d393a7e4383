import { kafkaErrorType } from './kafka-errors.ts';
import type { KafkaConnection, TopicPlace } from './kafka-connection.ts';

/** A record as the broker gives it. */
export interface FetchedRecord {
  readonly offset: number;
  /** When it was written, by its producer's clock. */
  readonly timestampMs: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
}

export interface Fetched {
  readonly records: readonly FetchedRecord[];
  /** Where to read on: after the last record, or past what compaction took away. */
  readonly next: number;
  /** Offset after the last record that all copies in sync have. */
  readonly end: number;
}

export interface FetchOptions {
  readonly doing: string;
  readonly maxBytes: number;
  /** How long the broker waits for a record where there is none. 0 answers at once. */
  readonly waitMs: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

interface RawRecord {
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, Buffer>;
  readonly isControlRecord: boolean;
  readonly batchContext: { readonly firstOffset: string; readonly lastOffsetDelta: number };
}

interface RawAnswer {
  readonly responses: readonly {
    readonly partitions: readonly { readonly highWatermark: string; readonly messages: readonly RawRecord[] }[];
  }[];
}

/**
 * Records of a partition at or after an offset, as many whole batches as fit `maxBytes`, at least one where there is any. The
 * first batch may begin before the offset, and a compacted topic has gaps, even whole batches without a record: then `records` is
 * empty, and `next` is further on, as it is before the first record that is still there.
 */
export async function fetchRecords(connection: KafkaConnection, place: TopicPlace, from: number, options: FetchOptions): Promise<Fetched> {
  const { doing, maxBytes, waitMs, deadlineMs, signal } = options;
  try {
    const { highWatermark, messages } = await connection.onLeader(
      place,
      async (broker) => {
        const answer = (await broker.fetch({
          maxWaitTime: waitMs,
          minBytes: 1,
          maxBytes,
          topics: [{ topic: place.topic, partitions: [{ partition: place.partition, fetchOffset: String(from), maxBytes }] }],
        })) as RawAnswer;
        return answer.responses[0]?.partitions[0] ?? { highWatermark: '0', messages: [] };
      },
      { doing, deadlineMs, signal },
    );
    return fetchedOf(messages, from, Number(highWatermark));
  } catch (error) {
    if (kafkaErrorType((error as Error).cause) !== 'OFFSET_OUT_OF_RANGE') throw error;
    // Somebody had records deleted from the beginning on: what is left is read.
    const first = await connection.firstOffset(place, { doing, deadlineMs, signal });
    return { records: [], next: Math.max(from, first), end: -1 };
  }
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
  // Where all that came lies before `from`, what is left of its batch was compacted away, or a whole batch was: one step further.
  const isGap = records.length === 0 && from < end;
  return { records, next: Math.max(afterBatch, isGap ? from + 1 : from), end };
}

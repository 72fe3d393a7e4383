import { TotalRecallError } from '@total-recall/runtime';
import { fetchRecords, type FetchedRecord } from '../wire/fetch-records.ts';
import { openConnection, type KafkaConnection, type TopicPlace } from '../wire/kafka-connection.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { createPartitionProducer, type ProducedRecord } from '../wire/partition-producer.ts';
import { ensureTopics } from './ensure-topics.ts';
import { planTopics, type TopicOptions, type TopicPlan } from './topic-plan.ts';

/** A record as it is stored in a topic. */
export type CopiedRecord = Pick<FetchedRecord, 'offset' | 'key' | 'value' | 'headers'>;

/** A partition of one of our topics, by the topic's name without its prefix. */
export interface CopiedPartition {
  readonly topic: 'identity' | 'events' | 'ledger' | 'keys' | 'control' | 'audit' | 'audit-entries';
  readonly partition: number;
}

export interface TopicCopies {
  /**
   * Partitions in the order in which to copy them: keys after the log, so that each copied record finds its key;
   * entries of the audit after their signed ends.
   */
  readonly partitions: readonly CopiedPartition[];
  /** Yields every record up to the end at the time of the call, in batches. */
  read(place: CopiedPartition): AsyncGenerator<readonly CopiedRecord[]>;
  /** Creates missing topics. Errors: `invalid_request` when one has a record, or wrong settings. */
  prepareEmpty(): Promise<void>;
  /** Writes records in order, each at its original offset. Empty records fill the gaps. */
  write(place: CopiedPartition, batches: AsyncIterable<readonly CopiedRecord[]>): Promise<void>;
  close(): Promise<void>;
}

export interface TopicCopiesOptions extends TopicOptions {
  readonly kafka: KafkaSettings;
  /** Number of partitions of the log and the ledger. */
  readonly logPartitions: number;
}

const FETCH_BYTES = 4 * 1024 * 1024;
const DEADLINE_MS = 60_000;
const BATCH_RECORDS = 1_000;
const BATCH_BYTES = 900_000;
const RECORD_OVERHEAD_BYTES = 128;

/**
 * Copies a cluster's topics out of Kafka, and into an empty one. Offsets are kept, because positions, chapters of the
 * archive and the order of keys depend on them.
 */
export function createTopicCopies(options: TopicCopiesOptions): TopicCopies {
  const { kafka, logPartitions, prefix = 'tr' } = options;
  const plans = planTopics(options);
  const planOf: Record<CopiedPartition['topic'], TopicPlan> = {
    events: plans.log('events', logPartitions),
    keys: plans.table('keys'),
    ledger: plans.log('ledger', logPartitions),
    control: plans.table('control'),
    audit: plans.history('audit'),
    'audit-entries': plans.entries('audit-entries'),
    identity: plans.identity,
  };
  const partitions = Object.entries(planOf).flatMap(([topic, plan]) =>
    Array.from({ length: plan.partitions }, (_, partition) => ({ topic: topic as CopiedPartition['topic'], partition })),
  );
  const connection = openConnection(kafka);
  const placeOf = ({ topic, partition }: CopiedPartition): TopicPlace => ({ topic: planOf[topic].topic, partition });
  const endOf = (place: TopicPlace): Promise<number> => findEnd(connection, place);
  return {
    partitions,
    async *read(copied) {
      const place = placeOf(copied);
      const end = await endOf(place);
      for (let from = 0; from < end;) {
        const doing = `read ${place.topic}`;
        const { records, next } = await fetchRecords(connection, place, from, {
          doing,
          maxBytes: FETCH_BYTES,
          waitMs: 0,
          deadlineMs: DEADLINE_MS,
        });
        const kept = records.filter(({ offset }) => offset < end);
        if (kept.length > 0) yield copied.topic === 'identity' ? kept.map((record) => rename(record, `${prefix}.`, '')) : kept;
        from = next;
      }
    },
    async prepareEmpty() {
      await ensureTopics(kafka, Object.values(planOf), plans.replication);
      for (const copied of partitions) {
        const place = placeOf(copied);
        if ((await endOf(place)) > 0)
          throw new TotalRecallError(
            'invalid_request',
            `The topic ${place.topic} is not empty. Restore into a cluster that is, or under another prefix.`,
          );
      }
    },
    async write(copied, batches) {
      const place = placeOf(copied);
      const producer = createPartitionProducer({ connection, place, doing: `write ${place.topic}` });
      let next = 0;
      for await (const batch of withoutGaps(batches)) {
        const records = copied.topic === 'identity' ? batch.map((record) => rename(record, '', `${prefix}.`)) : batch;
        const first = await producer.produce(records.map(toProduced));
        if (first !== next)
          throw new TotalRecallError('unavailable', `Another process writes to ${place.topic}. Stop every service first.`);
        next += records.length;
      }
    },
    close: () => connection.close(),
  };
}

async function findEnd(connection: KafkaConnection, { topic, partition }: TopicPlace): Promise<number> {
  const ends = await connection.endOffsets(topic, [partition], { doing: `find the end of ${topic}`, deadlineMs: DEADLINE_MS });
  return ends.get(partition)!;
}

/** Renames an identity record, whose key contains the name of a topic with its prefix. */
function rename(record: CopiedRecord, from: string, to: string): CopiedRecord {
  const name = record.key?.toString() ?? '';
  return name.startsWith(from) ? { ...record, key: Buffer.from(to + name.slice(from.length)) } : record;
}

/** Fills gaps with empty records, in batches that a broker accepts. */
async function* withoutGaps(batches: AsyncIterable<readonly CopiedRecord[]>): AsyncGenerator<readonly CopiedRecord[]> {
  let [next, bytes] = [0, 0];
  let batch: CopiedRecord[] = [];
  for await (const records of batches)
    for (const record of records)
      for (; next <= record.offset; next += 1) {
        const added = next === record.offset ? record : emptyAt(next);
        const size = sizeOf(added);
        if (batch.length >= BATCH_RECORDS || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
          yield batch;
          [batch, bytes] = [[], 0];
        }
        batch.push(added);
        bytes += size;
      }
  if (batch.length > 0) yield batch;
}

/** Creates an empty record, which our readers ignore. */
function emptyAt(offset: number): CopiedRecord {
  return { offset, key: Buffer.alloc(0), value: null, headers: {} };
}

function sizeOf({ key, value, headers }: CopiedRecord): number {
  return Object.values(headers).reduce(
    (sum, { length }) => sum + length,
    RECORD_OVERHEAD_BYTES + (key?.length ?? 0) + (value?.length ?? 0),
  );
}

function toProduced({ key, value, headers }: CopiedRecord): ProducedRecord {
  return { key: key ?? Buffer.alloc(0), value, ...(Object.keys(headers).length > 0 && { headers }) };
}

import type { Position } from '@total-recall/domain';
import type { Metrics } from '@total-recall/observability';
import { batchesOf } from '@total-recall/runtime';
import { readJson } from '../table/read-json.ts';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics, type TopicOptions } from '../topics/topic-plan.ts';
import { fetchRecords } from '../wire/fetch-records.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';
import { createPartitionProducer } from '../wire/partition-producer.ts';

/**
 * A write into a read model that failed for good: its record and the reason. It has no content of the record, which
 * stays in the log.
 */
export interface ParkedWrite {
  /** Key of the record. */
  readonly key: string;
  readonly position: Position;
  /** Role that failed: `index`, `embed`. */
  readonly role: string;
  /** Our error code. */
  readonly code: string;
  /** Reason for the operator, without content of events. */
  readonly reason: string;
  readonly parkedAt: number;
}

export interface ParkedWrites {
  /** Stores writes durably. The consumer may only continue once this resolves. */
  park(writes: readonly ParkedWrite[]): Promise<void>;
  /** Returns the newest `limit` writes, oldest first. */
  newest(limit: number): Promise<ParkedWrite[]>;
  close(): Promise<void>;
}

const FETCH_BYTES = 1024 * 1024;
const DEADLINE_MS = 15_000;
const REASON_CHARS = 2_000;
const WRITTEN_AT_ONCE = 200;

/**
 * Opens `<topic>.dlq` of a log, which keeps the records that its consumers could not process for 30 days. Errors: as of
 * a log.
 */
export async function openParkedWrites(
  options: TopicOptions & { readonly kafka: KafkaSettings; readonly log?: 'events' | 'ledger'; readonly metrics?: Metrics },
): Promise<ParkedWrites> {
  const { kafka, metrics, log = 'events' } = options;
  const plans = planTopics(options);
  const plan = plans.parked(plans.log(log, 1).topic);
  await ensureTopics(kafka, [plan], plans.replication);
  const connection = openConnection(kafka);
  const place = { topic: plan.topic, partition: 0 };
  const producer = createPartitionProducer({ connection, place, doing: 'park a write' });
  let last: Promise<unknown> = Promise.resolve();

  return {
    park: async (writes) => {
      if (writes.length === 0) return;
      const records = writes.map((write) => {
        const value = { ...write, reason: write.reason.slice(0, REASON_CHARS) };
        return { key: Buffer.from(write.key), value: Buffer.from(JSON.stringify(value)) };
      });
      const writeAll = async (): Promise<void> => {
        for (const batch of batchesOf(records, WRITTEN_AT_ONCE)) await producer.produce(batch);
      };
      const written = last.then(writeAll);
      last = written.catch(() => undefined);
      await written;
      for (const { role } of writes) metrics?.logParked.inc({ role });
    },
    newest: async (limit) => {
      const doing = 'read what is parked';
      const end = (await connection.endOffsets(plan.topic, [0], { doing, deadlineMs: DEADLINE_MS })).get(0) ?? 0;
      const found: ParkedWrite[] = [];
      for (let from = Math.max(0, end - limit); from < end;) {
        const fetched = await fetchRecords(connection, place, from, { doing, maxBytes: FETCH_BYTES, waitMs: 0, deadlineMs: DEADLINE_MS });
        found.push(...fetched.records.flatMap(({ value }) => readJson<ParkedWrite>(value) ?? []));
        if (fetched.next === from) break;
        from = fetched.next;
      }
      return found.slice(-limit);
    },
    close: async () => {
      await last;
      await connection.close();
    },
  };
}

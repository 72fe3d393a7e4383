import { randomBytes } from 'node:crypto';
import { TotalRecallError } from '@total-recall/runtime';
import { fetchRecords } from '../wire/fetch-records.ts';
import type { KafkaConnection } from '../wire/kafka-connection.ts';
import { createPartitionProducer } from '../wire/partition-producer.ts';

interface LogIdentity {
  readonly generation: string;
  readonly partitions: number;
}

const DEADLINE_MS = 30_000;
const READ_BYTES = 1024 * 1024;

/**
 * Returns the generation of a log, and checks that it still has the partitions it was created with. The first process
 * to open the log records both; when several do so at once, the first record in the topic counts for all. Errors:
 * `invalid_request` when the partitions differ, `unavailable`.
 */
export async function establishIdentity(
  connection: KafkaConnection,
  identityTopic: string,
  log: { readonly topic: string; readonly partitions: number },
): Promise<LogIdentity> {
  const place = { topic: identityTopic, partition: 0 };
  let identity = await findIdentity(connection, identityTopic, log.topic);
  if (!identity) {
    const mine: LogIdentity = { generation: randomBytes(8).toString('hex'), partitions: log.partitions };
    const producer = createPartitionProducer({ connection, place, doing: 'write down the log' });
    await producer.produce([{ key: Buffer.from(log.topic), value: Buffer.from(JSON.stringify(mine)) }]);
    identity = await findIdentity(connection, identityTopic, log.topic);
    // The first record in the topic counts for all, so it must be seen.
    if (!identity)
      throw new TotalRecallError('unavailable', `The description of ${log.topic} was written, but cannot be read yet. Try again.`);
  }
  if (identity.partitions !== log.partitions)
    throw new TotalRecallError(
      'invalid_request',
      `${log.topic} has ${identity.partitions} partitions, not ${log.partitions}. The number cannot change, because it decides where keys are; give the right one, or use another prefix.`,
    );
  return identity;
}

async function findIdentity(connection: KafkaConnection, identityTopic: string, logTopic: string): Promise<LogIdentity | undefined> {
  const place = { topic: identityTopic, partition: 0 };
  const options = { doing: 'read what the log is', maxBytes: READ_BYTES, waitMs: 0, deadlineMs: DEADLINE_MS };
  for (let from = 0, end = 1; from < end;) {
    const fetched = await fetchRecords(connection, place, from, options);
    const found = fetched.records.find(({ key, value }) => key?.toString() === logTopic && value !== null);
    if (found) return JSON.parse(found.value!.toString()) as LogIdentity;
    ({ next: from, end } = fetched);
  }
  return undefined;
}

import { expect, it } from 'vitest';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics } from '../topics/topic-plan.ts';
import { openConnection } from './kafka-connection.ts';

/** Nothing listens at the first port. */
const BROKER = '127.0.0.1:1';

it('brokers that are not there are named by a tool once its own time is over, which is shorter than that of a request', async () => {
  const refused = {
    code: 'unavailable',
    message: `No Kafka broker answered within 3 s: ${BROKER} (ECONNREFUSED). Start one, or name others in TOTAL_RECALL_KAFKA_BROKERS.`,
  };
  const kafka = { brokers: [BROKER], reachWithinMs: 3_000 };
  await expect(ensureTopics(kafka, [planTopics({ replication: 1 }).table('control')], 1)).rejects.toMatchObject(refused);
  const connection = openConnection(kafka);
  const asked = { doing: 'find the end', deadlineMs: 600_000 };
  await expect(connection.endOffsets('tr.control', [0], asked)).rejects.toMatchObject(refused);
  await connection.close();
});

it('a service names no broker in an error that its callers may see', async () => {
  const connection = openConnection({ brokers: [BROKER] });
  const asked = connection.endOffsets('tr.control', [0], { doing: 'find the end', deadlineMs: 300 });
  await expect(asked).rejects.toMatchObject({ code: 'unavailable', message: expect.not.stringContaining(BROKER) });
  await connection.close();
});

import { eventLogContract, onRealServer } from '@total-recall/ports/testing';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { createKafkaEventLog } from './kafka-event-log.ts';

await onRealServer('kafka', (server) => {
  eventLogContract(
    'kafka',
    (partitions) => {
      const topics = topicsOfTheirOwn(server);
      return { open: () => createKafkaEventLog({ ...topics, partitions }), dispose: async () => undefined };
    },
    { reopen: true },
  );
});

import { ledgerContract, onRealServer } from '@total-recall/ports/testing';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { createKafkaLedger } from './kafka-ledger.ts';

await onRealServer('kafka', (server) => {
  ledgerContract(
    'kafka',
    () => {
      const options = { ...topicsOfTheirOwn(server), partitions: 2 };
      return { open: () => createKafkaLedger(options), dispose: async () => undefined };
    },
    { reopen: true },
  );
});

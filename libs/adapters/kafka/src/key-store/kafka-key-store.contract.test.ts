import { keyStoreContract, onRealServer } from '@total-recall/ports/testing';
import { eventKey } from '@total-recall/runtime';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { createKafkaKeyStore } from './kafka-key-store.ts';

await onRealServer('kafka', (server) => {
  keyStoreContract(
    'kafka',
    () => {
      const options = { ...topicsOfTheirOwn(server), masterKey: new Uint8Array(32).fill(9), cacheKeys: 2 };
      return { open: () => createKafkaKeyStore(options), dispose: async () => undefined };
    },
    { reopen: true, eventKey },
  );
});

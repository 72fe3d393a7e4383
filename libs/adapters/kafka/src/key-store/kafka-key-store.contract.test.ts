import { keyStoreContract, onRealServer } from '@total-recall/ports/testing';
import { eventKey, holdMasterKeys } from '@total-recall/runtime';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { createKafkaKeyStore } from './kafka-key-store.ts';

await onRealServer('kafka', (server) => {
  keyStoreContract(
    'kafka',
    () => {
      let held = [new Uint8Array(32).fill(9)];
      const topics = topicsOfTheirOwn(server);
      return {
        open: () => createKafkaKeyStore({ ...topics, masters: holdMasterKeys('the test', async () => held), cacheKeys: 2 }),
        newMaster: async () => void (held = [new Uint8Array(32).fill(9 + held.length), ...held]),
        retireMasters: async () => void (held = held.slice(0, 1)),
        dispose: async () => undefined,
      };
    },
    { reopen: true, eventKey },
  );
});

import { createServiceSigner } from '@total-recall/runtime';

/** Signs as a service does, with a key that every process of a test has. */
export const TEST_SIGNER = createServiceSigner(
  { keys: { spaceKey: async () => ({ keyId: 'k', key: Buffer.alloc(32, 7) }) } } as never,
  'x',
  'test',
);

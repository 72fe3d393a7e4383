import type { ArtifactStore, KeyStore } from '@total-recall/ports';
import { expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import { createRevisedBodies } from './revised-bodies.ts';

const EVENT = { tenant: 'acme', space: 'harbour', id: 'evt_1' };

it('gives a body that cannot be read as one that does not open, to those who ask for that alone', async () => {
  const damaged = new TotalRecallError('damaged', 'its disk failed');
  const store = { get: () => Promise.reject(damaged) } as unknown as ArtifactStore;
  const keys = { spaceKey: async () => ({ keyId: 'k1', key: new Uint8Array(32) }) } as unknown as KeyStore;
  await expect(createRevisedBodies({ store, keys }).read(EVENT, 1)).rejects.toBe(damaged);
  expect(await createRevisedBodies({ store, keys, opensUnreadable: true }).read(EVENT, 1)).toHaveLength(0);
});

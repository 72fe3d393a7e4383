import { vectorIndexContract } from '@total-recall/ports/testing';
import { openTemporaryIndex } from '../../testing/temporary-index.ts';

vectorIndexContract('SQLite', openTemporaryIndex, { durable: true });
vectorIndexContract('SQLite with sealed vectors', () => openTemporaryIndex({ vectorKey: async () => new Uint8Array(32).fill(5) }), {
  durable: true,
});

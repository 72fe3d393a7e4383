import { memoryIndexContract } from '@total-recall/ports/testing';
import { openTemporaryIndex } from '../../testing/temporary-index.ts';

memoryIndexContract('SQLite', openTemporaryIndex, { durable: true });
memoryIndexContract('SQLite with sealed vectors', () => openTemporaryIndex({ vectorKey: async () => new Uint8Array(32).fill(5) }), {
  durable: true,
});

import { embedderContract } from '@total-recall/ports/testing';
import { createHashingEmbedder } from './hashing-embedder.ts';

embedderContract('hashing', () => ({ open: async () => createHashingEmbedder({ maxQueued: 64 }), dispose: async () => {} }), {
  tokens: true,
  maxQueued: 64,
});

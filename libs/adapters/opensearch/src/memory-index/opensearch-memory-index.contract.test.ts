import { memoryIndexContract, onRealServer } from '@total-recall/ports/testing';
import { indexHarness } from '../../testing/index-harness.ts';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);
  memoryIndexContract('opensearch', () => indexHarness(nextIndices), { durable: true });
});

import { onRealServer } from '@total-recall/ports/testing';
import { describe, expect, it } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { openParkedWrites, type ParkedWrite } from './parked-writes.ts';

await onRealServer('kafka', (server) => {
  describe('parked writes', () => {
    it('stand in order with their reasons, also for who opens them later', async () => {
      const topics = topicsOfTheirOwn(server);
      const parked = await openParkedWrites(topics);
      const write = (offset: number): ParkedWrite => ({
        key: 'acme/demo/alpha',
        position: { generation: 'g', partition: 0, offset },
        role: 'index',
        code: 'invalid_request',
        reason: 'a'.repeat(5_000),
        parkedAt: offset,
      });
      expect(await parked.newest(5)).toEqual([]);
      await Promise.all([parked.park([write(1), write(2)]), parked.park([]), parked.park([write(3)])]);
      const again = await openParkedWrites(topics);
      expect((await again.newest(2)).map(({ position, reason }) => [position.offset, reason.length])).toEqual([
        [2, 2_000],
        [3, 2_000],
      ]);
      expect(await parked.newest(100)).toHaveLength(3);
      await Promise.all([parked.close(), again.close()]);
    });
  });
});

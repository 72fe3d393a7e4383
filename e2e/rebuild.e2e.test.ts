import { expect, it } from 'vitest';
import { rebuildWhileReading } from './load/rebuild-while-reading.ts';
import { realServers } from './real-servers.ts';

const servers = await realServers();
if (servers)
  it('fills the next index generation while it is read and written, killed once, and comes to the same', { timeout: 900_000 }, async () => {
    const { wrong } = await rebuildWhileReading({
      servers,
      partitions: 2,
      before: 400,
      beside: 40,
      writers: 2,
      searched: 3,
      mayTellToWait: true,
    });
    expect(wrong).toEqual([]);
  });

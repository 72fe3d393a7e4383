import { createMemoryEventLog } from '@total-recall/adapter-memory';
import type { NewLogRecord } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createLedgerFollower } from './follow-ledger.ts';

const GENEROUS = { timeout: 30_000 };

function build(commit: (partition: number, epoch: number, nextOffset: number) => Promise<unknown> = async () => true) {
  const ledger = createMemoryEventLog({ partitions: 2 });
  const committed: (readonly [number, number, number])[] = [];
  const failures: unknown[] = [];
  const follower = createLedgerFollower({
    ledger,
    commit: async (...position) => {
      committed.push(position);
      return commit(...position);
    },
    onFailure: (error) => failures.push(error),
  });
  const record = (key: string): NewLogRecord => ({ key, envelope: {} as NewLogRecord['envelope'], sealed: new Uint8Array() });
  const write = async (key: string, records: number) => {
    for (let at = 0; at < records; at++) await ledger.append([record(key)]);
    return ledger.partitionOf(key);
  };
  return { ledger, follower, committed, failures, write };
}

describe('a follower of the ledger', () => {
  it('reads its partitions from the first record on, says how far, and nothing of those it let go', async () => {
    const { ledger, follower, committed, write } = build();
    const partition = await write('t/s', 3);
    await follower.take(partition, 7);
    await expect.poll(() => committed.at(-1), GENEROUS).toEqual([partition, 7, 3]);
    await write('t/s', 2);
    await expect.poll(() => committed.at(-1), GENEROUS).toEqual([partition, 7, 5]);
    expect(await follower.health()).toEqual({ ready: true, detail: 'ok; 1 partitions, 0 records behind' });
    await follower.release(partition);
    await write('t/s', 1);
    expect(await follower.health()).toEqual({ ready: true, detail: 'ok; 0 partitions, 0 records behind' });
    expect(committed.at(-1)).toEqual([partition, 7, 5]);
    await ledger.close();
  });

  it('counts what it has not read', async () => {
    const gate = Promise.withResolvers<void>();
    const { ledger, follower, committed, write } = build(() => gate.promise);
    const partition = await write('t/s', 1);
    await follower.take(partition, 1);
    await expect.poll(() => committed.length, GENEROUS).toBe(1);
    await write('t/s', 4);
    expect(await follower.behind()).toBe(4);
    gate.resolve();
    await expect.poll(() => follower.behind(), GENEROUS).toBe(0);
    await follower.release(partition);
    await ledger.close();
  });

  it('is not ready with a loop that ended', async () => {
    const { ledger, follower, failures, write } = build(() => Promise.reject(new Error('no such group')));
    const partition = await write('t/s', 1);
    await follower.take(partition, 1);
    await expect.poll(() => failures, GENEROUS).toMatchObject([{ message: 'no such group' }]);
    expect(await follower.health()).toEqual({ ready: false, detail: `partition ${partition} of the ledger is not read any more` });
    await ledger.close();
  });
});

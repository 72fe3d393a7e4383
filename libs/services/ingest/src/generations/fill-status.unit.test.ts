import type { Marks } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createFillStatus } from './fill-status.ts';

const upTo = (offset: number, embedded?: number): Marks => ({
  folded: offset,
  searchable: offset,
  ...(embedded === undefined ? {} : { embedded }),
});

/** Builds two partitions; the second is empty. */
function build(hasVectors: boolean) {
  const at = { nowMs: 0, end: 99, marks: upTo(-1), read: upTo(99) as Marks | undefined };
  const look = createFillStatus({
    log: { partitions: 2, end: async (partition) => (partition === 0 ? at.end : -1) },
    marks: async (partition) => (partition === 0 ? at.marks : upTo(-1)),
    marksRead: async (partition) => {
      if (!at.read) throw new Error('lost');
      return partition === 0 ? at.read : upTo(-1);
    },
    hasVectors,
    clock: { monotonicMs: () => at.nowMs },
  });
  const after = async (ms: number, change: Partial<typeof at>): Promise<unknown[]> => {
    Object.assign(at, change, { nowMs: at.nowMs + ms });
    const { filled, records, isFull } = await look();
    return [filled, records, isFull];
  };
  return { after };
}

describe('an index generation that is filled', () => {
  it('is full when it holds what the log held a second ago, however much is appended meanwhile', async () => {
    const { after } = build(false);
    expect(await after(0, {})).toEqual([0, 100, false]);
    expect(await after(600, { marks: upTo(99) })).toEqual([100, 100, false]);
    expect(await after(600, { end: 140, marks: upTo(98) })).toEqual([99, 141, false]);
    expect(await after(100, { end: 150, marks: upTo(99) })).toEqual([100, 151, true]);
    expect(await after(1_000, { end: 200, marks: upTo(120) })).toEqual([121, 201, false]);
    expect(await after(1_000, { end: 260, marks: upTo(200) })).toEqual([201, 261, true]);
  });

  it('has as many vectors as the one that is read, or all where that has none or is lost', async () => {
    const { after } = build(true);
    await after(0, { read: upTo(99, 50), marks: upTo(99, 49) });
    expect(await after(1_000, {})).toEqual([50, 100, false]);
    expect(await after(100, { marks: upTo(99, 50) })).toEqual([51, 100, true]);
    await after(0, { read: upTo(99) });
    expect(await after(1_000, {})).toEqual([51, 100, false]);
    await after(0, { read: undefined });
    expect(await after(1_000, { marks: upTo(99, 98) })).toEqual([99, 100, false]);
    expect(await after(1_000, { marks: upTo(99, 99) })).toEqual([100, 100, true]);
  });
});

import type { Marks } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { refuseShortLog } from './refuse-short-log.ts';

/** Two partitions: what is folded of the second, and where it ends at each look. */
function startOver(folded: number, ...ends: readonly number[]) {
  const looks: number[] = [];
  let pauses = 0;
  const end = async (partition: number): Promise<number> => {
    if (partition === 0) return 7;
    const seen = ends[Math.min(looks.length, ends.length - 1)]!;
    looks.push(seen);
    return seen;
  };
  const marks = async (partition: number): Promise<Marks> =>
    partition === 0 ? { folded: 7, searchable: 7 } : { folded, searchable: folded };
  const component = refuseShortLog(
    { log: { partitions: 2, end }, index: { marks } },
    { scheduler: { delay: async () => void (pauses += 1) } },
  );
  return { start: async () => component.start?.(), looks, pauses: () => pauses };
}

describe('ingest over a log', () => {
  it('starts where the log holds what was folded, and where nothing was', async () => {
    for (const [folded, end] of [
      [3, 3],
      [3, 90],
      [-1, -1],
      [-1, 5],
    ] as const) {
      const { start, pauses } = startOver(folded, end);
      await start();
      expect(pauses()).toBe(0);
    }
  });

  it('refuses one that ends before it, by name', async () => {
    const { start } = startOver(40, 12);
    await expect(start()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /^The log ends at record 12 of partition 1, and the index holds records up to 40: .*remove the indices/,
      ),
    });
  });

  it('gives a broker that has just become the leader some time to show all of it', async () => {
    const { start, looks } = startOver(40, 12, 12, 41);
    await start();
    expect(looks).toEqual([12, 12, 41]);
  });
});

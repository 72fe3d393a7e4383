import { expect, it } from 'vitest';
import { writeOf } from './memory-index-fixtures.ts';
import { fill, HOME, keptOf, MODEL, vectorAt, vectorOf, type Open } from './vector-fixtures.ts';

/** Registers the tests of the list of vectors to make again. They skip an index that cannot erase yet. */
export function owedVectorClaims(open: Open): void {
  it('lists what was put anew until its vectors are made again, and replaces those that came meanwhile', async ({ skip }) => {
    const { index, vectors } = open();
    const { erasing } = index;
    if (!erasing) skip();
    await fill(index, 3);
    const owed = async () => (await vectors.owedVectors(0, 10)).toSorted((left, right) => (left.eventId < right.eventId ? -1 : 1));
    const similarity = async (degrees: number): Promise<(number | undefined)[]> => {
      const documents = ['s1-e0', 's1-e1', 's1-e2'].map((eventId) => ({ eventId, part: 0 }));
      const found = await vectors.similarities({ ...HOME, model: MODEL, vector: vectorAt(degrees), documents });
      return found.map((one) => one && Math.round(one));
    };
    const pieces = async (): Promise<readonly number[]> =>
      (await vectors.tokenStatistics({ ...HOME, model: MODEL, ids: [4, 7, 9] })).documentFrequencies;
    const [old, late, made] = [keptOf([4, 7]), keptOf([7]), keptOf([9])];
    await vectors.writeVectors(
      0,
      MODEL,
      ['s1-e0', 's1-e1', 's1-e2'].map((id) => vectorOf(id, 0, { tokens: old })),
    );
    await vectors.setProgress(0, MODEL, 2);
    expect([await owed(), await similarity(0), await pieces()]).toEqual([[], [1, 1, 1], [3, 3, 0]]);

    const gone = writeOf({ id: 's1-e0', offset: 0, indexed: false });
    const behind = writeOf({ id: 's1-e1', offset: 1, text: 'it was noted' });
    await erasing!.rewrite(0, [gone, behind]);
    const first = await owed();
    expect(first.map(({ id: _id, ...event }) => event)).toEqual([{ ...HOME, eventId: 's1-e1' }]);
    expect([await similarity(0), await pieces()]).toEqual([
      [undefined, undefined, 1],
      [1, 1, 0],
    ]);
    expect(await vectors.owedVectors(1, 10)).toEqual([]);

    const stale = [vectorOf('s1-e0', 0, { tokens: late }), vectorOf('s1-e1', 0, { tokens: late })];
    await vectors.writeVectors(0, MODEL, stale);
    await vectors.writeVectors(0, MODEL, [vectorOf('s1-e1', 90, { tokens: made })], { replaces: true });
    await vectors.writeVectors(0, MODEL, stale);
    await vectors.setProgress(0, MODEL, 3);
    expect([await similarity(0), await similarity(90), await pieces()]).toEqual([
      [undefined, 0, 1],
      [undefined, 1, 0],
      [1, 1, 1],
    ]);

    await erasing!.rewrite(0, [gone, behind]);
    await vectors.settleVectors(0, first);
    const second = await owed();
    expect(second.map(({ eventId }) => eventId)).toContain('s1-e1');
    await vectors.settleVectors(0, second);
    await vectors.settleVectors(0, second);
    expect(await owed()).toEqual([]);
  });
}

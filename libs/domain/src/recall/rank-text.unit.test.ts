import { describe, expect, it } from 'vitest';
import { rankText, type RankDocument } from './rank-text.ts';

const document = (eventId: string, ordinal: number, termCounts: number[], more: Partial<RankDocument> = {}): RankDocument => ({ eventId, part: 0, session: 's', ordinal, termCounts, length: 12, ...more });
const statistics = { documents: 200, totalLength: 2_400, documentFrequencies: [5, 60] };
const idsOf = (documents: RankDocument[], exact?: boolean[]): string[] => rankText({ documents, statistics, exact }).map((event) => event.eventId);

describe('rankText', () => {
  it('prefers rare terms, more of them, and shorter texts', () => {
    const ranked = rankText({ documents: [document('common', 10, [0, 1]), document('rare', 20, [1, 0]), document('both', 30, [1, 1]), document('long', 40, [1, 1], { length: 60 })], statistics });
    expect(ranked.sort((a, b) => b.own - a.own).map((event) => event.eventId)).toEqual(['both', 'rare', 'long', 'common']);
  });

  it('lets the neighbour of a hit stand above an event far away', () => {
    expect(idsOf([document('hit', 10, [3, 1]), document('far', 90, [0, 0]), document('next', 11, [0, 0])])).toEqual(['hit', 'next', 'far']);
  });

  it('gives long events less of the context', () => {
    const [, short, long] = rankText({ documents: [document('hit', 10, [3, 1]), document('short', 11, [0, 0]), document('long', 9, [0, 0], { length: 800 })], statistics });
    expect(short!.eventId).toBe('short');
    expect(Math.abs(long!.context)).toBeLessThan(Math.abs(short!.context));
  });

  it('puts what holds the identifier above what holds everything else', () => {
    const documents = [document('words', 10, [0, 6]), document('identifier', 50, [1, 0], { length: 600 })];
    expect(idsOf(documents, [true, false])[0]).toBe('identifier');
  });

  it('counts the best passage of a long event, and gives its passages best first', () => {
    const passage = (part: number, counts: number[]): RankDocument => document('artifact', 10, counts, { part, passage: { fromByte: part * 900, toByte: part * 900 + 900 } });
    const [first] = rankText({ documents: [passage(1, [0, 1]), passage(2, [2, 1]), document('other', 60, [1, 0])], statistics });
    expect(first!.eventId).toBe('artifact');
    expect(first!.passages.map(({ part }) => part)).toEqual([2, 1]);
  });

  it('ranks nothing to nothing, and the same whatever the order of the candidates', () => {
    expect(idsOf([])).toEqual([]);
    const documents = Array.from({ length: 30 }, (_, i) => document(`e${i}`, i * 5, [i % 3, i % 2]));
    expect(idsOf([...documents].reverse())).toEqual(idsOf(documents));
  });
});

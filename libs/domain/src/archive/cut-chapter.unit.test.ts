import { expect, it } from 'vitest';
import { cutBefore, type ChapterCut } from './cut-chapter.ts';

const LIMITS = { records: 3, bytes: 100, ageMs: 50 };

it.each<[string, [number, number, number], [number, number], ChapterCut | undefined]>([
  ['that is full', [3, 10, 1_000], [1, 1_000], 'records'],
  ['that has room for one more', [2, 10, 1_000], [1, 1_000], undefined],
  ['that the next record would make too large', [1, 60, 1_000], [41, 1_000], 'bytes'],
  ['that the next record fills', [1, 60, 1_000], [40, 1_000], undefined],
  ['that is old', [1, 10, 1_000], [1, 1_050], 'age'],
  ['that is nearly old', [1, 10, 1_000], [1, 1_049], undefined],
  ['that is empty, however large and late the record is', [0, 0, 0], [1_000, 1_000], undefined],
])('a chapter %s', (_name, [records, bytes, firstRecordedAt], [nextBytes, recordedAt], cut) => {
  expect(cutBefore({ records, bytes, firstRecordedAt }, { bytes: nextBytes, recordedAt }, LIMITS)).toBe(cut);
});

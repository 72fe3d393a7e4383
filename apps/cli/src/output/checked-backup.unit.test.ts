import type { CheckedBackup } from '@total-recall/data-folder';
import { expect, it } from 'vitest';
import { checkedLines, isWholeBackup } from './checked-backup.ts';

const WHOLE: CheckedBackup = {
  manifest: {
    format: 1,
    version: '0.1.0',
    startedAt: '2026-11-01T10:00:00.000Z',
    finishedAt: '2026-11-01T10:00:01.000Z',
    folderId: 'f',
    log: { generation: 'g', partitions: 1, ends: [19] },
    keys: 'left_out',
    keysFile: { bytes: 1, sha256: '' },
    masterKey: 'left_out',
    databases: 'databases-1',
    files: [],
    artifacts: { count: 0, bytes: 0, list: { path: 'artifacts.jsonl', bytes: 0, sha256: '' } },
  },
  missing: { count: 0, paths: [] },
  checked: { records: 20, erased: 3, unreadable: 0, unreadableAt: [] },
  isOpened: true,
};
const linesOf = (found: CheckedBackup): string => checkedLines(found, { style: (_color, text) => text }).join('\n');

it('a backup that opens is complete, with counts', () => {
  expect(isWholeBackup(WHOLE)).toBe(true);
  expect(linesOf(WHOLE)).toBe(
    'The backup is complete. 20 records and 0 artifacts of 2026-11-01T10:00:00.000Z; keys left out.\n' +
      'The master key opens its keys, and they open 20 records, 3 of them erased before the backup.',
  );
});

it.each([
  [
    'records that cannot be read',
    { checked: { records: 20, erased: 0, unreadable: 2, unreadableAt: [{ partition: 0, offset: 5 }] } },
    '0/5',
  ],
  ['artifacts that are lost', { missing: { count: 1, paths: ['a/b'] } }, 'a/b'],
  ['a log whose structure is damaged', { manifest: { ...WHOLE.manifest, log: { ...WHOLE.manifest.log, fault: 'page 7' } } }, 'page 7'],
])('one with %s is not whole, and says which', (_, more, named) => {
  const found = { ...WHOLE, ...more };
  expect(isWholeBackup(found)).toBe(false);
  expect(linesOf(found)).toContain(named);
  expect(linesOf(found)).not.toContain('complete');
});

it('one that was never opened says so', () => {
  const { checked: _checked, missing: _missing, ...rest } = WHOLE;
  const found: CheckedBackup = { ...rest, checked: undefined, missing: undefined, isOpened: false };
  expect(isWholeBackup(found)).toBe(true);
  expect(linesOf(found)).toContain('It is not known that it has every artifact');
  expect(linesOf(found)).not.toContain('complete');
});

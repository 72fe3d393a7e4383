import { writeFile } from 'node:fs/promises';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { onFullDisk } from './on-full-disk.ts';

it.runIf(process.platform === 'linux')('names the folder of a full disk and what became of the work, and leaves other errors', async () => {
  const full: unknown = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  expect(onFullDisk(full, '/backups', 'No backup was made.')).toMatchObject({
    code: 'unavailable',
    message: 'The disk under /backups is full. No backup was made. Make room, or choose another folder.',
  });
  const other = new Error('other');
  expect(onFullDisk(other, '/backups', '')).toBe(other);
});

it('knows a full disk behind the error of a database, and one that it was refused for', () => {
  const cause = Object.assign(new Error('control: database or disk is full'), { errcode: 13 });
  for (const message of ['An operation on control.db failed.', '/data/control.db cannot be opened.'])
    expect(onFullDisk(new TotalRecallError('unavailable', message, { cause }), '/data', 'Nothing was restored.')).toMatchObject({
      message: 'The disk under /data is full. Nothing was restored. Make room, or choose another folder.',
    });
  const readOnly = new TotalRecallError('unavailable', 'no', { cause: Object.assign(new Error('no'), { errcode: 8 }) });
  expect(onFullDisk(readOnly, '/data', '')).toBe(readOnly);
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFault, probeDisk } from './probe-disk.ts';

it('leaves nothing behind where a folder can be written, and says what is wrong where it cannot', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-disk-'));
  await probeDisk(folder);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  await expect(probeDisk(folder)).rejects.toMatchObject({ code: 'unavailable', message: `${folder} is gone` });
});

it.runIf(process.platform === 'linux')('names a folder that nobody may write', async () => {
  await expect(probeDisk('/sys/kernel')).rejects.toMatchObject({ message: '/sys/kernel is read-only for this user' });
});

it.each([
  ['ENOSPC', 'the disk under /data is full: make room'],
  ['EDQUOT', 'the disk under /data is full: make room'],
  ['EROFS', '/data is read-only for this user'],
  ['EIO', '/data cannot be written (EIO)'],
])('says %s in words', (code, said) => {
  expect(diskFault(code, '/data')).toBe(said);
});

import { writeFile } from 'node:fs/promises';
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

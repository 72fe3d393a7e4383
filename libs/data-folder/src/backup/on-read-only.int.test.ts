import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { onReadOnly } from './on-read-only.ts';

function refusalOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

/** Linux lets nobody make files there, not even root. */
const READ_ONLY = '/proc/sys';

it.runIf(process.platform === 'linux')('says how to save a folder that cannot be written, and leaves other errors', async () => {
  const refused = refusalOf(() => new DatabaseSync(join(READ_ONLY, 'keys.db')));
  expect(await onReadOnly(refused, READ_ONLY)).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(
      /^A database of \/proc\/sys cannot be opened.*Copy the folder to a disk that can be written, and back up the copy\.$/,
    ) as string,
  });
  const other = refusalOf(() => new DatabaseSync(':memory:').exec('no statement'));
  expect(await onReadOnly(other, READ_ONLY)).toBe(other);
});

it('leaves the error of a database that cannot be opened in a folder that can be written, or that is not there', async () => {
  for (const folder of [tmpdir(), join(tmpdir(), 'total-recall-nowhere')]) {
    const refused = refusalOf(() => new DatabaseSync(join(folder, 'nowhere', 'keys.db'), { readOnly: true }));
    expect(refused).toMatchObject({ errcode: 14 });
    expect(await onReadOnly(refused, folder)).toBe(refused);
  }
});

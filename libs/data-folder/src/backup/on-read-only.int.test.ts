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

it('says how to save a folder where no database opens, and leaves other errors', () => {
  const refused = refusalOf(() => new DatabaseSync(join(tmpdir(), 'total-recall-nowhere', 'keys.db'), { readOnly: true }));
  expect(onReadOnly(refused, '/data')).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(
      /^A database of \/data cannot be opened.*Copy the folder to a disk that can be written, and back up the copy\.$/,
    ) as string,
  });
  const other = refusalOf(() => new DatabaseSync(':memory:').exec('no statement'));
  expect(onReadOnly(other, '/data')).toBe(other);
});

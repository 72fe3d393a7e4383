import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lockFile } from './lock-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'total-recall-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a file that cannot be locked is named, with what to do', () => {
  const path = join(folder, 'lock.db');
  writeFileSync(path, 'not a database '.repeat(100));
  expect(() => lockFile(path, 0)).toThrow(`${path} cannot be locked: it is damaged. Remove it; it holds nothing.`);
  rmSync(path);
  mkdirSync(path);
  expect(() => lockFile(path, 0)).toThrow(
    expect.objectContaining({
      code: 'unavailable',
      message: `${path} cannot be locked: it cannot be opened. Check that it is a file, and the permissions of it and of its folder.`,
    }),
  );
  rmSync(path, { recursive: true });
  const release = lockFile(path, 0);
  expect(lockFile(path, 0)).toBeUndefined();
  release?.();
});

import { existsSync, realpathSync } from 'node:fs';
import { realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { makeFolder, syncFolder } from '@total-recall/adapter-files';
import { describeDatabase } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';
import { copyFile } from './copy-file.ts';
import type { KeyDestination } from './key-scratch.ts';

/** Checks that separately kept keys replace only earlier keys of the same folder. Errors: `invalid_request`. */
export function checkKeysApart(file: string, target: string, folderId: string): void {
  const way = relative(realPlace(target), realPlace(file));
  if (way !== '..' && !way.startsWith(`..${sep}`))
    throw new TotalRecallError('invalid_request', `${file} is in the backup itself. Name a file elsewhere.`);
  if (existsSync(file) && describeDatabase(file).folderId !== folderId)
    throw new TotalRecallError('invalid_request', `${file} exists and has no keys of this data folder. Name another file.`);
}

/** Returns a path without links, as far as its folders exist. */
function realPlace(path: string): string {
  const full = resolve(path);
  if (existsSync(full)) return realpathSync(full);
  return full === dirname(full) ? full : join(realPlace(dirname(full)), basename(full));
}

/** Returns the place of the file that separate keys replace. A link stays one: what it names is replaced. */
export async function placeOfKeys(keys: KeyDestination): Promise<KeyDestination> {
  return keys.kind === 'apart' && existsSync(keys.file) ? { ...keys, file: await realpath(keys.file) } : keys;
}

/** Replaces the earlier keys durably and atomically. */
export async function replaceSeparateKeys(from: string, file: string): Promise<void> {
  await makeFolder(dirname(resolve(file)));
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  await copyFile(from, draft);
  await rename(draft, file);
  await syncFolder(dirname(resolve(file)));
}

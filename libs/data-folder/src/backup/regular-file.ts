import { constants } from 'node:fs';
import { lstat, open, stat, type FileHandle } from 'node:fs/promises';
import { TotalRecallError } from '@total-recall/runtime';

/** `follows`: a link counts as what it names. `refuses`: a link is no regular file, as in a backup, which has none. */
export type Links = 'follows' | 'refuses';

/** Neither waits for a writer of a pipe that replaced the file since, nor follows a link that did. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Opens a regular file for reading. Anything else, such as a pipe or a device, could keep the reader waiting for ever.
 * Errors: ENOENT; `damaged` for what is no regular file, naming it.
 */
export async function openRegular(path: string, links: Links): Promise<FileHandle> {
  const found = await (links === 'follows' ? stat(path) : lstat(path));
  if (!found.isFile()) throw notRegular(path);
  const file = await open(path, links === 'follows' ? FLAGS : FLAGS | (constants.O_NOFOLLOW ?? 0));
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw notRegular(path);
}

/** Reads a regular file as text. Errors: as `openRegular`. */
export async function readRegular(path: string, links: Links): Promise<string> {
  const file = await openRegular(path, links);
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

export class NotRegularError extends TotalRecallError {}

function notRegular(path: string): NotRegularError {
  return new NotRegularError('damaged', `${path} is no regular file. Remove it, and put back the file that belongs there.`);
}

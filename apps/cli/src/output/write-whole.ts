import { lstat, mkdtemp, open, readdir, realpath, rename, rm, rmdir, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

const BLOCK_CHARS = 64 * 1024;
const DRAFT = 'draft';
/** Age of a draft, since it was last written to, from which it is of a run that was killed. */
const LEFT_AFTER_MS = 6 * 3_600_000;
/** Matches what `mkdtemp` puts behind a name. */
const MADE_UP = /^[A-Za-z0-9]{6}$/;
/** Matches paths of what the process has open already: even in a file the shell has said where to write. */
const DESCRIPTOR = /^\/(?:dev\/(?:std(?:out|err)|fd\/\d+)|proc\/(?:self|thread-self|\d+)\/fd\/\d+)$/;

/** Writes one line, without its end. */
export type WriteLine = (line: string) => Promise<void>;

/**
 * Writes the lines of `act` to a file, which is there whole or as it was before: it is written beside its place, synced
 * and renamed. It keeps its rights; a new one is the owner's alone, or with `isPublic` as the umask says. A link stays
 * one. What is no file, as a pipe or `/dev/stdout`, is written to at once, behind what is there. Drafts of runs that
 * were killed hours ago are removed.
 */
export async function writeWhole<T>(
  path: string,
  act: (write: WriteLine) => Promise<T>,
  { isPublic = false }: { readonly isPublic?: boolean } = {},
): Promise<T> {
  const newRights = isPublic ? 0o666 : 0o600;
  const place = await placeOf(path);
  if (place === undefined) {
    const target = await open(path, 'a', newRights);
    try {
      return await withLines(target, act);
    } finally {
      await target.close();
    }
  }
  // A folder of its own: in containers every process has the same number, also the one that was killed before.
  const folder = await mkdtemp(`${place.path}.part-`).catch((error: NodeJS.ErrnoException) => {
    // Nobody asked for that one: it is the folder around it that is not there or may not be written.
    throw Object.assign(error, { path: dirname(place.path) });
  });
  try {
    await removeLeftDrafts(place.path, (await stat(folder)).mtimeMs);
    const draft = join(folder, DRAFT);
    const done = await withDraft(draft, { newRights, ...place }, act);
    await rename(draft, place.path);
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what killed runs left beside a file, as far as this user may. */
async function removeLeftDrafts(path: string, nowMs: number): Promise<void> {
  const around = dirname(path);
  const start = `${basename(path)}.part-`;
  for (const entry of await readdir(around).catch(() => []))
    if (entry.startsWith(start) && MADE_UP.test(entry.slice(start.length)))
      await removeIfLeft(join(around, entry), nowMs).catch(() => undefined);
}

async function removeIfLeft(folder: string, nowMs: number): Promise<void> {
  const there = await lstat(folder);
  if (!there.isDirectory()) return;
  const draft = join(folder, DRAFT);
  const { mtimeMs } = (await lstat(draft).catch(ifMissing)) ?? there;
  if (nowMs - mtimeMs < LEFT_AFTER_MS) return;
  await rm(draft, { force: true });
  await rmdir(folder);
}

async function withDraft<T>(
  path: string,
  { newRights, rights }: { readonly newRights: number; readonly rights?: number },
  act: (write: WriteLine) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'wx', rights === undefined ? newRights : 0o600);
  try {
    const done = await withLines(file, act);
    if (rights !== undefined) await file.chmod(rights);
    await file.sync();
    return done;
  } finally {
    await file.close();
  }
}

/** Returns where a file stands or will; undefined for what cannot be replaced by one. */
async function placeOf(path: string): Promise<{ readonly path: string; readonly rights?: number } | undefined> {
  if (DESCRIPTOR.test(resolve(path))) return undefined;
  const there = await stat(path).catch(ifMissing);
  // A link to nothing makes what it names.
  if (there === undefined) return (await lstat(path).catch(ifMissing)) === undefined ? { path } : undefined;
  if (!there.isFile()) return undefined;
  const target = await realpath(path).catch(ifMissing);
  return target === undefined ? undefined : { path: target, rights: there.mode & 0o777 };
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function withLines<T>(file: FileHandle, act: (write: WriteLine) => Promise<T>): Promise<T> {
  let waiting = '';
  const flush = async (): Promise<void> => {
    const block = waiting;
    waiting = '';
    if (block !== '') await file.appendFile(block);
  };
  const done = await act(async (line) => {
    waiting += `${line}\n`;
    if (waiting.length >= BLOCK_CHARS) await flush();
  });
  await flush();
  return done;
}

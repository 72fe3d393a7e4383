import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { ConfigProblem } from './config-problem.ts';

/** Suffix of the variable that names a file with the secret. */
export const FILE_SUFFIX = '_FILE';

/** Flags that open a file to be read without waiting: opening a pipe would wait for its writer. Windows has no such flag. */
export const OPENED_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Most bytes that a file with secrets has. */
export const SECRET_FILE_BYTES = 64 * 1024;
const OTHERS = 0o077;
const ALL_READ = 0o004;

/** Users other than the one of this process that may read a file. */
export type Exposure =
  /** Our own file, open to its group or to everybody. */
  | 'own'
  /** A file of somebody else that every user may read. Its mode is not ours to change. */
  | 'foreign';

/**
 * Returns who else may read a file, by the rule of ssh for private keys: only the owner of a file can close it, so only
 * that user is told to. A secret that a container runtime mounts is owned by root and readable by the group of the
 * service.
 */
export function exposureOf({ mode, uid }: Pick<Stats, 'mode' | 'uid'>): Exposure | undefined {
  if (process.getuid === undefined) return undefined;
  if (uid === process.getuid()) return (mode & OTHERS) === 0 ? undefined : 'own';
  return (mode & ALL_READ) === 0 ? undefined : 'foreign';
}

/**
 * Reads a secret from a file and trims it. Returns a problem if the file cannot be used, or is one of this user that
 * others may read.
 */
export function readSecret(name: string, file: string): string | ConfigProblem {
  const variable = `${name}${FILE_SUFFIX}`;
  const problem = (code: ConfigProblem['code'], why: string): ConfigProblem => ({
    code,
    variable,
    message: `${variable} names ${file}, which ${why}.`,
  });
  let handle: number | undefined;
  try {
    // One handle for the checks and for reading, so that no other file can take its place in between.
    handle = openSync(file, OPENED_AT_ONCE);
    const found = fstatSync(handle);
    if (found.isDirectory()) return problem('file_unreadable', 'is a folder; put the file with the secret in its place');
    if (exposureOf(found) === 'own') return problem('file_exposed', `others than its owner may read. Run: chmod 600 ${file}`);
    if (!found.isFile()) return problem('file_unreadable', 'is not a regular file; put the secret into one');
    const text = readSecretBytes(handle);
    if (!text) return problem('file_unreadable', `has more than ${SECRET_FILE_BYTES} bytes`);
    return text.toString('utf8').trim() || problem('file_unreadable', 'is empty');
  } catch (error) {
    return problem('file_unreadable', `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Reads an open file; undefined where it has more than `SECRET_FILE_BYTES`, of which no more is read. */
export function readSecretBytes(handle: number): Buffer | undefined {
  const bytes = Buffer.alloc(SECRET_FILE_BYTES + 1);
  let size = 0;
  for (let read = -1; read !== 0 && size < bytes.length; size += read) read = readSync(handle, bytes, size, bytes.length - size, null);
  return size > SECRET_FILE_BYTES ? undefined : bytes.subarray(0, size);
}

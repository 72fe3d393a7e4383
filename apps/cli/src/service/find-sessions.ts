import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { findSessionFiles, importSession, type ImportFormat, type ImportIssue, type ImportResult } from '@total-recall/importers';
import { CommandError, EXIT } from '../exit-code.ts';

/** A file that may hold sessions. Its bytes are read when needed. */
export interface SessionFile {
  /** Path below the given folder, or the file's own name if a file was given. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: number;
}

/** A file that was read and recognized. */
export interface ScannedFile extends SessionFile {
  readonly format: ImportResult['format'];
  readonly sha256: string;
  readonly sessions: number;
  readonly events: number;
  readonly turns: number;
  readonly skippedLines: number;
  readonly skipped: readonly ImportIssue[];
  readonly warnings: number;
}

const MAX_FILES = 20_000;
const MAX_DEPTH = 24;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** Says why `onTooLarge` was called. */
export const TOO_LARGE = 'larger than 512 MiB';

/**
 * Returns the file at a path, or all files below a folder in a stable order. Links are not followed. Files of a folder that
 * are too large to be read are left out and handed to `onTooLarge`.
 */
export async function findSessions(path: string, onTooLarge?: (file: SessionFile) => void): Promise<SessionFile[]> {
  const root = resolve(path);
  const found = await stat(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new CommandError(EXIT.notFound, `There is no ${path}.`, { advice: 'Name a session file, or a folder that contains some.' });
    throw error;
  });
  if (found.isFile()) return [{ name: basename(root), path: root, sizeBytes: found.size, modifiedAt: found.mtimeMs }];
  if (!found.isDirectory()) throw new CommandError(EXIT.notFound, `${path} is neither a file nor a folder.`);
  const paths = await walk(root);
  const sized = await Promise.all(
    findSessionFiles(paths.map((each) => ({ path: relative(root, each) }))).map(({ path: name }) =>
      statOf({ name, path: join(root, name) }),
    ),
  );
  const there = sized.filter((file) => file !== undefined);
  const { large = [], small = [] } = Object.groupBy(there, ({ sizeBytes }) => (sizeBytes > MAX_FILE_BYTES ? 'large' : 'small'));
  for (const file of large) onTooLarge?.(file);
  return small.filter(({ sizeBytes }) => sizeBytes > 0);
}

/** Returns a file as it is now; undefined where it is gone. */
export async function statOf({ name, path }: Pick<SessionFile, 'name' | 'path'>): Promise<SessionFile | undefined> {
  const found = await ifThere(stat(path));
  return found && { name, path, sizeBytes: found.size, modifiedAt: found.mtimeMs };
}

/** Returns what is done with a file; undefined where the file is gone. */
export function ifThere<T>(done: Promise<T>): Promise<T | undefined> {
  return done.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });
}

async function walk(root: string): Promise<string[]> {
  const files: string[] = [];
  const folders: { path: string; depth: number }[] = [{ path: root, depth: 0 }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const entries = await readdir(folder.path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (folder!.path !== root && (error.code === 'EACCES' || error.code === 'ENOENT')) return [];
      throw error;
    });
    for (const entry of entries) {
      const path = join(folder.path, entry.name);
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && folder.depth < MAX_DEPTH && entry.name !== 'node_modules' && entry.name !== '.git')
        folders.push({ path, depth: folder.depth + 1 });
    }
    if (files.length > MAX_FILES)
      throw new CommandError(EXIT.usage, `There are more than ${MAX_FILES} files below ${root}. Name a subfolder.`);
  }
  return files;
}

/** Reads a file once and recognizes its content. */
export async function scanFile(
  file: SessionFile,
  countTurns: (result: ImportResult) => number,
  format?: ImportFormat,
): Promise<ScannedFile> {
  const result = importSession({ name: file.name, bytes: await readFile(file.path), format });
  return {
    ...file,
    format: result.format,
    sha256: result.sha256,
    sessions: result.sessions.length,
    events: result.sessions.reduce((sum, session) => sum + session.events.length, 0),
    turns: countTurns(result),
    skippedLines: result.skippedLines,
    skipped: result.skipped,
    warnings: result.warnings.length,
  };
}

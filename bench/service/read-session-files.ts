import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findSessionFiles, importSession, type ImportedSession } from '@total-recall/importers';

/** A session file, by its path below the folder. */
export interface SessionFile {
  readonly name: string;
  readonly sessions: readonly ImportedSession[];
}

/** Reads all session files below a folder. */
export async function readSessionFiles(folder: string): Promise<readonly SessionFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => ({ path: relative(folder, join(entry.parentPath, entry.name)) }));
  return Promise.all(
    findSessionFiles(files).map(async ({ path }) => {
      const { sessions } = importSession({ name: path, bytes: await readFile(join(folder, path)) });
      return { name: path, sessions };
    }),
  );
}

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder, for its owner alone, with those above it that are missing, and returns the first that was made.
 * `recursive` of Node is not used, as it never ends below /proc, where a folder that is there takes none. Errors: those
 * of the file system, with the path that it refused.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  if (await isFolder(path)) return undefined;
  const first = dirname(path) === path ? undefined : await makeFolder(dirname(path));
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    return first;
  }
  return first ?? path;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

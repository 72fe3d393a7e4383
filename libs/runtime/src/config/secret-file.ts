import { readFileSync, statSync } from 'node:fs';
import type { ConfigProblem } from './config-problem.ts';

/** Suffix of the variable that names a file with the secret. */
export const FILE_SUFFIX = '_FILE';

const MAX_BYTES = 64 * 1024;

/** Reads a secret from a file and trims it. Returns a problem if the file cannot be used. */
export function readSecret(name: string, file: string): string | ConfigProblem {
  const unreadable = (why: string): ConfigProblem => {
    const variable = `${name}${FILE_SUFFIX}`;
    return { code: 'file_unreadable', variable, message: `${variable} names ${file}, which ${why}.` };
  };
  try {
    if (statSync(file).size > MAX_BYTES) return unreadable(`has more than ${MAX_BYTES} bytes`);
    return readFileSync(file, 'utf8').trim() || unreadable('is empty');
  } catch (error) {
    return unreadable(`cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
}

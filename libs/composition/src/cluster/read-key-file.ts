import { readFile } from 'node:fs/promises';
import { reasonText, TotalRecallError } from '@total-recall/runtime';

/**
 * Reads and parses a file of keys that a setting names. Errors: `invalid_request`, which names the setting, the file and
 * the fault.
 */
export async function readKeyFile<T>(variable: string, path: string, parse: (text: string) => T): Promise<T> {
  const refuse = (why: string, cause: unknown): never => {
    throw new TotalRecallError('invalid_request', `${variable}: ${path} ${why}. docs/deploy.md says how the keys of services are made.`, {
      cause,
    });
  };
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => refuse(`cannot be read (${error.code})`, error));
  try {
    return parse(text);
  } catch (error) {
    return refuse(`holds no such keys (${reasonText(error)})`, error);
  }
}

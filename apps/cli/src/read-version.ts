import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM_FOLDER } from './program-folder.ts';

/** Reads the version of this program from its manifest. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(join(PROGRAM_FOLDER, 'package.json'), 'utf8')) as { version: string }).version;
}

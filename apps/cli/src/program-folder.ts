import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of this program, the one with its `package.json` and `bin`; the same from the sources and from the build. */
export const PROGRAM_FOLDER = folderWithManifest(dirname(fileURLToPath(import.meta.url)));

function folderWithManifest(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  if (dirname(folder) === folder) throw new Error('The program stands in no folder with a package.json.');
  return folderWithManifest(dirname(folder));
}

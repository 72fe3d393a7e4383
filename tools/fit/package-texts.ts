import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** Licences of the packages that are read. */
const PERMISSIVE = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);
const TEXT = /\.(md|ts|js|mjs|json|yml)$/;
const NO_TEXT = /\.min\.|\.map$/;
const MIN_BYTES = 600;
const MAX_BYTES = 200_000;
const FILES_A_PACKAGE = 12;

/**
 * Returns documentation and source of the installed packages with a permissive licence: some files of each, sorted by
 * name.
 */
export function packageTexts(nodeModules: URL): { readonly name: string; readonly text: string }[] {
  const root = fileURLToPath(nodeModules);
  return packagesIn(root).flatMap((name) =>
    textFilesOf(join(root, name))
      .slice(0, FILES_A_PACKAGE)
      .map((path) => ({ name: `${name}/${path}`, text: readFileSync(join(root, name, path), 'utf8') })),
  );
}

function packagesIn(root: string): string[] {
  const names = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => (name.startsWith('@') ? readdirSync(join(root, name)).map((own) => `${name}/${own}`) : [name]));
  return names.sort().filter((name) => !name.startsWith('@total-recall/') && PERMISSIVE.has(licenceOf(join(root, name))));
}

function licenceOf(folder: string): string {
  try {
    return String((JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: unknown }).license);
  } catch {
    return '';
  }
}

function textFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name) && !NO_TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.includes('node_modules'))
    .sort()
    .filter((path) => {
      const { length } = readFileSync(join(folder, path));
      return length >= MIN_BYTES && length <= MAX_BYTES;
    });
}

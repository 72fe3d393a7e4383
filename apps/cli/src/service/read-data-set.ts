import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CommandError, EXIT } from '../exit-code.ts';

export interface DataFile {
  /** File name without its extension. */
  readonly name: string;
  readonly json: unknown;
}

export interface DataSetFiles {
  readonly files: readonly DataFile[];
  /** Hash of the file, or of the names and hashes of all files in a folder. */
  readonly sha256: string;
}

const MAX_FILE_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 1_000;

/** Reads the named JSON file, or every one in a folder, sorted by name. */
export async function readDataSet(path: string, expected: 'file' | 'folder'): Promise<DataSetFiles> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new CommandError(EXIT.notFound, `There is no ${path}.`);
    throw error;
  });
  if (expected === 'file' && !found.isFile())
    throw new CommandError(EXIT.usage, `${path} is not a file. Name the JSON file of the data set.`);
  const paths = found.isFile() ? [path] : await jsonFilesOf(path);
  const read = [];
  for (const file of paths) read.push(await readJson(file));
  const hash = createHash('sha256');
  for (const { name, sha256 } of read) hash.update(`${sha256}  ${name}\n`);
  return {
    files: read.map(({ name, json }) => ({ name: name.replace(/\.json$/i, ''), json })),
    sha256: found.isFile() ? read[0]!.sha256 : hash.digest('hex'),
  };
}

async function jsonFilesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.json$/i.test(name));
  if (names.length === 0) throw new CommandError(EXIT.notFound, `There is no .json file in ${folder}.`);
  if (names.length > MAX_FILES)
    throw new CommandError(EXIT.failed, `${folder} contains ${names.length} .json files; at most ${MAX_FILES} are read.`);
  return names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(folder, name));
}

async function readJson(path: string): Promise<{ name: string; json: unknown; sha256: string }> {
  if ((await stat(path)).size > MAX_FILE_BYTES)
    throw new CommandError(EXIT.failed, `${path} is larger than ${MAX_FILE_BYTES / 2 ** 20} MiB.`);
  const bytes = await readFile(path);
  try {
    return {
      name: basename(path),
      json: JSON.parse(bytes.toString('utf8')) as unknown,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    };
  } catch (cause) {
    throw new CommandError(EXIT.failed, `${path} is not JSON.`, { cause });
  }
}

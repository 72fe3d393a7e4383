import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyDatabase, describeDatabase } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';
import { isDamage } from '../damage/watch-damage.ts';
import { READ_MODEL_FILES, sizeOf } from '../read-model/read-model-seal.ts';

export interface DatabaseCopier {
  /** Copies a database. Names are below the data folder, with `/` between their parts. */
  copy(name: string): Promise<void>;
  copyTo(name: string, to: string): Promise<void>;
  /** Copies a database that is not essential. A missing or damaged one is left out. */
  copyIfWhole(name: string): Promise<void>;
  /** Names of the damaged databases that were left out. */
  readonly leftOut: readonly string[];
}

interface CopierOptions {
  readonly from: string;
  readonly to: string;
  readonly onProgress?: (name: string, done: number, total: number) => void;
}

export function createDatabaseCopier({ from, to, onProgress }: CopierOptions): DatabaseCopier {
  const leftOut: string[] = [];
  const placeOf = (folder: string, name: string): string => join(folder, ...name.split('/'));
  const copyTo = async (name: string, file: string): Promise<void> => {
    await requirePart(placeOf(from, name));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await copyDatabase({
      from: placeOf(from, name),
      to: file,
      onProgress: ({ copied, total }) => onProgress?.(name, copied, total),
    });
  };
  const copy = (name: string): Promise<void> => copyTo(name, placeOf(to, name));
  return {
    copy,
    copyTo,
    async copyIfWhole(name) {
      if ((await sizeOf(placeOf(from, name))) <= 0) return;
      try {
        await copy(name);
        if (describeDatabase(placeOf(to, name)).fault === undefined) return;
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
      await rm(placeOf(to, name), { force: true });
      leftOut.push(name);
    },
    leftOut,
  };
}

/** Checks that a file of a data folder has anything in it. Errors: `damaged`, naming it. */
export async function requirePart(path: string): Promise<void> {
  if ((await sizeOf(path)) <= 0)
    throw new TotalRecallError('damaged', `${path} is not there or empty. Put it back from an earlier backup of this folder.`);
}

/** Returns the databases of every read model in the folder, without those put aside as damaged, whose names differ. */
export async function readModelFiles(dataDir: string): Promise<string[]> {
  const folders = (await readdir(dataDir)).filter((entry) => /^read-model-.*-v\d+$/.test(entry));
  return folders.flatMap((folder) => READ_MODEL_FILES.map((file) => `${folder}/${file}`));
}

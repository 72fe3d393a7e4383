import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { GenerationStanding, ReadModelGenerations } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { putAside } from './put-aside.ts';
import { readMarks } from './read-marks.ts';

export interface FolderGenerationsOptions {
  readonly dataDir: string;
  /** Generation of the log that the read models are made of. */
  readonly logGeneration: string;
  /** Version of the fold that this program has. */
  readonly foldVersion: number;
}

/** The read models of a data folder, one folder for each version of the fold. */
export interface FolderGenerations extends ReadModelGenerations {
  /** Generation of the log that they are made of. */
  readonly logGeneration: string;
  pathOf(generation: string): string;
  foldVersionOf(generation: string): number;
}

/** Says that the read model of this version is being filled in the place of another. */
const MARKER = 'read-model.filling';
/** Content of the marker until the other one is put aside. */
const ASIDE_FIRST = 'aside first\n';

/**
 * Creates the generations of a data folder, in which one process works at a time. A generation belongs to a log and a
 * version of the fold, and its name is that of its folder. That of an earlier version is read until the one of this
 * version is filled, and the switch removes it. Of one version there is one folder, so a rebuild puts it aside. Read
 * models of other logs are left alone, as each may be the last copy of what its log held.
 */
export function createFolderGenerations({ dataDir, logGeneration, foldVersion }: FolderGenerationsOptions): FolderGenerations {
  const own = `read-model-${logGeneration}-v${foldVersion}`;
  const marker = join(dataDir, MARKER);
  let isClosed = false;

  const pathOf = (generation: string): string => join(dataDir, generation);
  const whileOpen = async <T>(act: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new TotalRecallError('closed', 'The read models of the folder are closed.');
    return act();
  };
  const foldVersionOf = (name: string): number => {
    const version = Number(/-v(\d{1,6})$/.exec(name)?.[1]);
    return name === `read-model-${logGeneration}-v${version}` ? version : Number.NaN;
  };
  const list = async (): Promise<string[]> => {
    const named = (await readdir(dataDir)).filter((entry) => !Number.isNaN(foldVersionOf(entry)));
    return named.sort((a, b) => foldVersionOf(b) - foldVersionOf(a));
  };
  const standing = async (): Promise<GenerationStanding> => {
    const all = await list();
    const [former, ...left] = all.filter((name) => foldVersionOf(name) < foldVersion);
    const [isHere, isMarked] = [all.includes(own), (await readOrUndefined(marker)) !== undefined];
    const current = former ?? (isHere && !isMarked ? own : undefined);
    return { current, toFill: own, isBegun: former === undefined ? isMarked : isHere, left };
  };
  const begin = async (): Promise<{ generation: string; aside?: string }> => {
    const { current } = await standing();
    if (current === own) await writeDurably(dataDir, marker, ASIDE_FIRST);
    if ((await readOrUndefined(marker)) !== ASIDE_FIRST) return { generation: own };
    const aside = (await exists(pathOf(own))) ? await putAside(pathOf(own)) : undefined;
    await writeDurably(dataDir, marker, `${pathOf(own)}\n`);
    return { generation: own, ...(aside !== undefined && { aside }) };
  };

  return {
    logGeneration,
    pathOf,
    foldVersionOf,
    list: () => whileOpen(list),
    standing: () => whileOpen(standing),
    begin: () => whileOpen(begin),
    marks: (generation, partition) =>
      whileOpen(async () => {
        const path = join(pathOf(generation), 'index.db');
        if (!(await list()).includes(generation) || !(await exists(path)))
          throw new TotalRecallError('unavailable', `There is no read model ${generation}.`);
        return readMarks(path, partition);
      }),
    switchTo: (generation) =>
      whileOpen(async () => {
        const all = await list();
        if (generation !== own || !all.includes(own))
          throw new TotalRecallError('not_found', `There is no read model ${basename(generation)} that can be read.`);
        await rm(marker, { force: true });
        // The newest goes last: while it is there, a crash leaves it current.
        const earlier = all.filter((name) => foldVersionOf(name) < foldVersion);
        for (const name of earlier.toReversed()) await rm(pathOf(name), { recursive: true, force: true });
      }),
    reads: () => whileOpen(async () => 0),
    drop: (generation) =>
      whileOpen(async () => {
        if ((await standing()).current === generation)
          throw new TotalRecallError('invalid_request', `The read model ${generation} is the one in use.`);
        if ((await list()).includes(generation)) await rm(pathOf(generation), { recursive: true, force: true });
      }),
    close: async () => void (isClosed = true),
  };
}

async function readOrUndefined(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Writes a file so that after a crash it has its new content or its old one. */
async function writeDurably(folder: string, path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  // Windows cannot open folders; its renames are journalled.
  if (process.platform === 'win32') return;
  const entries = await open(folder, 'r');
  try {
    await entries.sync();
  } finally {
    await entries.close();
  }
}

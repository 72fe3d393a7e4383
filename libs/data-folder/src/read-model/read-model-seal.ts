import { createReadStream, writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolder, writeDurably } from '@total-recall/adapter-files';
import { checkDatabase } from '@total-recall/adapter-sqlite';
import { jsonOrUndefined } from '@total-recall/runtime';

/** Databases of a read model, which are only useful together. */
export const READ_MODEL_FILES = ['index.db', 'sessions.db'] as const;
export type ReadModelFile = (typeof READ_MODEL_FILES)[number];
const SEAL = 'seal.json';
/** File left in a read model that turned out to be damaged while open. It names the damaged file. */
const NOTE = 'damaged';
const CHUNK_BYTES = 1024 * 1024;

interface SealedFile {
  readonly bytes: number;
  readonly crc32: number;
  /**
   * Stamp from the file system, which changes with every write, copy and restore; absent in seals of earlier versions.
   */
  readonly stamp?: string;
}

type Seal = Readonly<Record<string, SealedFile>>;

/** Makes the next start put this read model aside. */
export function noteDamage(folder: string, file: ReadModelFile): void {
  writeFileSync(join(folder, NOTE), `${file}\n`, { mode: 0o600 });
}

/** Fault of a closed read model; undefined when it can be opened. */
export type ReadModelFault = { readonly file: string; readonly fault: string } | undefined;

/** Records the state of the files of a cleanly closed read model, so that the next start can compare them. */
export async function sealReadModel(folder: string): Promise<void> {
  for (const file of READ_MODEL_FILES) if ((await sizeOf(join(folder, `${file}-wal`))) > 0) return;
  const files = await Promise.all(READ_MODEL_FILES.map(async (file) => [file, await measure(join(folder, file))] as const));
  await writeDurably(folder, join(folder, SEAL), Buffer.from(JSON.stringify(Object.fromEntries(files))));
}

/**
 * Checks a read model before it is opened, and removes its seal where it has no fault; a fault is found again by the
 * next look. A sealed one must be unchanged; its files are read only when the file system says that they were touched.
 * Without a seal, as after a crash, the databases must be intact, and `alignSessions` looks at their last writes.
 */
export async function inspectReadModel(folder: string): Promise<ReadModelFault> {
  const sizes = await Promise.all(READ_MODEL_FILES.map((file) => sizeOf(join(folder, file))));
  if (sizes.every((size) => size < 0)) return undefined;
  const folderAt = await Promise.all(READ_MODEL_FILES.map((file) => isFolder(join(folder, file))));
  const replaced = READ_MODEL_FILES.find((_, at) => folderAt[at]);
  if (replaced !== undefined) return { file: replaced, fault: 'is a folder, but was a file' };
  const missing = READ_MODEL_FILES.find((_, at) => sizes[at]! <= 0);
  if (missing !== undefined) return { file: missing, fault: 'is missing, but the rest of the read model is there' };
  const noted = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined);
  if (noted !== undefined) return { file: noted.trim(), fault: 'was found damaged when it was read' };
  const seal = await readSeal(folder);
  const fault = seal === undefined ? checkUnsealed(folder) : await compare(folder, seal);
  if (fault !== undefined) return fault;
  await rm(join(folder, SEAL), { recursive: true, force: true });
  await syncFolder(folder);
  return undefined;
}

async function readSeal(folder: string): Promise<Seal | undefined> {
  const text = await readFile(join(folder, SEAL), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (jsonOrUndefined(text) as Seal | undefined);
}

async function compare(folder: string, seal: Seal): Promise<ReadModelFault> {
  for (const file of READ_MODEL_FILES) {
    const path = join(folder, file);
    const sealed = seal[file];
    if (sealed?.stamp !== undefined && sealed.stamp === (await stampOf(path))) continue;
    const { bytes, crc32: sum } = await measure(path);
    if (bytes !== sealed?.bytes || sum !== sealed.crc32) return { file, fault: 'changed while the service was stopped' };
  }
  return undefined;
}

function checkUnsealed(folder: string): ReadModelFault {
  for (const file of READ_MODEL_FILES) {
    const fault = checkDatabase(join(folder, file));
    if (fault !== undefined) return { file, fault: `is damaged: ${fault}` };
  }
  return undefined;
}

/** Returns a stamp that changes with every write to a file: its time of change cannot be set back. */
async function stampOf(path: string): Promise<string> {
  const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(' ');
}

async function measure(path: string): Promise<SealedFile> {
  let [bytes, sum] = [0, 0];
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    sum = crc32(chunk, sum);
  }
  return { bytes, crc32: sum, stamp: await stampOf(path) };
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** Returns the size of a file, or -1 when it does not exist. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => -1,
  );
}

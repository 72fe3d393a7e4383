import { createReadStream, writeFileSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { syncFolder, writeDurably } from '@total-recall/adapter-files';
import { checkDatabase } from '@total-recall/adapter-sqlite';

/** The databases of a read model, which are of use together only. */
export const READ_MODEL_FILES = ['index.db', 'sessions.db'] as const;
export type ReadModelFile = (typeof READ_MODEL_FILES)[number];
const SEAL = 'seal.json';
/** Left in a read model that turned out to be damaged while it was open; names the file. */
const NOTE = 'damaged';
const CHUNK_BYTES = 1024 * 1024;

interface SealedFile {
  readonly bytes: number;
  readonly crc32: number;
  /** What the file system says of it, which changes with every write, copy and restore; absent in seals of earlier versions. */
  readonly stamp?: string;
}

type Seal = Readonly<Record<string, SealedFile>>;

/** Lets the next start put this read model aside. */
export function noteDamage(folder: string, file: ReadModelFile): void {
  writeFileSync(join(folder, NOTE), `${file}\n`, { mode: 0o600 });
}

/** What is wrong with a closed read model; undefined where it can be opened. */
export type ReadModelFault = { readonly file: string; readonly fault: string } | undefined;

/** Says of a read model that was closed in order what its files are, so that the next start sees whether they still are. */
export async function sealReadModel(folder: string): Promise<void> {
  for (const file of READ_MODEL_FILES) if ((await sizeOf(join(folder, `${file}-wal`))) > 0) return;
  const files = await Promise.all(READ_MODEL_FILES.map(async (file) => [file, await measure(join(folder, file))] as const));
  await writeDurably(folder, join(folder, SEAL), Buffer.from(JSON.stringify(Object.fromEntries(files))));
}

/**
 * Looks at a read model before it is opened. One that was sealed must be as it was then: its files are read only where the file system says that they were touched
 * since. Of one that was not, as after a crash, the databases must be
 * whole in themselves, and what their last writes were is for `alignSessions` to see. Takes the seal off.
 */
export async function inspectReadModel(folder: string): Promise<ReadModelFault> {
  const sizes = await Promise.all(READ_MODEL_FILES.map((file) => sizeOf(join(folder, file))));
  if (sizes.every((size) => size < 0)) return undefined;
  const missing = READ_MODEL_FILES.find((_, at) => sizes[at]! <= 0);
  if (missing !== undefined) return { file: missing, fault: 'is not there, and the rest of the read model is' };
  const noted = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined);
  if (noted !== undefined) return { file: noted.trim(), fault: 'turned out to be damaged when it was read' };
  const seal = await readSeal(folder);
  const fault = seal === undefined ? checkUnsealed(folder) : await compare(folder, seal);
  await rm(join(folder, SEAL), { force: true });
  await syncFolder(folder);
  return fault;
}

async function readSeal(folder: string): Promise<Seal | undefined> {
  const text = await readFile(join(folder, SEAL), 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Seal);
  } catch {
    return undefined;
  }
}

async function compare(folder: string, seal: Seal): Promise<ReadModelFault> {
  for (const file of READ_MODEL_FILES) {
    const path = join(folder, file);
    const sealed = seal[file];
    if (sealed?.stamp !== undefined && sealed.stamp === (await stampOf(path))) continue;
    const { bytes, crc32: sum } = await measure(path);
    if (bytes !== sealed?.bytes || sum !== sealed.crc32) return { file, fault: 'is not as it was left when the service was stopped' };
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

/** Nobody can write to a file and have all of it as it was: its time of change cannot be set back. */
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

/** -1 where there is no such file. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => -1,
  );
}

import { join } from 'node:path';
import { orUndefinedIfMissing, writeDurably } from '@total-recall/adapter-files';
import { isPathBelow, readCheckedJson, TotalRecallError, writeCheckedJson } from '@total-recall/runtime';
import type { NamedFiles } from './named-files.ts';
import { readRegular } from './regular-file.ts';

/** A file of a backup, with its path below the backup's folder. */
export interface BackupFile {
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
}

/** Result of opening every record of the copied log with the copied keys. */
export interface CheckedRecords {
  readonly records: number;
  /** Records whose key was destroyed before the backup. */
  readonly erased: number;
  /** Records that cannot be read, in the copy as in the log of the service. */
  readonly unreadable: number;
  /** Number of these for which `keys.db` has no key; absent where it has all. */
  readonly keyless?: number;
  /** Positions of the first unreadable records. */
  readonly unreadableAt: readonly { readonly partition: number; readonly offset: number }[];
}

/** Description of a backup. It is written last, so a backup without one is not finished. */
export interface BackupManifest {
  readonly format: 1;
  /** Version of the program that made the backup. */
  readonly version: string;
  /** Time of the first step, ISO. Everything acknowledged before it is in the backup. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Id of the data folder (ADR 0063). A restored folder keeps it. */
  readonly folderId: string;
  readonly log: {
    readonly generation: string;
    readonly partitions: number;
    /** Offset of the last record by partition, -1 for an empty one; without one behind a gap, whose offset may be damaged. */
    readonly ends: readonly number[];
    /** Fault in the structure of `log.db`, by which its ends may be wrong too; absent where it has none. */
    readonly fault?: string;
  };
  /** Check of the records; missing when the master key was not available to open any. */
  readonly checked?: CheckedRecords;
  readonly keys: 'included' | 'apart' | 'left_out';
  /** Size and hash of `keys.db`, wherever it is. */
  readonly keysFile: Omit<BackupFile, 'path'>;
  readonly masterKey: 'included' | 'left_out';
  /** Folder of the databases, and of the master key if it is included. */
  readonly databases: string;
  readonly files: readonly BackupFile[];
  readonly artifacts: {
    readonly count: number;
    readonly bytes: number;
    readonly list: BackupFile;
    /**
     * Artifacts that records refer to and that neither the data folder nor the earlier backup had. Absent where that is
     * not known: the records were not opened, or an earlier version made the backup.
     */
    readonly missing?: NamedFiles;
  };
}

/** One line of the list of artifacts. */
export interface BackedUpArtifact {
  readonly tier: 'hot' | 'cold';
  /** Path below the backup's folder `artifacts`. */
  readonly path: string;
  readonly bytes: number;
  /** Time of storage, epoch milliseconds. */
  readonly storedAt: number;
  readonly sha256: string;
  /** Time at which this program last read it in the backup, or wrote it, epoch milliseconds; absent in lists of earlier versions. */
  readonly readAt?: number;
}

export const ARTIFACTS = 'artifacts';
export const LEDGER = 'ledger.db' as const;
export const CONTROL = 'control.db' as const;
export const ARTIFACT_LIST = 'artifacts.jsonl';
const FILE = 'manifest.json';
/** File that names the owner of the folder before its first backup is finished. */
const BEGUN = 'begun.json';

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await writeDurably(folder, join(folder, FILE), Buffer.from(writeCheckedJson('manifest', manifest)));
}

/**
 * Reads the manifest; undefined when the folder has none. Errors: `damaged`, also for one that names a file outside the
 * backup; `invalid_request` for one of a later program.
 */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await orUndefinedIfMissing(readRegular(join(folder, FILE), 'refuses'));
  if (text === undefined) return undefined;
  const manifest = readCheckedJson<BackupManifest>('manifest', text);
  if (manifest === undefined) throw new TotalRecallError('damaged', `${join(folder, FILE)} is damaged. Take another backup.`);
  if (manifest.format !== 1)
    throw new TotalRecallError(
      'invalid_request',
      `${folder} is a backup of a later version (${manifest.version}). Restore it with that version.`,
    );
  refuseOutside(folder, manifest);
  return manifest;
}

/** Refuses names of files that a restore would read or write outside its folders. */
function refuseOutside(folder: string, { databases, files, artifacts: { list } }: BackupManifest): void {
  const isBelow = (path: string): boolean => isPathBelow(path) && path.startsWith(`${databases}/`);
  const outside =
    isPathBelow(databases) && !databases.includes('/') ? [...files, list].find(({ path }) => !isBelow(path))?.path : databases;
  if (outside !== undefined) throw pathOutside(join(folder, FILE), outside);
}

/** Builds the error for a file of a backup that names a path outside the folder that it belongs to. */
export function pathOutside(file: string, path: unknown): TotalRecallError {
  return new TotalRecallError('damaged', `${file} names ${JSON.stringify(path)}, which is outside the backup. Do not use this backup.`);
}

/** Returns the id of the data folder whose backups a folder holds, finished or not; undefined when it holds none. */
export async function ownerOfBackup(folder: string): Promise<string | undefined> {
  const manifest = await readManifest(folder);
  if (manifest) return manifest.folderId;
  const begun = await orUndefinedIfMissing(readRegular(join(folder, BEGUN), 'refuses'));
  return begun === undefined ? undefined : (parse(begun) as { folderId?: string }).folderId;
}

export async function beginBackup(folder: string, folderId: string): Promise<void> {
  await writeDurably(folder, join(folder, BEGUN), Buffer.from(`${JSON.stringify({ folderId })}\n`));
}

function parse(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch {
    return {};
  }
}

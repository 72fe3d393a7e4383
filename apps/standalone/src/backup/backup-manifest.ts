import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { ifThere, writeDurably } from '@total-recall/adapter-files';
import { readCheckedJson, TotalRecallError, writeCheckedJson } from '@total-recall/runtime';

/** A file of a backup, by its path below the backup's folder. */
export interface BackupFile {
  readonly path: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** What was found when every record of the copied log was opened with the copied keys. */
export interface CheckedRecords {
  readonly records: number;
  /** Their key was destroyed before the backup. */
  readonly erased: number;
  /** As they stand in the log of the service: the copy is the same. */
  readonly unreadable: number;
  /** The first of them. */
  readonly unreadableAt: readonly { readonly partition: number; readonly offset: number }[];
}

/** What a backup is, written last: a backup without one is not finished. */
export interface BackupManifest {
  readonly format: 1;
  /** Of the program that made it. */
  readonly version: string;
  /** ISO times of the first and the last step. What was acknowledged before the first is in it. */
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Of the data folder (ADR 0063); a restored folder has the same. */
  readonly folderId: string;
  readonly log: {
    readonly generation: string;
    readonly partitions: number;
    /** Offset of the last record by partition, -1 where there is none. */
    readonly ends: readonly number[];
  };
  /** Missing where the master key was not there: then no record could be opened. */
  readonly checked?: CheckedRecords;
  readonly keys: 'included' | 'apart' | 'left_out';
  /** Of `keys.db`, wherever it is. */
  readonly keysFile: Omit<BackupFile, 'path'>;
  readonly masterKey: 'included' | 'left_out';
  /** Databases, and the master key where it was asked for; below the folder named `databases`. */
  readonly databases: string;
  readonly files: readonly BackupFile[];
  readonly artifacts: { readonly count: number; readonly bytes: number; readonly list: BackupFile };
}

/** One line of the list of artifacts. */
export interface BackedUpArtifact {
  readonly tier: 'hot' | 'cold';
  /** Below the backup's folder `artifacts`. */
  readonly path: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly storedAt: number;
  readonly sha256: string;
}

export const ARTIFACTS = 'artifacts';
export const ARTIFACT_LIST = 'artifacts.jsonl';
const FILE = 'manifest.json';
/** Says whose folder this is to be, before the first backup in it is finished. */
const BEGUN = 'begun.json';

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await writeDurably(folder, join(folder, FILE), Buffer.from(writeCheckedJson('manifest', manifest)));
}

/** Undefined where the folder has none. Errors: `damaged`, and `invalid_request` for one of a later program. */
export async function readManifest(folder: string): Promise<BackupManifest | undefined> {
  const text = await ifThere(readFile(join(folder, FILE), 'utf8'));
  if (text === undefined) return undefined;
  const manifest = readCheckedJson<BackupManifest>('manifest', text);
  if (manifest === undefined) throw new TotalRecallError('damaged', `${join(folder, FILE)} is damaged. Take another backup.`);
  if (manifest.format !== 1)
    throw new TotalRecallError('invalid_request', `${folder} is a backup of a later version (${manifest.version}). Restore it with that.`);
  return manifest;
}

/** The data folder whose backups a folder holds, finished or not; undefined where it holds none. */
export async function ownerOfBackup(folder: string): Promise<string | undefined> {
  const manifest = await readManifest(folder);
  if (manifest) return manifest.folderId;
  const begun = await ifThere(readFile(join(folder, BEGUN), 'utf8'));
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

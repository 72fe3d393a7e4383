import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '@total-recall/adapter-files';
import type { CopiedPartition } from '@total-recall/adapter-kafka';
import type { CopiedPart, TopicCopy } from '@total-recall/ingest';
import { isPathBelow, readCheckedJson, TotalRecallError, writeCheckedJson } from '@total-recall/runtime';

/** A file of a backup: one partition of a topic as JSON lines, one record a line. */
export interface CopiedTopicFile extends CopiedPartition, Omit<CopiedPart, keyof CopiedPartition> {
  readonly file: string;
}

/** The manifest of a backup of topics. It is written last, with a checksum of its own. */
export interface TopicBackup {
  readonly format: 1;
  readonly version: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly logPartitions: number;
  readonly files: readonly CopiedTopicFile[];
}

/** A backup of topics whose files are as they were written. Its name is its folder. */
export interface OpenedBackup extends TopicCopy<CopiedTopicFile> {
  readonly backup: TopicBackup;
}

const MANIFEST = 'manifest.json';

export function writeManifest(folder: string, backup: TopicBackup): Promise<void> {
  return writeDurably(folder, join(folder, MANIFEST), Buffer.from(writeCheckedJson('backup', backup)));
}

/**
 * Opens a backup of which every file is as it was written. Errors: `not_found`; `damaged`, naming every file that is
 * missing or damaged.
 */
export async function openBackup(folder: string): Promise<OpenedBackup> {
  const backup = await readBackup(folder);
  await compareFiles(folder, backup);
  const { startedAt, logPartitions, files } = backup;
  return {
    backup,
    name: folder,
    startedAt,
    logPartitions,
    parts: files,
    hashOf: ({ file }, bytes) => hashOf(join(folder, file), bytes),
  };
}

async function readBackup(folder: string): Promise<TopicBackup> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new TotalRecallError('not_found', `${folder} holds no backup that was finished: it has no ${MANIFEST}.`);
  const backup = readCheckedJson<TopicBackup>('backup', text);
  if (backup === undefined) throw new TotalRecallError('damaged', `${join(folder, MANIFEST)} is damaged. Take another backup.`);
  return backup;
}

async function compareFiles(folder: string, { files }: TopicBackup): Promise<void> {
  const faults: string[] = [];
  for (const { file, sha256 } of files) {
    // The manifest is not signed: a file elsewhere would be read into a topic.
    const found = isPathBelow(file) ? await hashOf(join(folder, file)) : undefined;
    if (found !== sha256) faults.push(`${file} is ${found === undefined ? 'missing' : 'damaged'}`);
  }
  if (faults.length > 0)
    throw new TotalRecallError(
      'damaged',
      `The backup ${folder} is not whole: ${faults.join(', ')}. Nothing was restored. Take another backup.`,
    );
}

/** Hashes a file, or its first bytes; undefined if it does not exist. */
async function hashOf(path: string, bytes = Infinity): Promise<string | undefined> {
  const hash = createHash('sha256');
  if (bytes === 0) return hash.digest('hex');
  try {
    for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk as Buffer);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

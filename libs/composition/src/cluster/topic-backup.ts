import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTopicCopies, type CopiedPartition, type CopiedRecord, type TopicCopies } from '@total-recall/adapter-kafka';
import { writeDurably } from '@total-recall/adapter-files';
import type { Logger } from '@total-recall/observability';
import type { Clock } from '@total-recall/ports';
import { readCheckedJson, TotalRecallError, writeCheckedJson, type AppConfig } from '@total-recall/runtime';
import { kafkaOf } from './connections.ts';

/** A file of a backup: one partition of a topic as JSON lines, one record a line. */
export interface CopiedTopicFile extends CopiedPartition {
  readonly file: string;
  readonly records: number;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
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

export interface TopicBackupOptions {
  readonly folder: string;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress?: (what: string, records: number) => void;
}

interface WireRecord {
  readonly offset: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const MANIFEST = 'manifest.json';
const LINES_A_BATCH = 500;

/**
 * Copies the topics of a cluster to an empty folder; the cluster may run. The log is copied first, then keys, then the
 * rest, so that every copied record finds its key. Bodies stay sealed and keys wrapped. Errors: `invalid_request` for a
 * folder that is not empty, `unavailable`.
 */
export async function backUpTopics(config: AppConfig, logger: Logger, options: TopicBackupOptions): Promise<TopicBackup> {
  const { folder, version, clock, onProgress } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new TotalRecallError('invalid_request', `${folder} is not empty. Choose an empty folder.`);
  const startedAt = new Date(clock.now()).toISOString();
  const copies = copiesOf(config, logger, config.partitions);
  const files: CopiedTopicFile[] = [];
  try {
    for (const place of copies.partitions) {
      files.push(await copyOut(copies, place, folder));
      onProgress?.(`${place.topic}-${place.partition}`, files.at(-1)!.records);
    }
  } finally {
    await copies.close();
  }
  const backup: TopicBackup = {
    format: 1,
    version,
    startedAt,
    finishedAt: new Date(clock.now()).toISOString(),
    logPartitions: config.partitions,
    files,
  };
  await writeDurably(folder, join(folder, MANIFEST), Buffer.from(writeCheckedJson('backup', backup)));
  return backup;
}

/**
 * Restores the topics of a backup into a cluster whose topics are missing or empty, each record at its old offset. All
 * checksums are verified before anything is written. No service may run meanwhile. Errors: `damaged`, naming every
 * missing or damaged file; `invalid_request` if a topic is not empty.
 */
export async function restoreTopics(
  config: AppConfig,
  logger: Logger,
  { folder, onProgress }: Omit<TopicBackupOptions, 'version' | 'clock'>,
): Promise<TopicBackup> {
  const backup = await readBackup(folder);
  if (backup.logPartitions !== config.partitions)
    throw new TotalRecallError(
      'invalid_request',
      `The log in ${folder} has ${backup.logPartitions} partitions. Set TOTAL_RECALL_PARTITIONS=${backup.logPartitions}.`,
    );
  await compareFiles(folder, backup);
  const copies = copiesOf(config, logger, backup.logPartitions);
  try {
    await copies.prepareEmpty();
    for (const { topic, partition, file, records } of backup.files) {
      await copies.write({ topic, partition }, recordsIn(join(folder, file)));
      onProgress?.(`${topic}-${partition}`, records);
    }
  } finally {
    await copies.close();
  }
  return backup;
}

function copiesOf(config: AppConfig, logger: Logger, logPartitions: number): TopicCopies {
  return createTopicCopies({ ...kafkaOf(config, logger), logPartitions });
}

async function copyOut(copies: TopicCopies, place: CopiedPartition, folder: string): Promise<CopiedTopicFile> {
  const file = `${place.topic}-${place.partition}.jsonl`;
  const out = await open(join(folder, file), 'wx', 0o600);
  const hash = createHash('sha256');
  let [records, bytes] = [0, 0];
  try {
    for await (const batch of copies.read(place)) {
      const text = Buffer.from(batch.map((record) => `${JSON.stringify(toWire(record))}\n`).join(''));
      hash.update(text);
      await out.writeFile(text);
      records += batch.length;
      bytes += text.length;
    }
    await out.sync();
  } finally {
    await out.close();
  }
  return { ...place, file, records, bytes, sha256: hash.digest('hex') };
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
    const found = await hashOf(join(folder, file));
    if (found !== sha256) faults.push(`${file} is ${found === undefined ? 'missing' : 'damaged'}`);
  }
  if (faults.length > 0)
    throw new TotalRecallError(
      'damaged',
      `The backup ${folder} is not whole: ${faults.join(', ')}. Nothing was restored. Take another backup.`,
    );
}

async function hashOf(path: string): Promise<string | undefined> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  const hash: Hash = createHash('sha256');
  try {
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) hash.update(chunk);
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

async function* recordsIn(path: string): AsyncGenerator<readonly CopiedRecord[]> {
  const file = await open(path, 'r');
  let batch: CopiedRecord[] = [];
  try {
    // A line holds only base64 and numbers, so a line feed always ends it.
    for await (const line of file.readLines()) {
      batch.push(fromWire(JSON.parse(line) as WireRecord));
      if (batch.length < LINES_A_BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    await file.close();
  }
}

function toWire({ offset, key, value, headers }: CopiedRecord): WireRecord {
  const named = Object.entries(headers).map(([name, bytes]) => [name, bytes.toString('base64')] as const);
  return { offset, key: key?.toString('base64') ?? null, value: value?.toString('base64') ?? null, headers: Object.fromEntries(named) };
}

function fromWire({ offset, key, value, headers }: WireRecord): CopiedRecord {
  const bytesOf = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text, 'base64'));
  const named = Object.entries(headers).map(([name, text]) => [name, Buffer.from(text, 'base64')] as const);
  return { offset, key: bytesOf(key), value: bytesOf(value), headers: Object.fromEntries(named) };
}

import { createHash } from 'node:crypto';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@total-recall/adapter-files';
import {
  createKafkaControlStore,
  createKafkaLedger,
  createTopicCopies,
  type CopiedPartition,
  type CopiedRecord,
  type TopicCopies,
} from '@total-recall/adapter-kafka';
import { restoreCopies, type RestoreTarget } from '@total-recall/ingest';
import type { Logger } from '@total-recall/observability';
import type { Clock } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, reasonText, TotalRecallError, type TopicsConfig } from '@total-recall/runtime';
import { kafkaSettings } from './connections.ts';
import { openBackup, writeManifest, type CopiedTopicFile, type TopicBackup } from './topic-backup-files.ts';

export interface TopicBackupOptions {
  readonly folder: string;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress?: (what: string, records: number) => void;
  /** The ledger alone, or control and audit, and what tells whose it is: small, so that it can be copied often. */
  readonly only?: keyof typeof TOPICS_OF;
}

export interface TopicRestoreOptions extends Pick<TopicBackupOptions, 'folder' | 'onProgress'> {
  /**
   * A later backup of the same cluster, of the ledger alone or of all topics, whose ledger takes the place of the
   * backup's.
   */
  readonly laterLedger?: string;
  /** A later backup of the same cluster, of control alone or of all topics, whose API keys and tenants take the place of the backup's. */
  readonly laterControl?: string;
}

export interface MadeBackup extends TopicBackup {
  /** Says why certificates of erasures do not tell of it; absent where they do, and of a copy without content. */
  readonly unnoted?: string;
}

export interface RestoredTopics extends TopicBackup {
  /** Erasures that are done again before anybody is answered. */
  readonly reopened: number;
}

interface WireRecord {
  readonly offset: number;
  readonly key: string | null;
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

const TOPICS_OF = {
  ledger: ['identity', 'ledger'],
  control: ['identity', 'control', 'audit', 'audit-entries'],
} as const satisfies Record<string, readonly CopiedPartition['topic'][]>;
const LINES_A_BATCH = 500;

/**
 * Copies the topics of a cluster to an empty folder; the cluster may run. The log is copied first, then keys, then the
 * rest, so that every copied record finds its key. Bodies stay sealed and keys wrapped. Errors: `invalid_request` for a
 * folder that is not empty, `unavailable`.
 */
export async function backUpTopics(config: TopicsConfig, logger: Logger, options: TopicBackupOptions): Promise<MadeBackup> {
  const { folder, version, clock, onProgress, only } = options;
  await makeFolder(folder);
  if ((await readdir(folder)).length > 0) throw new TotalRecallError('invalid_request', `${folder} is not empty. Choose an empty folder.`);
  const startedAt = new Date(clock.now()).toISOString();
  const copies = copiesOf(config, logger, config.partitions);
  const files: CopiedTopicFile[] = [];
  let unnoted: string | undefined;
  try {
    unnoted = only === undefined ? await noteBackup(config, logger, copies, startedAt) : undefined;
    for (const place of copies.partitions) {
      if (only && !TOPICS_OF[only].some((topic) => topic === place.topic)) continue;
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
  await writeManifest(folder, backup);
  return { ...backup, ...(unnoted !== undefined && { unnoted }) };
}

/**
 * Notes a backup that begins for certificates of erasures: what is erased meanwhile may be in it. Returns why it could
 * not, as a cluster that takes no note is backed up all the same. Where there is no cluster, nothing is made for it.
 */
async function noteBackup(config: TopicsConfig, logger: Logger, copies: TopicCopies, startedAt: string): Promise<string | undefined> {
  const identity = copies.partitions.find(({ topic }) => topic === 'identity')!;
  if ((await copies.read(identity).next()).done) return undefined;
  try {
    const control = await createKafkaControlStore(kafkaSettings(config, logger));
    await control.backups!.note(startedAt).finally(() => control.close());
    return undefined;
  } catch (error) {
    return reasonText(error);
  }
}

/**
 * Restores the topics of a backup into a cluster whose topics are missing or empty (`restoreCopies`). All checksums are
 * verified before anything is written. No service may run meanwhile. Errors: `damaged`, naming every missing or damaged
 * file; those of `restoreCopies`.
 */
export async function restoreTopics(
  config: TopicsConfig,
  logger: Logger,
  { folder, laterLedger, laterControl, onProgress }: TopicRestoreOptions,
): Promise<RestoredTopics> {
  const restored = await openBackup(folder);
  const later = laterLedger === undefined ? undefined : await openBackup(laterLedger);
  const control = laterControl === undefined ? undefined : await openBackup(laterControl);
  const copies = copiesOf(config, logger, config.partitions);
  const target: RestoreTarget<CopiedTopicFile> = {
    partitions: config.partitions,
    prepareEmpty: () => copies.prepareEmpty(),
    write: ({ name }, part) => copies.write(part, recordsIn(join(name, part.file))),
    openLedger: () => createKafkaLedger({ ...kafkaSettings(config, logger), partitions: config.partitions }),
    openControl: () => createKafkaControlStore(kafkaSettings(config, logger)),
  };
  try {
    const reopened = await restoreCopies(restored, target, {
      clock: createSystemClock(),
      random: createSystemRandom(),
      ...(later && { later }),
      ...(control && { laterControl: control }),
      ...(onProgress && { onProgress }),
    });
    return { ...restored.backup, reopened };
  } finally {
    await copies.close();
  }
}

function copiesOf(config: TopicsConfig, logger: Logger, logPartitions: number): TopicCopies {
  return createTopicCopies({ ...kafkaSettings(config, logger), logPartitions });
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

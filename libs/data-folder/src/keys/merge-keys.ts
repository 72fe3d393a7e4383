import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openMasterKeys } from '@total-recall/adapter-files';
import {
  copyDatabase,
  createSqliteLedger,
  lockDataDir,
  mergeKeys,
  readSqliteLog,
  type MergedKeys,
  type OwnFolder,
} from '@total-recall/adapter-sqlite';
import type { EventLog } from '@total-recall/ports';
import { ledgerEntries, TotalRecallError } from '@total-recall/runtime';
import { checkKeys } from '../backup/keys-for-restore.ts';
import { identifyFolder, readIdentity } from '../stores/folder-identity.ts';
import { named } from '../stores/named-part.ts';
import { lockRotation, type RotatedFolder } from './rotate-master.ts';

/** Folder in the data folder for the copy of the other keys, while they are merged. */
const SCRATCH = 'keys.merge';
const BATCH = 1_000;

/**
 * Merges another copy of `keys.db` into the one of a data folder whose service is stopped: afterwards it opens what either
 * opened, but for what was erased. The copy stays as it is. A repeat changes nothing.
 * Errors: `not_found` when no service was ever started there; `unavailable` while one runs, or a rotation is under way;
 * `invalid_request` for a file that holds no keys of this folder; `damaged` when a key does not open, or records were
 * sealed with two keys of one place.
 */
export async function mergeFolderKeys(config: RotatedFolder, file: string): Promise<MergedKeys> {
  const { dataDir } = config;
  if ((await readIdentity(dataDir))?.state !== 'made') throw new TotalRecallError('not_found', `No service has started in ${dataDir}.`);
  const unlock = await lockDataDir(dataDir);
  try {
    const unlockRotation = lockRotation(dataDir);
    try {
      return await merge(config, file);
    } finally {
      unlockRotation();
    }
  } finally {
    await unlock();
  }
}

async function merge(config: RotatedFolder, file: string): Promise<MergedKeys> {
  const { dataDir } = config;
  const { folder, ledgerFolder } = await identifyFolder(config);
  const path = join(dataDir, 'keys.db');
  await checkKeys(folder.id, file);
  if ((await realpath(file)) === (await realpath(path)))
    throw new TotalRecallError('invalid_request', `${file} is the one of the data folder. Name the other copy.`);
  const scratch = join(dataDir, SCRATCH);
  // One that was killed left keys there.
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { mode: 0o700 });
  try {
    const copy = join(scratch, 'keys.db');
    await copyDatabase({ from: file, to: copy });
    const masters = await openMasterKeys(config);
    const completed = await completionsIn(join(dataDir, 'ledger.db'), ledgerFolder);
    return await named(
      path,
      mergeKeys({
        path,
        copy,
        folder,
        masters,
        usedKeys: () => usedKeysIn(join(dataDir, 'log.db')),
        seenByBoth: (own, other) =>
          new Map(completed.map((entries, partition) => [partition, earlierOf(entries, own.get(partition), other.get(partition))])),
      }),
      `${path} and ${file} do not both open. `,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Returns the mark that comes first in the ledger; '' where it does not know one of them. */
function earlierOf(completions: readonly string[], own = '', other = ''): string {
  return completions[Math.min(completions.indexOf(own), completions.indexOf(other))] ?? '';
}

/** Reads the ids of the entries that completed an erasure, by partition. */
async function completionsIn(path: string, folder: OwnFolder): Promise<string[][]> {
  const ledger = await named(path, createSqliteLedger({ path, folder }));
  try {
    const partitions = Array.from({ length: ledger.partitions }, (_, partition) => ledgerEntries(ledger, partition));
    return (await Promise.all(partitions)).map((entries) =>
      entries.filter(({ act }) => act.type === 'ErasureCompleted').map(({ id }) => id),
    );
  } finally {
    await ledger.close();
  }
}

async function usedKeysIn(path: string): Promise<ReadonlySet<string>> {
  const log = await named(path, readSqliteLog({ path }));
  const used = new Set<string>();
  try {
    for (let partition = 0; partition < log.partitions; partition += 1) await addUsed(log, partition, used);
    return used;
  } finally {
    await log.close();
  }
}

async function addUsed(log: Pick<EventLog, 'read'>, partition: number, used: Set<string>): Promise<void> {
  for (let from = 0; ;) {
    const records = await log.read(partition, from, BATCH);
    if (records.length === 0) return;
    for (const { envelope } of records) used.add(envelope.keyId);
    from = records.at(-1)!.position.offset + 1;
  }
}

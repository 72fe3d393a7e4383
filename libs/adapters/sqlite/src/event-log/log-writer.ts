import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { damagedFile } from '../thread/check-database.ts';
import { migrate } from '../thread/migrate.ts';
import { refuseOtherStore } from '../thread/refuse-other-store.ts';
import { refusalOfLock } from '../thread/lock-refusal.ts';
import { inTransaction, lockBeside, openDatabase } from '../thread/open-database.ts';
import { claimFolder, refuseOtherFolder, type OwnFolder } from '../thread/own-folder.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';
import { createHeadMender, HEADS, rebuildDamagedHeads } from './log-heads.ts';
import { OFFSETS_PER_PARTITION, type LogIdentity, type PackedAppends } from './log-format.ts';
import { endOf } from './log-tables.ts';
import { refuseCutFile } from './refuse-cut-file.ts';
import { refuseOldWal } from './refuse-old-wal.ts';

export interface LogWriterData {
  readonly path: string;
  readonly partitions: number;
  readonly madeWith?: number;
  /** Generation for a new log. */
  readonly newGeneration: string;
  readonly folder?: OwnFolder;
}

export type LogWriterHandlers = {
  identity(): LogIdentity;
  ends(): number[];
  append(group: PackedAppends): number[];
  mendHeads(partition: number, read: readonly (readonly [key: string, offset: number])[]): string[];
};

const STEPS = [
  `CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), generation TEXT NOT NULL, partitions INTEGER NOT NULL) STRICT;
   CREATE TABLE records (id INTEGER PRIMARY KEY, key TEXT NOT NULL, envelope TEXT NOT NULL, sealed BLOB NOT NULL) STRICT;
   ${HEADS}`,
];

serveDatabase((data: LogWriterData) => {
  const unlock = lockLog(data.path);
  refuseOldWal(data.path);
  refuseOtherFolder(data.path, data.folder);
  refuseCutFile(data.path);
  const db = openDatabase({ path: data.path, synchronous: 'FULL' });
  db.exec('PRAGMA wal_autocheckpoint = 2000');
  refuseOtherStore(db, data.path, 'event-log');
  migrate(db, 'event-log', STEPS);
  claimFolder(db, data.path, data.folder);
  const identity = identify(db, data);
  rebuildDamagedHeads(db);
  const handlers: LogWriterHandlers = {
    identity: () => identity,
    ends: () => Array.from({ length: identity.partitions }, (_, partition) => endOf(db, partition)),
    append: createAppend(db),
    mendHeads: createHeadMender(db),
  };
  const close = (): void => {
    db.close();
    unlock();
  };
  return { handlers, close };
});

/** Locks the log, because followers and ends only know the commits of this process. */
function lockLog(path: string): () => void {
  try {
    return lockBeside(path);
  } catch (error) {
    // The lock is a file, which a full disk refuses too.
    const refusal = refusalOfLock(error);
    if (refusal === undefined) throw error;
    throw new DatabaseRefusal(
      'unavailable',
      refusal.kind === 'held'
        ? 'Another process has this log open. Stop it first, or choose another data folder.'
        : `${path}.lock cannot be locked: ${refusal.reason}`,
    );
  }
}

function identify(db: DatabaseSync, data: LogWriterData): LogIdentity {
  return inTransaction(db, () => {
    db.prepare('INSERT INTO identity (one, generation, partitions) VALUES (1, ?, ?) ON CONFLICT DO NOTHING').run(
      data.newGeneration,
      data.partitions,
    );
    const { generation, partitions } = db.prepare('SELECT generation, partitions FROM identity').get() as unknown as LogIdentity;
    // Zeroed room reads as a row of nothing, whatever its columns may hold.
    if (typeof generation !== 'string' || typeof partitions !== 'number') throw damagedFile(data.path, 'it does not say how it was made');
    if (data.madeWith !== undefined && partitions !== data.madeWith) throw otherPartitions(data.path, partitions, data.madeWith);
    if (partitions !== data.partitions) {
      throw new DatabaseRefusal(
        'invalid_request',
        `The log was made with ${partitions} partitions and cannot be opened with ${data.partitions}. Set ${partitions}, or migrate to a new log.`,
      );
    }
    return { generation, partitions };
  });
}

/** Creates the error for two files that disagree. An older log loses events, so it says when the log is the right one. */
function otherPartitions(path: string, partitions: number, madeWith: number): DatabaseRefusal {
  return damagedFile(
    path,
    `it says that it was made with ${partitions} partitions, and was with ${madeWith}`,
    `Where ${partitions} was always set (TOTAL_RECALL_PARTITIONS, 1 where absent), ${basename(path)} is right and identity.json was changed: remove identity.json, and it is made anew.`,
  );
}

/**
 * Creates the append, which writes a whole group in one transaction and returns the first offset of every append, in
 * order.
 */
function createAppend(db: DatabaseSync): LogWriterHandlers['append'] {
  const insert = db.prepare('INSERT INTO records (id, key, envelope, sealed) VALUES (?, ?, ?, ?)');
  const setHead = db.prepare(
    'INSERT INTO heads (key, last_offset) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last_offset = excluded.last_offset',
  );
  return (group) =>
    inTransaction(db, () => {
      const ends = new Map<number, number>();
      const heads = new Map<string, number>();
      const firsts: number[] = [];
      let record = 0;
      let byte = 0;
      for (const { partition, count } of group.appends) {
        let end = ends.get(partition) ?? endOf(db, partition);
        firsts.push(end + 1);
        for (const stop = record + count; record < stop; record++) {
          const size = group.sizes[record]!;
          insert.run(
            partition * OFFSETS_PER_PARTITION + ++end,
            group.keys[record]!,
            group.envelopes[record]!,
            group.sealed.subarray(byte, byte + size),
          );
          heads.set(group.keys[record]!, end);
          byte += size;
        }
        ends.set(partition, end);
      }
      for (const [key, last] of heads) setHead.run(key, last);
      return firsts;
    });
}

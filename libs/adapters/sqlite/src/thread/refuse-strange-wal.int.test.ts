import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRecord } from '@total-recall/ports/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteEventLog } from '../event-log/sqlite-event-log.ts';
import { refuseOldKeys } from '../key-store/refuse-old-keys.ts';
import { openDatabase } from './open-database.ts';
import { claimFolder } from './own-folder.ts';
import { refuseStrangeWal } from './refuse-strange-wal.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/** Copies the pages of a write-ahead log into its database as a checkpoint does, and calls `stopped` after each. */
function checkpointBySteps(path: string, stopped: (database: Buffer) => void): number {
  const [database, wal] = [readFileSync(path), readFileSync(`${path}-wal`)];
  const pageBytes = wal.readUInt32BE(8);
  const newest = new Map<number, Buffer>();
  for (let at = WAL_HEADER; at < wal.length; at += FRAME_HEADER + pageBytes)
    newest.set(wal.readUInt32BE(at), wal.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageBytes));
  const pages = [...newest].sort(([a], [b]) => a - b);
  let current = database;
  for (const [page, content] of pages) {
    const grown = Buffer.alloc(Math.max(current.length, page * pageBytes));
    current.copy(grown);
    content.copy(grown, (page - 1) * pageBytes);
    current = grown;
    stopped(current);
  }
  return pages.length;
}

it('takes the log of keys of an earlier program, wherever the checkpoint of their first destruction was cut short', () => {
  const [path, cut] = [join(folder.path, 'keys.db'), join(folder.path, 'cut.db')];
  const db = openDatabase({ path, synchronous: 'FULL' });
  db.exec(`CREATE TABLE data_keys (key_id TEXT PRIMARY KEY, tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL, wrapped BLOB,
    UNIQUE (tenant, space, session)) STRICT`);
  const add = db.prepare('INSERT INTO data_keys VALUES (?, ?, ?, ?, ?)');
  for (let key = 0; key < 300; key += 1) add.run(`key ${(key * 7) % 300}`, 'acme', 'demo', `session ${key}`, Buffer.alloc(60, key));
  // An earlier program knew no folders, so this table got a page behind those of the keys.
  claimFolder(db, path, { id: 'this folder', adopts: true });
  db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0; UPDATE data_keys SET wrapped = NULL; VACUUM');
  const steps = checkpointBySteps(path, (database) => {
    writeFileSync(cut, database);
    copyFileSync(`${path}-wal`, `${cut}-wal`);
    rmSync(`${cut}-shm`, { force: true });
    refuseStrangeWal(cut);
    refuseOldKeys(cut);
  });
  db.close();
  expect(steps).toBeGreaterThan(5);
});

it('does not hold the log of a crash for that of another database where the disk takes no index for it', async () => {
  const [path, crashed] = [join(folder.path, 'log.db'), join(folder.path, 'crashed.db')];
  const first = await createSqliteEventLog({ path });
  await first.close();
  const log = await createSqliteEventLog({ path });
  await log.append([sampleRecord('a/b/c', '0')]);
  for (const suffix of ['', '-wal']) copyFileSync(path + suffix, crashed + suffix);
  await log.close();
  // A pipe takes no length, as a full disk takes no pages.
  execFileSync('mkfifo', [`${crashed}-shm`]);
  await expect(createSqliteEventLog({ path: crashed })).rejects.toMatchObject({ code: 'unavailable' });
  rmSync(`${crashed}-shm`);
  const again = await createSqliteEventLog({ path: crashed });
  expect(await again.end(0)).toBe(0);
  await again.close();
});

import type { LedgerPoint, SpacePlace } from '@total-recall/ports';
import type { PackedUnits } from '@total-recall/runtime';
import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { refuseDamage } from '../thread/check-database.ts';
import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase } from '../thread/open-database.ts';
import { claimFolder, type OwnFolder } from '../thread/own-folder.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';

export interface UnitWorkerData {
  readonly path: string;
  readonly folder?: OwnFolder;
  /** States of another version are dropped. */
  readonly version: number;
}

export type UnitWorkerHandlers = {
  load(place: SpacePlace): Uint8Array | undefined;
  sequenceOf(place: SpacePlace): number | undefined;
  save(partition: number, states: readonly PackedUnits[], upTo: LedgerPoint): void;
  saved(partition: number): LedgerPoint | undefined;
  clear(partition: number): void;
};

const STEPS = [
  `CREATE TABLE units_version (one INTEGER PRIMARY KEY CHECK (one = 1), version INTEGER NOT NULL) STRICT;
   CREATE TABLE space_units (
     tenant TEXT NOT NULL, space TEXT NOT NULL, sequence INTEGER NOT NULL, state BLOB NOT NULL, crc32 INTEGER NOT NULL,
     PRIMARY KEY (tenant, space)) STRICT;
   CREATE TABLE saved_up_to (partition INTEGER PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;`,
  // States that were saved before are folded again.
  `DELETE FROM units_version; DROP TABLE space_units; DROP TABLE saved_up_to;
   CREATE TABLE space_units (
     tenant TEXT NOT NULL, space TEXT NOT NULL, partition INTEGER NOT NULL, sequence INTEGER NOT NULL, state BLOB NOT NULL,
     crc32 INTEGER NOT NULL, PRIMARY KEY (tenant, space)) STRICT;
   CREATE TABLE saved_up_to (partition INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, entry_id TEXT NOT NULL) STRICT;`,
];

serveDatabase((data: UnitWorkerData) => {
  // A power cut may take the last saves, states and mark together; the ledger is folded again from the mark.
  const db = openDatabase({ path: data.path, synchronous: 'NORMAL' });
  try {
    migrate(db, 'unit-store', STEPS);
    refuseDamage(db, data.path);
    claimFolder(db, data.path, data.folder);
    dropOtherVersions(db, data.version);
    refuseDamagedStates(db, data.path);
  } catch (error) {
    db.close();
    throw error;
  }
  return { handlers: unitHandlers(db), close: () => db.close() };
});

function dropOtherVersions(db: DatabaseSync, version: number): void {
  inTransaction(db, () => {
    const before = db.prepare('SELECT version FROM units_version').get() as { version: number } | undefined;
    if (before?.version === version) return;
    db.exec('DELETE FROM space_units; DELETE FROM saved_up_to; DELETE FROM units_version');
    db.prepare('INSERT INTO units_version (one, version) VALUES (1, ?)').run(version);
  });
}

/** Compares every state with its checksum, so that a damaged one is found while the file can still be put aside. */
function refuseDamagedStates(db: DatabaseSync, path: string): void {
  for (const row of db.prepare('SELECT state, crc32 FROM space_units').iterate()) {
    const { state, crc32: written } = row as { state: Uint8Array; crc32: number };
    if (crc32(state) !== written)
      throw new DatabaseRefusal('damaged', `${path} is damaged. Remove it: it is filled again from the ledger.`, { file: path });
  }
}

function unitHandlers(db: DatabaseSync): UnitWorkerHandlers {
  const state = db.prepare('SELECT state, crc32 FROM space_units WHERE tenant = ? AND space = ?');
  const sequence = db.prepare('SELECT sequence FROM space_units WHERE tenant = ? AND space = ?');
  const put = db.prepare(`INSERT INTO space_units (tenant, space, partition, sequence, state, crc32) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (tenant, space) DO UPDATE
    SET partition = excluded.partition, sequence = excluded.sequence, state = excluded.state, crc32 = excluded.crc32
    WHERE sequence <= excluded.sequence`);
  const reach = db.prepare(`INSERT INTO saved_up_to (partition, sequence, entry_id) VALUES (?, ?, ?)
    ON CONFLICT (partition) DO UPDATE SET sequence = excluded.sequence, entry_id = excluded.entry_id WHERE sequence <= excluded.sequence`);
  const mark = db.prepare('SELECT sequence, entry_id AS entryId FROM saved_up_to WHERE partition = ?');
  const clear = ['space_units', 'saved_up_to'].map((table) => db.prepare(`DELETE FROM ${table} WHERE partition = ?`));
  return {
    load: ({ tenant, space }) => {
      const row = state.get(tenant, space) as { state: Uint8Array; crc32: number } | undefined;
      if (row && crc32(row.state) !== row.crc32)
        throw new DatabaseRefusal('damaged', 'The stored units of a space are not what was written. Restart the service.');
      return row?.state;
    },
    sequenceOf: ({ tenant, space }) => (sequence.get(tenant, space) as { sequence: number } | undefined)?.sequence,
    save: (partition, states, upTo) =>
      inTransaction(db, () => {
        for (const { tenant, space, sequence: at, packed } of states) put.run(tenant, space, partition, at, packed, crc32(packed));
        reach.run(partition, upTo.sequence, upTo.entryId);
      }),
    saved: (partition) => {
      const row = mark.get(partition) as LedgerPoint | undefined;
      return row && { ...row };
    },
    clear: (partition) =>
      inTransaction(db, () => {
        for (const table of clear) table.run(partition);
      }),
  };
}

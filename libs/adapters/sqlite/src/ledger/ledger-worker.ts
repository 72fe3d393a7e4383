import type { LedgerRange } from '@total-recall/ports';
import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../thread/migrate.ts';
import { refuseOtherStore } from '../thread/refuse-other-store.ts';
import { inTransaction, openDatabase } from '../thread/open-database.ts';
import { refuseDamage } from '../thread/check-database.ts';
import { claimFolder, refuseOtherFolder, type OwnFolder } from '../thread/own-folder.ts';
import { refuseOldState } from '../thread/refuse-old-state.ts';
import { refuseStrangeWal } from '../thread/refuse-strange-wal.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';
import { checkNewEntries, type LaterCheck } from './checked-entries.ts';
import { noteLastEntries } from './last-entry.ts';
import { chainEntries, chainHash, chainHeads, checkEntries } from './entry-chain.ts';

export interface LedgerWorkerData {
  readonly path: string;
  readonly folder?: OwnFolder;
  readonly checksLater: boolean;
  readonly notesLast: boolean;
}

export interface LedgerRow {
  readonly sequence: number;
  readonly epoch: number;
  readonly json: string;
}

export type LedgerWorkerHandlers = {
  own(partition: number): number;
  append(
    partition: number,
    epoch: number,
    afterSequence: number,
    entries: readonly { readonly id: string; readonly json: string }[],
  ): LedgerRow[];
  read(partition: number, afterSequence: number, limit: number): LedgerRow[];
  readAbout(tenant: string, space: string, range: LedgerRange, limit: number): LedgerRow[];
  find(id: string): LedgerRow | undefined;
  check(limit: number): boolean;
};

const STEPS_BEFORE_HASHES = [
  `CREATE TABLE owner (partition INTEGER PRIMARY KEY, epoch INTEGER NOT NULL) STRICT;
   CREATE TABLE entry (
     partition INTEGER NOT NULL, sequence INTEGER NOT NULL, epoch INTEGER NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL,
     PRIMARY KEY (partition, sequence), UNIQUE (partition, id)) WITHOUT ROWID, STRICT;`,
  `ALTER TABLE entry ADD COLUMN tenant TEXT GENERATED ALWAYS AS (json ->> '$.tenant') VIRTUAL;
   ALTER TABLE entry ADD COLUMN space TEXT GENERATED ALWAYS AS (json ->> '$.space') VIRTUAL;
   CREATE INDEX entry_about ON entry (tenant, space, sequence);`,
];

const stepsOf = (path: string) => [...STEPS_BEFORE_HASHES, (db: DatabaseSync): void => chainEntries(db, path)];

/** Reads what is about a space from the index, merged with what names no space. */
function aboutReader(db: DatabaseSync): LedgerWorkerHandlers['readAbout'] {
  const rows = 'SELECT sequence, epoch, json FROM entry WHERE tenant = ? AND space';
  const after = db.prepare(`${rows} = ? AND sequence > ? UNION ALL ${rows} IS NULL AND sequence > ? ORDER BY sequence LIMIT ?`);
  const before = db.prepare(`${rows} = ? AND sequence < ? UNION ALL ${rows} IS NULL AND sequence < ? ORDER BY sequence DESC LIMIT ?`);
  return (tenant, space, range, limit) => {
    const [statement, from] = 'after' in range ? [after, range.after] : [before, Math.min(range.before, Number.MAX_SAFE_INTEGER)];
    return (statement.all(tenant, space, from, tenant, from, limit) as unknown as LedgerRow[]).map((row) => ({ ...row }));
  };
}

/** Reads how often the ledger was taken over, and its last entry. */
function readProgress(db: DatabaseSync): readonly number[] {
  const { epochs } = db.prepare('SELECT coalesce(sum(epoch), 0) AS epochs FROM owner').get() as { epochs: number };
  const { last } = db.prepare('SELECT coalesce(max(sequence), 0) AS last FROM entry').get() as { last: number };
  return [epochs, last];
}

serveDatabase((data: LedgerWorkerData) => {
  refuseStrangeWal(data.path);
  refuseOldState(data.path, readProgress);
  refuseOtherFolder(data.path, data.folder);
  let later: LaterCheck | undefined;
  let noteLast: (() => void) | undefined;
  const db = openDatabase({ path: data.path, synchronous: 'FULL' }, (opened) => {
    refuseOtherStore(opened, data.path, 'ledger');
    migrate(opened, 'ledger', stepsOf(data.path));
    if (data.checksLater) later = checkNewEntries(opened, data.path);
    else checkEntries(opened, data.path);
    try {
      refuseDamage(opened, data.path);
    } catch (error) {
      // It fails on an entry that is no JSON, too, and this names it.
      checkEntries(opened, data.path);
      throw error;
    }
    claimFolder(opened, data.path, data.folder);
    if (data.notesLast) noteLast = noteLastEntries(opened, data.path);
  });
  const takeOver = db.prepare(
    'INSERT INTO owner (partition, epoch) VALUES (?, 1) ON CONFLICT (partition) DO UPDATE SET epoch = epoch + 1 RETURNING epoch',
  );
  const ownerOf = db.prepare('SELECT epoch FROM owner WHERE partition = ?');
  const last = db.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM entry WHERE partition = ?');
  const known = db.prepare('SELECT sequence, epoch, json FROM entry WHERE partition = ? AND id = ?');
  const add = db.prepare('INSERT INTO entry (partition, sequence, epoch, id, json, hash) VALUES (?, ?, ?, ?, ?, ?)');
  const heads = chainHeads(db);
  const page = db.prepare('SELECT sequence, epoch, json FROM entry WHERE partition = ? AND sequence > ? ORDER BY sequence LIMIT ?');
  const handlers: LedgerWorkerHandlers = {
    own: (partition) => inTransaction(db, () => (takeOver.get(partition) as { epoch: number }).epoch),
    append: (partition, epoch, afterSequence, entries) => {
      const rows = inTransaction(db, () => {
        let { sequence } = last.get(partition) as { sequence: number };
        const owner = ownerOf.get(partition) as { epoch: number } | undefined;
        if (owner?.epoch !== epoch) throw new DatabaseRefusal('unavailable', 'Another process owns this part of the ledger by now.');
        if (sequence !== afterSequence)
          throw new DatabaseRefusal('unavailable', `The ledger stands at entry ${sequence}, not ${afterSequence}.`);
        let { hash } = heads.of(partition);
        const appended = entries.map(({ id, json }): LedgerRow => {
          const before = known.get(partition, id) as unknown as LedgerRow | undefined;
          if (before) return { ...before };
          sequence += 1;
          hash = chainHash(hash, { partition, sequence, epoch, id, json });
          add.run(partition, sequence, epoch, id, json, hash);
          return { sequence, epoch, json };
        });
        if (sequence > afterSequence) heads.put(partition, { sequence, hash });
        return appended;
      });
      noteLast?.();
      return rows;
    },
    read: (partition, afterSequence, limit) =>
      (page.all(partition, afterSequence, limit) as unknown as LedgerRow[]).map((row) => ({ ...row })),
    readAbout: aboutReader(db),
    find: (id) => {
      const row = known.get(0, id) as unknown as LedgerRow | undefined;
      return row && { ...row };
    },
    check: (limit) => later?.check(limit) ?? true,
  };
  const close = (): void => {
    later?.close();
    db.close();
  };
  return { handlers, close };
});

import type { SessionAddress } from '@total-recall/domain';
import type { SavedUpTo, SessionSummary } from '@total-recall/ports';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase, vacuumAndTruncate } from '../thread/open-database.ts';
import { claimFolder, type OwnFolder } from '../thread/own-folder.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';

export interface SessionWorkerData {
  readonly path: string;
  readonly readOnly: boolean;
  /** Folder that the writer claims. */
  readonly folder?: OwnFolder;
}

export interface SpaceRow {
  readonly space: string;
  readonly sessions: number;
  readonly events: number;
  readonly lastAt: number;
}

/** Cursor in a list: items after this one. */
export interface After {
  readonly at: number;
  readonly name: string;
}

export type SessionWriterHandlers = {
  save(rows: readonly SessionRow[], upTo: SavedUpTo | undefined): void;
  replace(rows: readonly SessionRow[], gone: readonly SessionAddress[], upTo: SavedUpTo): void;
  wipe(): void;
};

export type SessionRow = SessionSummary & { readonly state: string; readonly sealed: boolean };

export type SessionReaderHandlers = {
  savedUpTo(partition: number): number | undefined;
  load(tenant: string, space: string, session: string): string | undefined;
  unsealed(afterId: number, limit: number): (SessionAddress & { readonly id: number })[];
  list(tenant: string, space: string, limit: number, after: After): SessionSummary[];
  spaces(tenant: string, limit: number, after: After, only: readonly string[] | undefined): SpaceRow[];
};

const STEPS = [
  `CREATE TABLE sessions (
     id INTEGER PRIMARY KEY, tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL, last_offset INTEGER NOT NULL,
     events INTEGER NOT NULL, turn INTEGER NOT NULL, cycle INTEGER NOT NULL, markers INTEGER NOT NULL,
     first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, state BLOB NOT NULL, UNIQUE (tenant, space, session)) STRICT;
   CREATE INDEX sessions_by_activity ON sessions (tenant, space, last_at DESC, session);
   CREATE TABLE session_spaces (
     tenant TEXT NOT NULL, space TEXT NOT NULL, sessions INTEGER NOT NULL, events INTEGER NOT NULL, last_at INTEGER NOT NULL,
     PRIMARY KEY (tenant, space)) WITHOUT ROWID, STRICT;
   CREATE INDEX session_spaces_by_activity ON session_spaces (tenant, last_at DESC, space);`,
  // The extent of states saved before this step is unknown, which the row of partition -1 records.
  `CREATE TABLE saved_up_to (partition INTEGER PRIMARY KEY, last_offset INTEGER NOT NULL) STRICT;
   INSERT INTO saved_up_to (partition, last_offset) SELECT -1, -1 WHERE EXISTS (SELECT 1 FROM sessions);`,
  // Checksum of the state; NULL if it was saved before this step.
  'ALTER TABLE sessions ADD COLUMN crc32 INTEGER',
  // Earlier programs did not seal states.
  'ALTER TABLE sessions ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0',
];

/** Serves the writer, and on a second connection a reader that never waits for it. */
serveDatabase((data: SessionWorkerData) => {
  const db = openDatabase({ path: data.path, synchronous: 'NORMAL', readOnly: data.readOnly }, (opened) => {
    if (data.readOnly) return;
    migrate(opened, 'session-store', STEPS);
    claimFolder(opened, data.path, data.folder);
  });
  if (data.readOnly) return { handlers: readerHandlers(db), close: () => db.close() };
  return { handlers: writerHandlers(db), close: () => db.close() };
});

function writerHandlers(db: DatabaseSync): SessionWriterHandlers {
  const known = db.prepare('SELECT last_offset AS offset, events FROM sessions WHERE tenant = ? AND space = ? AND session = ?');
  const put =
    db.prepare(`INSERT INTO sessions (tenant, space, session, last_offset, events, turn, cycle, markers, first_at, last_at, state, crc32, sealed)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, space, session) DO UPDATE SET last_offset = excluded.last_offset,
    events = excluded.events, turn = excluded.turn, cycle = excluded.cycle, markers = excluded.markers, first_at = excluded.first_at,
    last_at = excluded.last_at, state = excluded.state, crc32 = excluded.crc32, sealed = excluded.sealed`);
  const count = db.prepare(`INSERT INTO session_spaces (tenant, space, sessions, events, last_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (tenant, space) DO UPDATE SET sessions = sessions + excluded.sessions, events = events + excluded.events, last_at = max(last_at, excluded.last_at)`);
  const remove = db.prepare('DELETE FROM sessions WHERE tenant = ? AND space = ? AND session = ?');
  const emptied = db.prepare('DELETE FROM session_spaces WHERE sessions <= 0');
  const reach = db.prepare(
    'INSERT INTO saved_up_to (partition, last_offset) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_offset = excluded.last_offset',
  );
  const encoder = new TextEncoder();
  const knownOf = ({ tenant, space, session }: SessionAddress) =>
    known.get(tenant, space, session) as { offset: number; events: number } | undefined;
  const putRow = (row: SessionRow, before: { events: number } | undefined): void => {
    const { tenant, space, session, offset, events, turn, cycle, markers, firstAt, lastAt, state, sealed } = row;
    const bytes = encoder.encode(state);
    put.run(tenant, space, session, offset, events, turn, cycle, markers, firstAt, lastAt, bytes, crc32(bytes), Number(sealed));
    count.run(tenant, space, before ? 0 : 1, events - (before?.events ?? 0), lastAt);
  };
  const reached = (upTo: SavedUpTo | undefined): void => void (upTo && reach.run(upTo.partition, upTo.offset));
  return {
    save: (rows, upTo) =>
      inTransaction(db, () => {
        for (const row of rows) {
          const before = knownOf(row);
          if (!before || before.offset <= row.offset) putRow(row, before);
        }
        reached(upTo);
      }),
    replace: (rows, gone, upTo) =>
      inTransaction(db, () => {
        for (const row of rows) putRow(row, knownOf(row));
        for (const address of gone) {
          const before = knownOf(address);
          if (!before) continue;
          remove.run(address.tenant, address.space, address.session);
          count.run(address.tenant, address.space, -1, -before.events, 0);
        }
        emptied.run();
        reached(upTo);
      }),
    wipe: () => vacuumAndTruncate(db),
  };
}

function readerHandlers(db: DatabaseSync): SessionReaderHandlers {
  const load = db.prepare('SELECT state, crc32 FROM sessions WHERE tenant = ? AND space = ? AND session = ?');
  const list =
    db.prepare(`SELECT tenant, space, session, last_offset AS offset, events, turn, cycle, markers, first_at AS firstAt, last_at AS lastAt
    FROM sessions WHERE tenant = ? AND space = ? AND last_at <= ? AND (last_at < ? OR session > ?) ORDER BY last_at DESC, session LIMIT ?`);
  const spaces = db.prepare(`SELECT space, sessions, events, last_at AS lastAt FROM session_spaces
    WHERE tenant = ? AND last_at <= ? AND (last_at < ? OR space > ?) ORDER BY last_at DESC, space LIMIT ?`);
  const some = db.prepare(`SELECT space, sessions, events, last_at AS lastAt FROM session_spaces
    WHERE tenant = ? AND space IN (SELECT value FROM json_each(?)) AND last_at <= ? AND (last_at < ? OR space > ?) ORDER BY last_at DESC, space LIMIT ?`);
  const unsealed = db.prepare('SELECT id, tenant, space, session FROM sessions WHERE sealed = 0 AND id > ? ORDER BY id LIMIT ?');
  const decoder = new TextDecoder();
  const place = (after: After): SQLInputValue[] => [after.at, after.at, after.name];
  const upTo = db.prepare('SELECT last_offset AS offset FROM saved_up_to WHERE partition = ?');
  const offsetOf = (partition: number) => (upTo.get(partition) as { offset: number } | undefined)?.offset;
  return {
    savedUpTo: (partition) => offsetOf(partition) ?? (offsetOf(-1) === undefined ? -1 : undefined),
    load: (tenant, space, session) => {
      const row = load.get(tenant, space, session) as { state: Uint8Array; crc32: number | null } | undefined;
      if (row && row.crc32 !== null && row.crc32 !== crc32(row.state))
        throw new DatabaseRefusal('damaged', 'A session state is not what was written.');
      return row && decoder.decode(row.state);
    },
    unsealed: (afterId, limit) => unsealed.all(afterId, limit) as unknown as (SessionAddress & { id: number })[],
    list: (tenant, space, limit, after) => list.all(tenant, space, ...place(after), limit) as unknown as SessionSummary[],
    spaces: (tenant, limit, after, only) => {
      const rows =
        only === undefined ? spaces.all(tenant, ...place(after), limit) : some.all(tenant, JSON.stringify(only), ...place(after), limit);
      return rows as unknown as SpaceRow[];
    },
  };
}

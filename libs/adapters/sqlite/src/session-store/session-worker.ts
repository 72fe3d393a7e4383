import type { SessionSummary } from '@total-recall/ports';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase } from '../thread/open-database.ts';
import { serveDatabase } from '../thread/serve-database.ts';

export interface SessionWorkerData {
  readonly path: string;
  readonly readOnly: boolean;
}

export interface SpaceRow {
  readonly space: string;
  readonly sessions: number;
  readonly events: number;
  readonly lastAt: number;
}

/** Items after this one, in order of the list. */
export interface After {
  readonly at: number;
  readonly name: string;
}

export type SessionWriterHandlers = {
  save(rows: readonly (SessionSummary & { readonly state: string })[]): void;
};

export type SessionReaderHandlers = {
  load(tenant: string, space: string, session: string): string | undefined;
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
];

/** One file for both sides: a writer, and a reader that never waits behind it. */
serveDatabase((data: SessionWorkerData) => {
  const db = openDatabase({ path: data.path, synchronous: 'NORMAL', readOnly: data.readOnly });
  if (data.readOnly) return { handlers: readerHandlers(db), close: () => db.close() };
  migrate(db, 'session-store', STEPS);
  return { handlers: writerHandlers(db), close: () => db.close() };
});

function writerHandlers(db: DatabaseSync): SessionWriterHandlers {
  const known = db.prepare('SELECT last_offset AS offset, events FROM sessions WHERE tenant = ? AND space = ? AND session = ?');
  const put = db.prepare(`INSERT INTO sessions (tenant, space, session, last_offset, events, turn, cycle, markers, first_at, last_at, state)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tenant, space, session) DO UPDATE SET last_offset = excluded.last_offset,
    events = excluded.events, turn = excluded.turn, cycle = excluded.cycle, markers = excluded.markers, first_at = excluded.first_at,
    last_at = excluded.last_at, state = excluded.state`);
  const count = db.prepare(`INSERT INTO session_spaces (tenant, space, sessions, events, last_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (tenant, space) DO UPDATE SET sessions = sessions + excluded.sessions, events = events + excluded.events, last_at = max(last_at, excluded.last_at)`);
  const encoder = new TextEncoder();
  return {
    save: (rows) =>
      inTransaction(db, () => {
        for (const row of rows) {
          const before = known.get(row.tenant, row.space, row.session) as { offset: number; events: number } | undefined;
          if (before && before.offset > row.offset) continue;
          put.run(
            row.tenant,
            row.space,
            row.session,
            row.offset,
            row.events,
            row.turn,
            row.cycle,
            row.markers,
            row.firstAt,
            row.lastAt,
            encoder.encode(row.state),
          );
          count.run(row.tenant, row.space, before ? 0 : 1, row.events - (before?.events ?? 0), row.lastAt);
        }
      }),
  };
}

function readerHandlers(db: DatabaseSync): SessionReaderHandlers {
  const load = db.prepare('SELECT state FROM sessions WHERE tenant = ? AND space = ? AND session = ?');
  const list =
    db.prepare(`SELECT tenant, space, session, last_offset AS offset, events, turn, cycle, markers, first_at AS firstAt, last_at AS lastAt
    FROM sessions WHERE tenant = ? AND space = ? AND last_at <= ? AND (last_at < ? OR session > ?) ORDER BY last_at DESC, session LIMIT ?`);
  const spaces = db.prepare(`SELECT space, sessions, events, last_at AS lastAt FROM session_spaces
    WHERE tenant = ? AND last_at <= ? AND (last_at < ? OR space > ?) ORDER BY last_at DESC, space LIMIT ?`);
  const some = db.prepare(`SELECT space, sessions, events, last_at AS lastAt FROM session_spaces
    WHERE tenant = ? AND space IN (SELECT value FROM json_each(?)) AND last_at <= ? AND (last_at < ? OR space > ?) ORDER BY last_at DESC, space LIMIT ?`);
  const decoder = new TextDecoder();
  const place = (after: After): SQLInputValue[] => [after.at, after.at, after.name];
  return {
    load: (tenant, space, session) => {
      const row = load.get(tenant, space, session) as { state: Uint8Array } | undefined;
      return row && decoder.decode(row.state);
    },
    list: (tenant, space, limit, after) => list.all(tenant, space, ...place(after), limit) as unknown as SessionSummary[],
    spaces: (tenant, limit, after, only) => {
      const rows =
        only === undefined ? spaces.all(tenant, ...place(after), limit) : some.all(tenant, JSON.stringify(only), ...place(after), limit);
      return rows as unknown as SpaceRow[];
    },
  };
}

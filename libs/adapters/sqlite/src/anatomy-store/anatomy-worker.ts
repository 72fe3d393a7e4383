import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase, vacuumAndTruncate } from '../thread/open-database.ts';
import { claimFolder, type OwnFolder } from '../thread/own-folder.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';
import { deleteDemandBefore, DEMAND_BY_TIME_STEP, DEMAND_STEP, demandHandlers, type DemandHandlers } from './demand-tables.ts';

export interface AnatomyWorkerData {
  readonly path: string;
  readonly folder?: OwnFolder;
}

export type AnalyticsKind = 'anatomy' | 'retrieval';

export interface AnalyticsRow {
  readonly kind: AnalyticsKind;
  readonly tenant: string;
  readonly space: string;
  /** Session of the record; '' for a recall over a whole space. */
  readonly session: string;
  readonly id: string;
  readonly at: number;
  readonly json: string;
  /** True when no text of the record stands in the clear. */
  readonly sealed: boolean;
}

/** A record of a window that an earlier program wrote with its topic in the clear. */
export interface ClearRow {
  readonly number: number;
  readonly json: string;
}

export interface AnalyticsQuery {
  readonly kind: AnalyticsKind;
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
  readonly limit: number;
  readonly before?: string;
}

export type AnatomyWorkerHandlers = {
  write(rows: readonly AnalyticsRow[]): void;
  query(query: AnalyticsQuery): string[];
  deleteBefore(at: number): number;
  /** Returns records of windows that are not sealed. */
  unsealed(limit: number): ClearRow[];
  /** Replaces records, and notes in the same transaction that a wipe is due. */
  seal(rows: readonly ClearRow[]): void;
  /** Overwrites what `seal` replaced, if that is due. It stays due until the file is rewritten. */
  wipe(): void;
  erase(tenant: string, space: string, session: string | null): void;
} & DemandHandlers;

const STEPS = [
  `CREATE TABLE analytics (
     number INTEGER PRIMARY KEY, kind TEXT NOT NULL, tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL,
     id TEXT NOT NULL, at INTEGER NOT NULL, json TEXT NOT NULL, UNIQUE (tenant, space, kind, id)) STRICT;
   CREATE INDEX analytics_by_space ON analytics (tenant, space, kind, at DESC, id DESC);
   CREATE INDEX analytics_by_session ON analytics (tenant, space, kind, session, at DESC, id DESC);
   CREATE INDEX analytics_by_time ON analytics (at);`,
  DEMAND_STEP,
  DEMAND_BY_TIME_STEP,
  `ALTER TABLE analytics ADD COLUMN sealed INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX analytics_in_the_clear ON analytics (number) WHERE kind = 'anatomy' AND sealed = 0;`,
  // Programs of the step before did not note that a wipe was due, so one is due wherever they may have left it out.
  `CREATE TABLE wipe_due (one INTEGER PRIMARY KEY CHECK (one = 1)) STRICT;
   INSERT INTO wipe_due SELECT 1 WHERE EXISTS (SELECT 1 FROM analytics);`,
];

serveDatabase((data: AnatomyWorkerData) => {
  const db = openDatabase({ path: data.path, synchronous: 'NORMAL' }, (opened) => {
    migrate(opened, 'anatomy-store', STEPS);
    claimFolder(opened, data.path, data.folder);
  });
  const insert = db.prepare(
    'INSERT INTO analytics (kind, tenant, space, session, id, at, json, sealed) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare('DELETE FROM analytics WHERE at < ?');
  const unsealed = db.prepare("SELECT number, json FROM analytics WHERE kind = 'anatomy' AND sealed = 0 LIMIT ?");
  const seal = db.prepare('UPDATE analytics SET json = ?, sealed = 1 WHERE number = ?');
  const noteWipe = db.prepare('INSERT INTO wipe_due VALUES (1) ON CONFLICT DO NOTHING');
  const wipeDue = db.prepare('SELECT 1 FROM wipe_due');
  const wiped = db.prepare('DELETE FROM wipe_due');
  const removeDemand = deleteDemandBefore(db);
  const handlers: AnatomyWorkerHandlers = {
    write: (rows) =>
      inTransaction(db, () => {
        for (const row of rows) insert.run(row.kind, row.tenant, row.space, row.session, row.id, row.at, row.json, Number(row.sealed));
      }),
    query: createQuery(db),
    deleteBefore: (at) => Number(remove.run(at).changes) + removeDemand(at),
    unsealed: (limit) => unsealed.all(limit).map((row) => ({ ...(row as unknown as ClearRow) })),
    seal: (rows) =>
      inTransaction(db, () => {
        noteWipe.run();
        for (const { number, json } of rows) seal.run(json, number);
      }),
    wipe: () => {
      if (wipeDue.get() === undefined) return;
      vacuumAndTruncate(db);
      wiped.run();
    },
    erase: (tenant, space, session) => {
      inTransaction(db, () => {
        for (const table of ['analytics', 'turn', 'received', 'evidence_use'])
          db.prepare(`DELETE FROM ${table} WHERE tenant = ? AND space = ? AND (session = ? OR ? IS NULL)`).run(
            tenant,
            space,
            session,
            session,
          );
      });
      vacuumAndTruncate(db);
    },
    ...demandHandlers(db),
  };
  return { handlers, close: () => db.close() };
});

function createQuery(db: DatabaseSync): AnatomyWorkerHandlers['query'] {
  const find = db.prepare('SELECT at, session FROM analytics WHERE tenant = ? AND space = ? AND kind = ? AND id = ?');
  const inPlace = 'SELECT json FROM analytics WHERE tenant = ? AND space = ? AND kind = ?';
  const page = 'AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?';
  const ofSpace = db.prepare(`${inPlace} ${page}`);
  const ofSession = db.prepare(`${inPlace} AND session = ? ${page}`);
  return ({ kind, tenant, space, session, limit, before }) => {
    let place: { at: number; id: string } = { at: Number.MAX_SAFE_INTEGER, id: '' };
    if (before !== undefined) {
      const last = find.get(tenant, space, kind, before) as { at: number; session: string } | undefined;
      if (!last || (session !== undefined && last.session !== session))
        throw new DatabaseRefusal('invalid_cursor', 'There is no such record here to continue from.');
      place = { at: last.at, id: before };
    }
    const rows =
      session === undefined
        ? ofSpace.all(tenant, space, kind, place.at, place.id, limit)
        : ofSession.all(tenant, space, kind, session, place.at, place.id, limit);
    return (rows as { json: string }[]).map((row) => row.json);
  };
}

import type { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { damagedFile, refuseDamage } from '../thread/check-database.ts';
import { claimFolder, refuseOtherFolder, type OwnFolder } from '../thread/own-folder.ts';
import { refuseOldState } from '../thread/refuse-old-state.ts';
import { refuseStrangeWal } from '../thread/refuse-strange-wal.ts';
import { migrate } from '../thread/migrate.ts';
import { refuseOtherStore } from '../thread/refuse-other-store.ts';
import { inTransaction, openDatabase } from '../thread/open-database.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';
import { CHANGES, openControlChanges, type ControlChanges } from './control-changes.ts';

export interface ControlWorkerData {
  readonly path: string;
  readonly folder?: OwnFolder;
}

export type ControlKind = 'tenant' | 'api_key' | 'policy' | 'usage' | 'audit_head' | 'retention_pause';

interface JsonRow {
  readonly id: string;
  readonly json: string;
}

export type ControlWorkerHandlers = {
  /** Reads everything but the audit, as JSON. */
  all(): { readonly kind: ControlKind; readonly json: string }[];
  put(kind: ControlKind, id: string, json: string): void;
  /** Writes all rows or none. */
  putAll(kind: ControlKind, rows: readonly JsonRow[]): void;
  removeAll(kind: ControlKind, ids: readonly string[]): void;
  dropKeys(ids: readonly string[]): void;
  closeTenant(left: { readonly id: string; readonly json: string }, keys: readonly string[], policies: readonly string[]): void;
  /** Appends entries with the heads of their chains. */
  appendAudit(entries: readonly { readonly id: string; readonly tenant: string; readonly json: string }[], heads: readonly JsonRow[]): void;
  auditFrom(tenant: string, limit: number, after: string | undefined): string[];
  splitAudit(tenant: string, before: number): { readonly dropped: number; readonly through: string | null; readonly firsts: string[] };
  /** Drops entries and returns the chains that still have some. */
  dropAudit(tenant: string, through: string): string[];
  audit(tenant: string, limit: number, before: string | undefined): string[];
};

const STEPS = [
  `CREATE TABLE control (kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID, STRICT;
   CREATE TABLE audit (sequence INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (tenant, id)) STRICT;
   CREATE INDEX audit_by_tenant ON audit (tenant, sequence);`,
  (db: DatabaseSync): void => {
    db.exec('ALTER TABLE control ADD COLUMN crc32 INTEGER NOT NULL DEFAULT 0');
    const sum = db.prepare('UPDATE control SET crc32 = ? WHERE kind = ? AND id = ?');
    for (const row of db.prepare('SELECT kind, id, json FROM control').all() as unknown as ControlRow[])
      sum.run(sumOf(row), row.kind, row.id);
  },
  CHANGES,
];

interface ControlRow {
  readonly kind: ControlKind;
  readonly id: string;
  readonly json: string;
  readonly crc32: number;
}

function sumOf({ kind, id, json }: Omit<ControlRow, 'crc32'>): number {
  return crc32(JSON.stringify([kind, id, json]));
}

/** Refuses a file with changed rows, as it decides who may do what. */
function checkControl(db: DatabaseSync, path: string): void {
  const rows = db.prepare('SELECT kind, id, json, crc32 FROM control').all() as unknown as ControlRow[];
  const changed = rows.find((row) => row.crc32 !== sumOf(row));
  if (changed) throw damagedFile(path, `a row of the kind ${changed.kind} is not as it was written`);
}

type AuditHandlers = Pick<ControlWorkerHandlers, 'auditFrom' | 'splitAudit' | 'dropAudit'>;

/** Creates the handlers that page through the audit from its start and drop its oldest entries. */
function auditHandlers(db: DatabaseSync): AuditHandlers {
  const find = db.prepare('SELECT sequence FROM audit WHERE tenant = ? AND id = ?');
  const page = db.prepare('SELECT json FROM audit WHERE tenant = ? AND sequence > ? ORDER BY sequence LIMIT ?');
  const firstFrom = db.prepare("SELECT sequence FROM audit WHERE tenant = ? AND json_extract(json, '$.at') >= ? ORDER BY sequence LIMIT 1");
  const old = db.prepare('SELECT count(*) AS dropped, max(sequence) AS last FROM audit WHERE tenant = ? AND sequence < ?');
  const idOf = db.prepare('SELECT id FROM audit WHERE sequence = ?');
  const firsts = db.prepare(`SELECT json, min(sequence) FROM audit
    WHERE tenant = ? AND sequence >= ? AND json_extract(json, '$.link.chain') IS NOT NULL GROUP BY json_extract(json, '$.link.chain')`);
  const drop = db.prepare('DELETE FROM audit WHERE tenant = ? AND sequence <= (SELECT sequence FROM audit WHERE tenant = ? AND id = ?)');
  const chains = db.prepare("SELECT DISTINCT json_extract(json, '$.link.chain') AS chain FROM audit WHERE tenant = ?");
  return {
    auditFrom: (tenant, limit, after) => {
      const last = after === undefined ? { sequence: 0 } : (find.get(tenant, after) as { sequence: number } | undefined);
      if (!last) throw new DatabaseRefusal('invalid_cursor', 'The audit of this tenant has no such entry to continue from.');
      return (page.all(tenant, last.sequence, limit) as { json: string }[]).map(({ json }) => json);
    },
    splitAudit: (tenant, before) => {
      const first = firstFrom.get(tenant, before) as { sequence: number } | undefined;
      const from = first?.sequence ?? Number.MAX_SAFE_INTEGER;
      const { dropped, last } = old.get(tenant, from) as { dropped: number; last: number | null };
      const through = last === null ? null : (idOf.get(last) as { id: string }).id;
      return { dropped, through, firsts: (firsts.all(tenant, from) as { json: string }[]).map(({ json }) => json) };
    },
    dropAudit: (tenant, through) => {
      drop.run(tenant, tenant, through);
      return (chains.all(tenant) as { chain: string | null }[]).flatMap(({ chain }) => (chain === null ? [] : [chain]));
    },
  };
}

/** Reads how many entries the audit ever had. Every change of tenants, keys and policies makes one. */
function readAudited(db: DatabaseSync): readonly number[] {
  const last = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit'").get() as { seq: number } | undefined;
  return [last?.seq ?? 0];
}

serveDatabase((data: ControlWorkerData) => {
  refuseStrangeWal(data.path);
  refuseOldState(data.path, readAudited);
  refuseOtherFolder(data.path, data.folder);
  let changes: ControlChanges | undefined;
  const db = openDatabase({ path: data.path, synchronous: 'FULL' }, (opened) => {
    refuseOtherStore(opened, data.path, 'control-store');
    migrate(opened, 'control-store', STEPS);
    refuseDamage(opened, data.path);
    claimFolder(opened, data.path, data.folder);
    checkControl(opened, data.path);
    changes = openControlChanges(opened, data.path);
  });
  const change = (write: () => void): void => {
    inTransaction(db, () => {
      write();
      changes!.count();
    });
    changes!.note();
  };
  const put = db.prepare(`INSERT INTO control (kind, id, json, crc32) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json, crc32 = excluded.crc32`);
  const remove = db.prepare('DELETE FROM control WHERE kind = ? AND id = ?');
  const insert = db.prepare('INSERT INTO audit (tenant, id, json) VALUES (?, ?, ?) ON CONFLICT (tenant, id) DO NOTHING');
  const find = db.prepare('SELECT sequence FROM audit WHERE tenant = ? AND id = ?');
  const page = db.prepare('SELECT json FROM audit WHERE tenant = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?');
  const handlers: ControlWorkerHandlers = {
    all: () => db.prepare('SELECT kind, json FROM control').all() as unknown as { kind: ControlKind; json: string }[],
    put: (kind, id, json) => change(() => put.run(kind, id, json, sumOf({ kind, id, json }))),
    putAll: (kind, rows) =>
      inTransaction(db, () => {
        for (const { id, json } of rows) put.run(kind, id, json, sumOf({ kind, id, json }));
      }),
    removeAll: (kind, ids) =>
      inTransaction(db, () => {
        for (const id of ids) remove.run(kind, id);
      }),
    dropKeys: (ids) =>
      change(() => {
        for (const id of ids) remove.run('api_key', id);
      }),
    closeTenant: ({ id, json }, keys, policies) =>
      change(() => {
        put.run('tenant', id, json, sumOf({ kind: 'tenant', id, json }));
        for (const key of keys) remove.run('api_key', key);
        for (const at of policies) remove.run('policy', at);
      }),
    appendAudit: (entries, heads) =>
      inTransaction(db, () => {
        for (const entry of entries) insert.run(entry.tenant, entry.id, entry.json);
        for (const { id, json } of heads) put.run('audit_head', id, json, sumOf({ kind: 'audit_head', id, json }));
      }),
    ...auditHandlers(db),
    audit: (tenant, limit, before) => {
      const last =
        before === undefined ? { sequence: Number.MAX_SAFE_INTEGER } : (find.get(tenant, before) as { sequence: number } | undefined);
      if (!last) throw new DatabaseRefusal('invalid_cursor', 'The audit of this tenant has no such entry to continue from.');
      return (page.all(tenant, last.sequence, limit) as { json: string }[]).map((row) => row.json);
    },
  };
  return { handlers, close: () => db.close() };
});

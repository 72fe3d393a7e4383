import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase } from '../thread/open-database.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';

export interface ControlWorkerData {
  readonly path: string;
}

export type ControlKind = 'tenant' | 'api_key' | 'policy';

export type ControlWorkerHandlers = {
  /** Everything but the audit, as JSON. */
  all(): { readonly kind: ControlKind; readonly json: string }[];
  put(kind: ControlKind, id: string, json: string): void;
  appendAudit(entries: readonly { readonly id: string; readonly tenant: string; readonly json: string }[]): void;
  audit(tenant: string, limit: number, before: string | undefined): string[];
};

const STEPS = [
  `CREATE TABLE control (kind TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID, STRICT;
   CREATE TABLE audit (sequence INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, id TEXT NOT NULL, json TEXT NOT NULL, UNIQUE (tenant, id)) STRICT;
   CREATE INDEX audit_by_tenant ON audit (tenant, sequence);`,
];

serveDatabase((data: ControlWorkerData) => {
  const db = openDatabase({ path: data.path, synchronous: 'FULL' });
  migrate(db, 'control-store', STEPS);
  const put = db.prepare('INSERT INTO control (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json');
  const insert = db.prepare('INSERT INTO audit (tenant, id, json) VALUES (?, ?, ?) ON CONFLICT (tenant, id) DO NOTHING');
  const find = db.prepare('SELECT sequence FROM audit WHERE tenant = ? AND id = ?');
  const page = db.prepare('SELECT json FROM audit WHERE tenant = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?');
  const handlers: ControlWorkerHandlers = {
    all: () => db.prepare('SELECT kind, json FROM control').all() as unknown as { kind: ControlKind; json: string }[],
    put: (kind, id, json) => void put.run(kind, id, json),
    appendAudit: (entries) =>
      inTransaction(db, () => {
        for (const entry of entries) insert.run(entry.tenant, entry.id, entry.json);
      }),
    audit: (tenant, limit, before) => {
      const last =
        before === undefined ? { sequence: Number.MAX_SAFE_INTEGER } : (find.get(tenant, before) as { sequence: number } | undefined);
      if (!last) throw new DatabaseRefusal('invalid_cursor', 'The audit of this tenant has no such entry to continue from.');
      return (page.all(tenant, last.sequence, limit) as { json: string }[]).map((row) => row.json);
    },
  };
  return { handlers, close: () => db.close() };
});

import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { MAX_DESTROYED_LEAVES, withoutEvents } from '@total-recall/runtime/event-keys';
import { migrate } from '../thread/migrate.ts';
import { inTransaction, openDatabase, wipeFreeRoom } from '../thread/open-database.ts';
import { damagedFile, refuseDamage } from '../thread/check-database.ts';
import { claimFolder, type OwnFolder } from '../thread/own-folder.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';
import { KEY_BYTES, unwrapKey, wrapKey } from './wrap-key.ts';

export interface KeyWorkerData {
  readonly path: string;
  readonly masterKey: Uint8Array;
  readonly folder?: OwnFolder;
}

export interface OpenedKey {
  readonly keyId: string;
  readonly key: Uint8Array;
}

export type KeyWorkerHandlers = {
  sessionKey(tenant: string, space: string, session: string): OpenedKey | 'destroyed';
  spaceKey(tenant: string, space: string): OpenedKey | 'destroyed';
  open(tenant: string, space: string, keyId: string): Uint8Array | 'destroyed' | undefined;
  destroyEvents(tenant: string, space: string, session: string, names: readonly string[]): void;
  destroySession(tenant: string, space: string, session: string): void;
  destroySpace(tenant: string, space: string): void;
  rotateMaster(newMasterKey: Uint8Array): void;
};

/** A row without `wrapped` is the tombstone of a destroyed key; the row of a whole space has the session ''. */
const STEPS = [
  `CREATE TABLE data_keys (
     key_id TEXT PRIMARY KEY, tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL, wrapped BLOB, UNIQUE (tenant, space, session)) STRICT;
   CREATE TABLE master_check (one INTEGER PRIMARY KEY CHECK (one = 1), wrapped BLOB NOT NULL) STRICT;`,
];
const CHECK_NAME = 'master-check';
const KEY_COLUMNS = 'SELECT key_id AS keyId, tenant, space, session, wrapped FROM data_keys';

interface KeyRow {
  readonly keyId: string;
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly wrapped: Uint8Array | null;
}

/** All keys are wrapped and opened in this thread, one call after another, so that no rotation or destruction can be overtaken. */
serveDatabase((data: KeyWorkerData) => {
  const db = openDatabase({ path: data.path, synchronous: 'FULL' });
  try {
    migrate(db, 'key-store', STEPS);
    refuseDamage(db, data.path);
    claimFolder(db, data.path, data.folder);
    checkMaster(db, data.masterKey);
    checkKeys(db, data);
    return { handlers: keyHandlers(db, data.masterKey), close: () => db.close() };
  } catch (error) {
    db.close();
    throw error;
  }
});

function checkMaster(db: DatabaseSync, master: Uint8Array): void {
  inTransaction(db, () => {
    db.prepare('INSERT INTO master_check (one, wrapped) VALUES (1, ?) ON CONFLICT DO NOTHING').run(
      wrapKey(master, CHECK_NAME, randomBytes(KEY_BYTES)),
    );
    const { wrapped } = db.prepare('SELECT wrapped FROM master_check').get() as { wrapped: Uint8Array };
    try {
      unwrapKey(master, CHECK_NAME, wrapped);
    } catch {
      throw new DatabaseRefusal(
        'invalid_request',
        'The master key is not the one that this key store was made with. Give the right one; after a rotation that was cut short it is in the file ending in .next.',
      );
    }
  });
}

/** A key that does not open any more is found here, and not by the first read of what it sealed. */
function checkKeys(db: DatabaseSync, { path, masterKey }: KeyWorkerData): void {
  const refuse = (fault: string): never => {
    throw damagedFile(path, fault);
  };
  let space: { readonly name: string; readonly key: Uint8Array } | undefined;
  // The row of a space has the session '' and so comes before those of its sessions.
  for (const row of db.prepare(`${KEY_COLUMNS} ORDER BY tenant, space, session`).iterate() as Iterable<unknown> as Iterable<KeyRow>) {
    if (!row.wrapped) continue;
    const name = JSON.stringify([row.tenant, row.space]);
    const wrapping =
      row.session === '' ? masterKey : space?.name === name ? space.key : refuse(`the key of a space is gone (${row.keyId})`);
    try {
      const key = unwrapKey(wrapping, nameOf(row), row.wrapped);
      if (row.session === '') space = { name, key };
    } catch {
      refuse(`a key does not open (${row.keyId})`);
    }
  }
}

function nameOf(row: Omit<KeyRow, 'wrapped'>): string {
  return `${row.tenant}/${row.space}/${row.session}/${row.keyId}`;
}

function keyHandlers(db: DatabaseSync, firstMaster: Uint8Array): KeyWorkerHandlers {
  let master = firstMaster;
  const byPlace = db.prepare(`${KEY_COLUMNS} WHERE tenant = ? AND space = ? AND session = ?`);
  const byId = db.prepare(`${KEY_COLUMNS} WHERE key_id = ? AND tenant = ? AND space = ?`);
  const insert = db.prepare('INSERT INTO data_keys (key_id, tenant, space, session, wrapped) VALUES (?, ?, ?, ?, ?)');
  const bury = db.prepare('UPDATE data_keys SET wrapped = NULL WHERE tenant = ? AND space = ? AND (session = ? OR ?)');

  const find = (tenant: string, space: string, session: string): KeyRow | undefined =>
    byPlace.get(tenant, space, session) as unknown as KeyRow | undefined;
  const make = (place: { tenant: string; space: string; session: string }, wrapping: Uint8Array): OpenedKey => {
    const row = { ...place, keyId: `key_${randomBytes(12).toString('hex')}` };
    const key = randomBytes(KEY_BYTES);
    insert.run(row.keyId, row.tenant, row.space, row.session, wrapKey(wrapping, nameOf(row), key));
    return { keyId: row.keyId, key: new Uint8Array(key) };
  };
  const spaceKey = (tenant: string, space: string): OpenedKey | 'destroyed' => {
    const row = find(tenant, space, '');
    if (!row) return make({ tenant, space, session: '' }, master);
    return row.wrapped ? { keyId: row.keyId, key: unwrapKey(master, nameOf(row), row.wrapped) } : 'destroyed';
  };
  const rewrap = db.prepare('UPDATE data_keys SET wrapped = ? WHERE key_id = ?');
  const destroyEvents = (tenant: string, space: string, session: string, names: readonly string[]): void => {
    inTransaction(db, () => {
      const wrapping = find(tenant, space, '')?.wrapped ? spaceKey(tenant, space) : 'destroyed';
      const row = find(tenant, space, session);
      if (wrapping === 'destroyed' || !row?.wrapped) return;
      const key = unwrapKey(wrapping.key, nameOf(row), row.wrapped);
      rewrap.run(wrapKey(wrapping.key, nameOf(row), lessEvents(key, names)), row.keyId);
    });
    wipeFreeRoom(db);
  };
  const destroy = (tenant: string, space: string, session: string, wholeSpace: boolean): void => {
    inTransaction(db, () => {
      if (!find(tenant, space, session)) insert.run(`key_${randomBytes(12).toString('hex')}`, tenant, space, session, null);
      bury.run(tenant, space, session, wholeSpace ? 1 : 0);
    });
    wipeFreeRoom(db);
  };
  return {
    spaceKey: (tenant, space) => inTransaction(db, () => spaceKey(tenant, space)),
    sessionKey: (tenant, space, session) =>
      inTransaction(db, () => {
        requireSession(session);
        const wrapping = spaceKey(tenant, space);
        if (wrapping === 'destroyed') return 'destroyed';
        const row = find(tenant, space, session);
        if (!row) return make({ tenant, space, session }, wrapping.key);
        return row.wrapped ? { keyId: row.keyId, key: unwrapKey(wrapping.key, nameOf(row), row.wrapped) } : 'destroyed';
      }),
    open: (tenant, space, keyId) => {
      const row = byId.get(keyId, tenant, space) as unknown as KeyRow | undefined;
      if (!row) return undefined;
      if (!row.wrapped) return 'destroyed';
      if (row.session === '') return unwrapKey(master, nameOf(row), row.wrapped);
      const wrapping = spaceKey(tenant, space);
      return wrapping === 'destroyed' ? 'destroyed' : unwrapKey(wrapping.key, nameOf(row), row.wrapped);
    },
    destroyEvents: (tenant, space, session, names) => {
      requireSession(session);
      destroyEvents(tenant, space, session, names);
    },
    destroySession: (tenant, space, session) => {
      requireSession(session);
      destroy(tenant, space, session, false);
    },
    destroySpace: (tenant, space) => destroy(tenant, space, '', true),
    rotateMaster: (newMaster) => {
      inTransaction(db, () => {
        const rows = db.prepare(`${KEY_COLUMNS} WHERE session = '' AND wrapped IS NOT NULL`).all() as unknown as KeyRow[];
        for (const row of rows) rewrap.run(wrapKey(newMaster, nameOf(row), unwrapKey(master, nameOf(row), row.wrapped!)), row.keyId);
        db.prepare('UPDATE master_check SET wrapped = ?').run(wrapKey(newMaster, CHECK_NAME, randomBytes(KEY_BYTES)));
      });
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      master = newMaster;
    },
  };
}

function lessEvents(key: Uint8Array, names: readonly string[]): Uint8Array {
  try {
    return withoutEvents(key, names);
  } catch {
    throw new DatabaseRefusal('invalid_request', `A session may lose ${MAX_DESTROYED_LEAVES} events one by one; erase the session.`);
  }
}

/** The empty name is that of the space's own key. */
function requireSession(session: string): void {
  if (session === '') throw new DatabaseRefusal('invalid_name', 'A session has a name.');
}

import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { MAX_DESTROYED_LEAVES, withoutEvents } from '@total-recall/runtime/event-keys';
import { boundName, KEY_BYTES, newKeyId, unwrapKey, wrapKey } from '@total-recall/runtime/wrapped-key';
import { migrate } from '../thread/migrate.ts';
import { refuseOtherStore } from '../thread/refuse-other-store.ts';
import { inTransaction, openDatabase, vacuumAndTruncate } from '../thread/open-database.ts';
import { damagedFile, refuseDamage } from '../thread/check-database.ts';
import { claimFolder, refuseOtherFolder, type OwnFolder } from '../thread/own-folder.ts';
import { refuseStrangeWal } from '../thread/refuse-strange-wal.ts';
import { refuseOldKeys } from './refuse-old-keys.ts';
import { DatabaseRefusal, serveDatabase } from '../thread/serve-database.ts';

export interface KeyWorkerData {
  readonly path: string;
  readonly folder?: OwnFolder;
}

export interface OpenedKey {
  readonly keyId: string;
  readonly key: Uint8Array;
}

/** Key of a space, wrapped under a master key that this thread never sees. */
export interface WrappedSpaceKey {
  readonly keyId: string;
  readonly tenant: string;
  readonly space: string;
  readonly wrapped: Uint8Array;
  /**
   * Version of the master key in the format of `masterText`; null in a store of an earlier program, in which one master
   * key wraps all.
   */
  readonly master: string | null;
}

/** Bytes that only the active master key opens. */
export type MasterCheck = Pick<WrappedSpaceKey, 'wrapped' | 'master'>;

/**
 * Handlers of the key thread. Session keys are wrapped and opened here, with the space key that the caller has opened.
 */
export type KeyWorkerHandlers = {
  check(): MasterCheck | undefined;
  /**
   * Writes the check of a store that has none. In a store of an earlier program, names the version of the check and of
   * all keys.
   */
  adopt(check: MasterCheck): void;
  putInForce(check: MasterCheck): void;
  counts(master: string): { readonly keys: number; readonly behind: number };
  /** Lists keys of spaces that are not destroyed, by id, after this one. */
  spaceKeys(afterId: string, limit: number): WrappedSpaceKey[];
  spaceKeysNotUnder(master: string, limit: number): WrappedSpaceKey[];
  rewrap(key: WrappedSpaceKey, from: string): void;
  wipe(): void;
  /** Checks the session keys of a space. Errors: `damaged` when one does not open. */
  checkSessions(space: OpenedSpaceKey): void;
  /** Checks for lost space keys. Errors: `damaged` when a session has a key and its space has none. */
  checkOrphans(): void;
  spaceKey(tenant: string, space: string): WrappedSpaceKey | 'destroyed' | undefined;
  /**
   * Adds a key and returns the stored one, which may be that of another call; `stale` when its master key is no longer
   * active.
   */
  addSpaceKey(key: WrappedSpaceKey): WrappedSpaceKey | 'destroyed' | 'stale';
  /** Tells whether a session has a key, or had one that was destroyed with the session or its space. */
  hasSessionKey(tenant: string, space: string, session: string): boolean;
  /** Returns true for a session with a key that is not destroyed. */
  holdsSessionKey(tenant: string, space: string, session: string): boolean;
  /** Tells whether any session of a space has a key, or had one. */
  hasSessionKeys(tenant: string, space: string): boolean;
  sessionKey(space: OpenedSpaceKey, session: string): OpenedKey | 'destroyed';
  open(tenant: string, space: string, keyId: string, opened?: OpenedKey): Uint8Array | 'destroyed' | undefined;
  destroyEvents(space: OpenedSpaceKey, session: string, names: readonly string[]): void;
  destroySession(tenant: string, space: string, session: string): void;
  destroySpace(tenant: string, space: string): void;
  erasureMark(partition: number): string | undefined;
  markErasure(partition: number, entryId: string): void;
};

export interface OpenedSpaceKey extends OpenedKey {
  readonly tenant: string;
  readonly space: string;
}

/**
 * Schema steps. A row without `wrapped` is the tombstone of a destroyed key; the row of a whole space has the session
 * ''.
 */
const STEPS = [
  `CREATE TABLE data_keys (
     key_id TEXT PRIMARY KEY, tenant TEXT NOT NULL, space TEXT NOT NULL, session TEXT NOT NULL, wrapped BLOB, UNIQUE (tenant, space, session)) STRICT;
   CREATE TABLE master_check (one INTEGER PRIMARY KEY CHECK (one = 1), wrapped BLOB NOT NULL) STRICT;`,
  `ALTER TABLE data_keys ADD COLUMN master TEXT;
   ALTER TABLE master_check ADD COLUMN master TEXT;`,
  `CREATE TABLE erasure_mark (partition INTEGER PRIMARY KEY, entry_id TEXT NOT NULL) STRICT;`,
];
const KEY_COLUMNS = 'SELECT key_id AS keyId, tenant, space, session, wrapped FROM data_keys';
const SPACE_COLUMNS = 'SELECT key_id AS keyId, tenant, space, wrapped, master FROM data_keys';
const INSERT_KEY = 'INSERT INTO data_keys (key_id, tenant, space, session, wrapped, master) VALUES (?, ?, ?, ?, ?, ?)';
const WRAPPED_SPACES = "session = '' AND wrapped IS NOT NULL";

interface KeyRow {
  readonly keyId: string;
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly wrapped: Uint8Array | null;
}

/**
 * Serves calls one after the other, each in one transaction, so that none overtakes a destruction or another process's
 * change of the master key.
 */
serveDatabase((data: KeyWorkerData) => {
  refuseStrangeWal(data.path);
  refuseOldKeys(data.path);
  refuseOtherFolder(data.path, data.folder);
  const db = openDatabase({ path: data.path, synchronous: 'FULL' }, (opened) => {
    refuseOtherStore(opened, data.path, 'key-store');
    migrate(opened, 'key-store', STEPS);
    refuseDamage(opened, data.path);
    claimFolder(opened, data.path, data.folder);
  });
  return {
    handlers: { ...masterHandlers(db), ...checkHandlers(db, data.path), ...keyHandlers(db), ...markHandlers(db) },
    close: () => db.close(),
  };
});

type MasterHandlers = Pick<
  KeyWorkerHandlers,
  'check' | 'adopt' | 'putInForce' | 'counts' | 'spaceKeys' | 'spaceKeysNotUnder' | 'rewrap' | 'wipe'
>;

function masterHandlers(db: DatabaseSync): MasterHandlers {
  const check = db.prepare('SELECT wrapped, master FROM master_check');
  const page = db.prepare(`${SPACE_COLUMNS} WHERE ${WRAPPED_SPACES} AND key_id > ? ORDER BY key_id LIMIT ?`);
  const notUnder = db.prepare(`${SPACE_COLUMNS} WHERE ${WRAPPED_SPACES} AND master IS NOT ? LIMIT ?`);
  const counts = db.prepare(`SELECT count(*) AS keys, coalesce(sum(master IS NOT ?), 0) AS behind FROM data_keys WHERE ${WRAPPED_SPACES}`);
  const rewrap = db.prepare('UPDATE data_keys SET wrapped = ?, master = ? WHERE key_id = ? AND master = ? AND wrapped IS NOT NULL');
  const insert = db.prepare('INSERT INTO master_check (one, wrapped, master) VALUES (1, ?, ?) ON CONFLICT DO NOTHING');
  const nameCheck = db.prepare('UPDATE master_check SET master = ? WHERE master IS NULL');
  const nameKeys = db.prepare(`UPDATE data_keys SET master = ? WHERE ${WRAPPED_SPACES} AND master IS NULL`);
  const replace = db.prepare('UPDATE master_check SET wrapped = ?, master = ?');
  return {
    check: () => check.get() as unknown as MasterCheck | undefined,
    adopt: ({ wrapped, master }) =>
      inTransaction(db, () => {
        insert.run(wrapped, master);
        // If a check existed, its row names the version: all keys of the store are wrapped under the same one.
        if (nameCheck.run(master).changes > 0) nameKeys.run(master);
      }),
    putInForce: ({ wrapped, master }) => void inTransaction(db, () => replace.run(wrapped, master)),
    counts: (master) => counts.get(master) as unknown as ReturnType<MasterHandlers['counts']>,
    spaceKeys: (afterId, limit) => page.all(afterId, limit) as unknown as WrappedSpaceKey[],
    spaceKeysNotUnder: (master, limit) => notUnder.all(master, limit) as unknown as WrappedSpaceKey[],
    rewrap: ({ keyId, wrapped, master }, from) => void inTransaction(db, () => rewrap.run(wrapped, master, keyId, from)),
    wipe: () => vacuumAndTruncate(db),
  };
}

/** Errors: `internal` when the key of a session does not open under that of its space. */
function openKey(wrapping: Uint8Array, row: KeyRow): Uint8Array {
  const key = unwrapKey(wrapping, boundName(row), row.wrapped!, 'tag-first');
  if (key) return key;
  throw new DatabaseRefusal('internal', `A wrapped key cannot be opened (${row.keyId}): it was changed, or is of another store.`);
}

type CheckHandlers = Pick<KeyWorkerHandlers, 'checkSessions' | 'checkOrphans' | 'hasSessionKeys'>;

/** Creates the checks at the start, so that a key that no longer opens is found before the first read of its data. */
function checkHandlers(db: DatabaseSync, path: string): CheckHandlers {
  const sessions = db.prepare(`${KEY_COLUMNS} WHERE tenant = ? AND space = ? AND session <> '' AND wrapped IS NOT NULL`);
  const anySession = db.prepare("SELECT 1 FROM data_keys WHERE tenant = ? AND space = ? AND session > '' LIMIT 1");
  const orphan = db.prepare(`SELECT key_id AS keyId FROM data_keys AS own WHERE session <> '' AND wrapped IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM data_keys AS of WHERE of.tenant = own.tenant AND of.space = own.space AND of.session = '' AND of.wrapped IS NOT NULL) LIMIT 1`);
  return {
    checkSessions: ({ tenant, space, key }) => {
      for (const row of sessions.iterate(tenant, space) as Iterable<unknown> as Iterable<KeyRow>) {
        if (!unwrapKey(key, boundName(row), row.wrapped!, 'tag-first')) throw damagedFile(path, `a key does not open (${row.keyId})`);
      }
    },
    hasSessionKeys: (tenant, space) => anySession.get(tenant, space) !== undefined,
    checkOrphans: () => {
      const found = orphan.get() as { keyId: string } | undefined;
      if (found) throw damagedFile(path, `the key of a space is gone (${found.keyId})`);
    },
  };
}

type MarkHandlers = Pick<KeyWorkerHandlers, 'erasureMark' | 'markErasure'>;

function markHandlers(db: DatabaseSync): MarkHandlers {
  const find = db.prepare('SELECT entry_id AS entryId FROM erasure_mark WHERE partition = ?');
  const put = db.prepare(
    'INSERT INTO erasure_mark (partition, entry_id) VALUES (?, ?) ON CONFLICT (partition) DO UPDATE SET entry_id = excluded.entry_id',
  );
  return {
    erasureMark: (partition) => (find.get(partition) as { entryId: string } | undefined)?.entryId,
    markErasure: (partition, entryId) => void inTransaction(db, () => put.run(partition, entryId)),
  };
}

type KeyHandlers = Omit<KeyWorkerHandlers, keyof MasterHandlers | keyof MarkHandlers | keyof CheckHandlers>;

function keyHandlers(db: DatabaseSync): KeyHandlers {
  const rows = readKeys(db);
  const { find, spaceKey, stands } = rows;
  const byId = db.prepare(`${KEY_COLUMNS} WHERE key_id = ? AND tenant = ? AND space = ?`);
  const inForce = db.prepare('SELECT master FROM master_check');
  const insert = db.prepare(INSERT_KEY);
  return {
    spaceKey,
    addSpaceKey: ({ keyId, tenant, space, wrapped, master }) =>
      inTransaction(db, () => {
        const known = spaceKey(tenant, space);
        if (known) return known;
        if ((inForce.get() as { master: string }).master !== master) return 'stale';
        insert.run(keyId, tenant, space, '', wrapped, master);
        return spaceKey(tenant, space)!;
      }),
    hasSessionKey: (tenant, space, session) => spaceKey(tenant, space) === 'destroyed' || find(tenant, space, session) !== undefined,
    holdsSessionKey: (tenant, space, session) => (find(tenant, space, session)?.wrapped ?? undefined) !== undefined,
    sessionKey: (opened, session) =>
      inTransaction(db, () => {
        requireSession(session);
        const { tenant, space, key: wrapping } = opened;
        if (!stands(opened)) return 'destroyed';
        const row = find(tenant, space, session);
        if (row) return row.wrapped ? { keyId: row.keyId, key: openKey(wrapping, row) } : 'destroyed';
        const made = { tenant, space, session, keyId: newKeyId() };
        const key = randomBytes(KEY_BYTES);
        insert.run(made.keyId, tenant, space, session, wrapKey(wrapping, boundName(made), key, 'tag-first'), null);
        return { keyId: made.keyId, key: new Uint8Array(key) };
      }),
    open: (tenant, space, keyId, opened) => {
      const row = byId.get(keyId, tenant, space) as unknown as KeyRow | undefined;
      if (!row) return undefined;
      if (!row.wrapped || !opened) return 'destroyed';
      return row.session === '' ? opened.key : openKey(opened.key, row);
    },
    ...destroyHandlers(db, rows),
  };
}

interface KeyRows {
  find(tenant: string, space: string, session: string): KeyRow | undefined;
  spaceKey(tenant: string, space: string): WrappedSpaceKey | 'destroyed' | undefined;
  /** Returns true while the key that the caller opened is still that of its space. */
  stands(opened: OpenedSpaceKey): boolean;
}

function readKeys(db: DatabaseSync): KeyRows {
  const byPlace = db.prepare(`${KEY_COLUMNS} WHERE tenant = ? AND space = ? AND session = ?`);
  const ofSpace = db.prepare(`${SPACE_COLUMNS} WHERE tenant = ? AND space = ? AND session = ''`);
  const spaceKey: KeyRows['spaceKey'] = (tenant, space) => {
    const row = ofSpace.get(tenant, space) as unknown as WrappedSpaceKey | undefined;
    return row?.wrapped === null ? 'destroyed' : row;
  };
  return {
    find: (tenant, space, session) => byPlace.get(tenant, space, session) as unknown as KeyRow | undefined,
    spaceKey,
    stands: ({ tenant, space, keyId }) => {
      const found = spaceKey(tenant, space);
      return typeof found === 'object' && found.keyId === keyId;
    },
  };
}

type DestroyHandlers = Pick<KeyWorkerHandlers, 'destroyEvents' | 'destroySession' | 'destroySpace'>;

/** What a key was wrapped in is overwritten on disk, also in the write-ahead log. */
function destroyHandlers(db: DatabaseSync, { find, stands }: KeyRows): DestroyHandlers {
  const insert = db.prepare(INSERT_KEY);
  const burySession = db.prepare('UPDATE data_keys SET wrapped = NULL WHERE tenant = ? AND space = ? AND session = ?');
  const burySpace = db.prepare('UPDATE data_keys SET wrapped = NULL WHERE tenant = ? AND space = ?');
  const rewrap = db.prepare('UPDATE data_keys SET wrapped = ? WHERE key_id = ?');
  /** Puts a tombstone where no key was made yet, so that none is made afterwards. */
  const keepGone = (tenant: string, space: string, session: string): void => {
    if (!find(tenant, space, session)) insert.run(newKeyId(), tenant, space, session, null, null);
  };
  return {
    destroyEvents: (opened, session, names) => {
      requireSession(session);
      inTransaction(db, () => {
        const row = find(opened.tenant, opened.space, session);
        if (!stands(opened) || !row?.wrapped) return;
        const key = openKey(opened.key, row);
        rewrap.run(wrapKey(opened.key, boundName(row), lessEvents(key, names), 'tag-first'), row.keyId);
      });
      vacuumAndTruncate(db);
    },
    destroySession: (tenant, space, session) => {
      requireSession(session);
      inTransaction(db, () => {
        keepGone(tenant, space, session);
        burySession.run(tenant, space, session);
      });
      vacuumAndTruncate(db);
    },
    destroySpace: (tenant, space) => {
      inTransaction(db, () => {
        keepGone(tenant, space, '');
        burySpace.run(tenant, space);
      });
      vacuumAndTruncate(db);
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

/** Refuses the empty name, which stands for the space's own key. */
function requireSession(session: string): void {
  if (session === '') throw new DatabaseRefusal('invalid_name', 'A session has a name.');
}

import { DatabaseSync } from 'node:sqlite';
import { spaceKey } from '@total-recall/domain';
import type { MasterKeys } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { withoutLeavesLackedBy } from '@total-recall/runtime/event-keys';
import { boundName, unwrapKey, wrapKey } from '@total-recall/runtime/wrapped-key';
import type { OwnFolder } from '../thread/own-folder.ts';
import { inTransaction, openDatabase, vacuumAndTruncate } from '../thread/open-database.ts';
import { marksOf, putMarks, type ErasureMarks } from './erasure-marks.ts';
import { masterOf } from './key-names.ts';
import { createSqliteKeyStore } from './sqlite-key-store.ts';
import { haveOtherKeys, uniteKeys, type KeyInBoth, type StoredKey, type UnitedKeys } from './unite-keys.ts';

export interface MergeKeysOptions {
  /** Keys of a data folder that nobody serves. They are changed, all at once or not at all. */
  readonly path: string;
  /** A copy of other keys of that folder, which may be changed too. */
  readonly copy: string;
  readonly folder: OwnFolder;
  readonly masters: MasterKeys;
  /** Returns the ids of all keys that records of the log were sealed with. Called only where the stores hold different keys. */
  readonly usedKeys: () => Promise<ReadonlySet<string>>;
  /** Returns the marks of the erasures that both have seen. */
  readonly seenByBoth: (own: ErasureMarks, other: ErasureMarks) => ErasureMarks;
}

export interface MergedKeys {
  /** Keys that were only in the copy. */
  readonly added: number;
  /** Keys that only the copy had destroyed, whole or for single events. */
  readonly destroyed: number;
  /** True where one of the two had not seen all erasures: those are done again. */
  readonly erasesAgain: boolean;
}

const ROWS = 'SELECT key_id AS keyId, tenant, space, session, wrapped, master FROM data_keys';
const PLACES_NAMED = 5;

/**
 * Merges the keys of a copy into those of a data folder. The result has every key that one of the two has, and none that
 * one of them destroyed. Its mark is that of the last erasure that both have seen, so that the next start does the later
 * ones again on the keys that had not seen them. Both are opened first, key by key. A repeat changes nothing.
 * Errors: as `createSqliteKeyStore`; `damaged` when records were sealed with two keys of one place.
 */
export async function mergeKeys(options: MergeKeysOptions): Promise<MergedKeys> {
  const { path, copy, folder, masters, usedKeys, seenByBoth } = options;
  await (await createSqliteKeyStore({ path, masters, folder })).close();
  const other = await createSqliteKeyStore({ path: copy, masters, folder });
  // Keys that are taken over are then wrapped under a master key that stays.
  await other.rotateMaster();
  await other.close();
  const from = new DatabaseSync(copy, { readOnly: true });
  const db = openDatabase({ path, synchronous: 'FULL' });
  try {
    const [own, others] = [rowsOf(db), rowsOf(from)];
    const used = haveOtherKeys(own, others) ? await usedKeys() : new Set<string>();
    const united = uniteKeys(own, others, (keyId) => used.has(keyId));
    refuseApart(united, path);
    const joined = await joinKeys(united.join, own, masters);
    const marks = { own: marksOf(db), other: marksOf(from) };
    const seen = seenByBoth(marks.own, marks.other);
    const puts = [...united.put, ...joined];
    inTransaction(db, () => write(db, united.drop, puts, seen));
    // Replaced keys give what the new ones lack.
    vacuumAndTruncate(db);
    const had = new Set(own.map(({ keyId }) => keyId));
    return {
      added: united.put.filter(({ keyId, wrapped }) => wrapped !== null && !had.has(keyId)).length,
      destroyed: united.put.filter(({ wrapped }) => wrapped === null).length + joined.length,
      erasesAgain: [...seen].some(([partition, mark]) => [marks.own, marks.other].some((side) => side.get(partition) !== mark)),
    };
  } finally {
    db.close();
    from.close();
  }
}

const rowsOf = (db: DatabaseSync): StoredKey[] => db.prepare(ROWS).all() as unknown as StoredKey[];

function refuseApart({ apart }: UnitedKeys, path: string): void {
  if (apart.length === 0) return;
  const named = apart.slice(0, PLACES_NAMED).map(({ space, session }) => (session === '' ? space : `${session} of ${space}`));
  throw new TotalRecallError(
    'damaged',
    `Both have a key of their own for ${named.join(', ')}${apart.length > named.length ? ', ...' : ''}, and the log has records under each: ` +
      `they cannot be one. Nothing was changed; each of the two opens its own records in the place of ${path}.`,
  );
}

/** Takes out of each key the events that the other state of it lacks. Leaves out those that lack no more than before. */
async function joinKeys(join: readonly KeyInBoth[], own: readonly StoredKey[], masters: MasterKeys): Promise<StoredKey[]> {
  const spaces = new Map(own.filter(({ session }) => session === '').map((row) => [spaceKey(row), row]));
  const opened = new Map<StoredKey, Uint8Array>();
  const joined: StoredKey[] = [];
  for (const pair of join) {
    const space = spaces.get(spaceKey(pair.own))!;
    const wrapping = opened.get(space) ?? (await masters.unwrap(masterOf(space.master!), boundName(space), space.wrapped!))!;
    opened.set(space, wrapping);
    const [key, other] = [pair.own, pair.other].map((row) => unwrapKey(wrapping, boundName(row), row.wrapped!, 'tag-first')!);
    const less = withoutLeavesLackedBy(other!, key!);
    if (less !== key) joined.push({ ...pair.own, wrapped: wrapKey(wrapping, boundName(pair.own), less, 'tag-first') });
  }
  return joined;
}

function write(db: DatabaseSync, drop: readonly StoredKey[], put: readonly StoredKey[], marks: ErasureMarks): void {
  const remove = db.prepare('DELETE FROM data_keys WHERE tenant = ? AND space = ? AND session = ?');
  const insert = db.prepare('INSERT INTO data_keys (key_id, tenant, space, session, wrapped, master) VALUES (?, ?, ?, ?, ?, ?)');
  for (const { tenant, space, session } of [...drop, ...put]) remove.run(tenant, space, session);
  for (const { keyId, tenant, space, session, wrapped, master } of put) insert.run(keyId, tenant, space, session, wrapped, master);
  putMarks(db, marks);
}

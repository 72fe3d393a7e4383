import type { StatementSync } from 'node:sqlite';
import { openDatabase } from '../thread/open-database.ts';
import { serveDatabase, withTransfer } from '../thread/serve-database.ts';
import { joinBytes, OFFSETS_PER_PARTITION, type LogIdentity, type PackedRead } from './log-format.ts';
import { endOf, firmEndOf, readIdentity } from './log-tables.ts';

export interface LogReaderData {
  readonly path: string;
}

export type LogReaderHandlers = {
  identity(): LogIdentity;
  /** Offset of the last record by partition, as the file has it now. */
  ends(): number[];
  /** The same without a last record behind a gap. */
  firmEnds(): number[];
  /** Reads records up to `toOffset`, at most `limit` of them and about `maxBytes`. */
  read(range: ReadRange): PackedRead;
  lastOffset(key: string): number;
  /** Tells whether a record has a key with this prefix, which ends with a slash. */
  hasPrefix(prefix: string): boolean;
};

export interface ReadRange {
  readonly partition: number;
  readonly fromOffset: number;
  readonly toOffset: number;
  readonly limit: number;
  readonly maxBytes: number;
  /** Key prefixes of the wanted records. Bodies of other records are not read. */
  readonly keyPrefix?: string;
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly envelope: string;
  readonly sealed: Uint8Array;
}

/** Most lost records in a row that are each looked for. */
const MAX_NAMED_GAP = 100_000;

/** Serves reads on a separate connection, so that a read never waits for the fsync of a commit. */
serveDatabase((data: LogReaderData) => {
  const db = openDatabase({ path: data.path, synchronous: 'FULL', readOnly: true });
  const rows = db.prepare('SELECT id, key, envelope, sealed FROM records WHERE id >= ? AND id <= ? ORDER BY id LIMIT ?');
  // The key is the first column of a row, so for a skipped record only one page is read, however large it is.
  const ofPrefix = db.prepare(
    'SELECT id, key, envelope, sealed FROM records WHERE id >= ? AND id <= ? AND substr(key, 1, length(?)) = ? ORDER BY id LIMIT ?',
  );
  const row = db.prepare('SELECT id, key, envelope, sealed FROM records WHERE id = ?');
  const following = db.prepare('SELECT min(id) AS id FROM records WHERE id >= ? AND id <= ?');
  const head = db.prepare('SELECT last_offset AS last FROM heads WHERE key = ?');
  // `0` follows the slash, with which the prefix ends.
  const below = db.prepare("SELECT 1 FROM heads WHERE key > ?1 AND key < rtrim(?1, '/') || '0' LIMIT 1");
  const handlers: LogReaderHandlers = {
    identity: () => readIdentity(db),
    ends: () => Array.from({ length: readIdentity(db).partitions }, (_, partition) => endOf(db, partition)),
    firmEnds: () => Array.from({ length: readIdentity(db).partitions }, (_, partition) => firmEndOf(db, partition)),
    read: (range) => {
      const run = range.keyPrefix === undefined ? readRun(rows, range) : readRun(ofPrefix, range, [range.keyPrefix, range.keyPrefix]);
      return run ?? readOneByOne({ row, following }, range);
    },
    lastOffset: (key) => (head.get(key) as { last: number } | undefined)?.last ?? -1,
    hasPrefix: (prefix) => below.get(prefix) !== undefined,
  };
  return { handlers, close: () => db.close() };
});

/** Reads records in their order; undefined where one of them is not there, or is not what was written. */
function readRun(rows: StatementSync, range: ReadRange, wanted: readonly string[] = []): PackedRead | undefined {
  const { partition, fromOffset, toOffset, limit } = range;
  const base = partition * OFFSETS_PER_PARTITION;
  const pack = createPack(range);
  let expected = base + fromOffset;
  try {
    for (const row of rows.iterate(expected, base + toOffset, ...wanted, limit) as Iterable<unknown> as Iterable<Row>) {
      const isNext = range.keyPrefix === undefined ? row.id === expected : row.id >= expected;
      if (!isNext || !isTyped(row)) return undefined;
      pack.add(row);
      expected = row.id + 1;
      if (pack.isFull()) break;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
  const isWhole = range.keyPrefix !== undefined || pack.isFull() || expected > base + toOffset;
  return isWhole ? pack.packed([], toOffset + 1) : undefined;
}

interface SingleReads {
  readonly row: StatementSync;
  /** Finds the first row of a range of ids. */
  readonly following: StatementSync;
}

/**
 * Reads the records around a damaged place one by one, and collects the offsets of those that cannot be read. Offsets
 * are assigned without gaps, so one that has no row was lost.
 */
function readOneByOne({ row, following }: SingleReads, range: ReadRange): PackedRead {
  const { partition, fromOffset, toOffset, limit } = range;
  const base = partition * OFFSETS_PER_PARTITION;
  const pack = createPack(range);
  const damaged: number[] = [];
  let offset = fromOffset;
  for (; offset <= Math.min(toOffset, fromOffset + limit - 1) && !pack.isFull(); offset += 1) {
    const found = undefinedIfDamaged(() => row.get(base + offset) as unknown as Row | undefined);
    if (found?.id !== base + offset || !isTyped(found)) damaged.push(offset);
    else if (found.key.startsWith(range.keyPrefix ?? '')) pack.add(found);
  }
  if (damaged.length < offset - fromOffset) return pack.packed(damaged, offset);
  // The id of a row may be what is damaged, and be far beyond the others.
  const next = undefinedIfDamaged(() => (following.get(base + offset, base + toOffset) as { id: number | null }).id) ?? 0;
  return pack.packed(damaged, next - base - offset > MAX_NAMED_GAP ? next - base : offset);
}

function isTyped({ key, envelope, sealed }: Row): boolean {
  return typeof key === 'string' && typeof envelope === 'string' && sealed instanceof Uint8Array;
}

function undefinedIfDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isDamage(error)) throw error;
    return undefined;
  }
}

/** SQLite error codes CORRUPT and TOOBIG: the page, or the size of a row, is not what SQLite wrote. */
const DAMAGE: ReadonlySet<number> = new Set([11, 18]);

function isDamage(error: unknown): boolean {
  const { errcode = 0, code } = (error ?? {}) as { errcode?: number; code?: string };
  return DAMAGE.has(errcode & 0xff) || code === 'ERR_OUT_OF_RANGE';
}

function createPack({ partition, limit, maxBytes }: ReadRange) {
  const base = partition * OFFSETS_PER_PARTITION;
  const offsets: number[] = [],
    keys: string[] = [],
    envelopes: string[] = [],
    sizes: number[] = [],
    parts: Uint8Array[] = [];
  let bytes = 0;
  return {
    add(row: Row): void {
      offsets.push(row.id - base);
      keys.push(row.key);
      envelopes.push(row.envelope);
      sizes.push(row.sealed.length);
      parts.push(row.sealed);
      bytes += row.sealed.length + row.envelope.length;
    },
    isFull: () => bytes >= maxBytes || offsets.length >= limit,
    packed(damaged: readonly number[], end: number): PackedRead {
      const sealed = joinBytes(parts);
      const isFull = bytes >= maxBytes || offsets.length >= limit;
      const next = damaged.length === 0 && isFull ? offsets.at(-1)! + 1 : end;
      return withTransfer({ offsets, keys, envelopes, sizes, sealed, damaged, next }, [sealed.buffer]);
    },
  };
}

import type { StatementSync } from 'node:sqlite';
import { openDatabase } from '../thread/open-database.ts';
import { serveDatabase, withTransfer } from '../thread/serve-database.ts';
import { joinBytes, OFFSETS_PER_PARTITION, type LogIdentity, type PackedRead } from './log-format.ts';
import { endOf, readIdentity } from './log-tables.ts';

export interface LogReaderData {
  readonly path: string;
}

export type LogReaderHandlers = {
  identity(): LogIdentity;
  /** Offset of the last record by partition, as the file has it now. */
  ends(): number[];
  /** Reads records up to `toOffset`, at most `limit` of them and about `maxBytes`. */
  read(range: ReadRange): PackedRead;
  lastOffset(key: string): number;
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

/** Serves reads on a separate connection, so that a read never waits for the fsync of a commit. */
serveDatabase((data: LogReaderData) => {
  const db = openDatabase({ path: data.path, synchronous: 'FULL', readOnly: true });
  const rows = db.prepare('SELECT id, key, envelope, sealed FROM records WHERE id >= ? AND id <= ? ORDER BY id LIMIT ?');
  // The key is the first column of a row, so for a skipped record only one page is read, however large it is.
  const ofPrefix = db.prepare(
    'SELECT id, key, envelope, sealed FROM records WHERE id >= ? AND id <= ? AND substr(key, 1, length(?)) = ? ORDER BY id LIMIT ?',
  );
  const row = db.prepare('SELECT id, key, envelope, sealed FROM records WHERE id = ?');
  const head = db.prepare('SELECT last_offset AS last FROM heads WHERE key = ?');
  const handlers: LogReaderHandlers = {
    identity: () => readIdentity(db),
    ends: () => Array.from({ length: readIdentity(db).partitions }, (_, partition) => endOf(db, partition)),
    read: (range) => {
      try {
        return range.keyPrefix === undefined ? readRun(rows, range) : readRun(ofPrefix, range, [range.keyPrefix, range.keyPrefix]);
      } catch (error) {
        if (!isCorrupt(error)) throw error;
        return readOneByOne(row, range);
      }
    },
    lastOffset: (key) => (head.get(key) as { last: number } | undefined)?.last ?? -1,
  };
  return { handlers, close: () => db.close() };
});

function readRun(rows: StatementSync, range: ReadRange, wanted: readonly string[] = []): PackedRead {
  const { partition, fromOffset, toOffset, limit } = range;
  const base = partition * OFFSETS_PER_PARTITION;
  const pack = createPack(range);
  for (const row of rows.iterate(base + fromOffset, base + toOffset, ...wanted, limit) as Iterable<unknown> as Iterable<Row>) {
    pack.add(row);
    if (pack.isFull()) break;
  }
  return pack.packed([], toOffset + 1);
}

/** Reads the records around an unreadable page one by one, and collects the offsets of those that cannot be read. */
function readOneByOne(row: StatementSync, range: ReadRange): PackedRead {
  const { partition, fromOffset, toOffset, limit } = range;
  const base = partition * OFFSETS_PER_PARTITION;
  const pack = createPack(range);
  const damaged: number[] = [];
  let offset = fromOffset;
  for (; offset <= Math.min(toOffset, fromOffset + limit - 1) && !pack.isFull(); offset += 1) {
    try {
      const found = row.get(base + offset) as unknown as Row | undefined;
      if (found?.key.startsWith(range.keyPrefix ?? '')) pack.add(found);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      damaged.push(offset);
    }
  }
  return pack.packed(damaged, offset);
}

/** CORRUPT: the page is not what SQLite wrote. */
function isCorrupt(error: unknown): boolean {
  return (((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff) === 11;
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

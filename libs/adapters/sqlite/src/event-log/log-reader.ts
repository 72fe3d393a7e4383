import { openDatabase } from '../thread/open-database.ts';
import { serveDatabase, withTransfer } from '../thread/serve-database.ts';
import { joinBytes, OFFSETS_PER_PARTITION, type PackedRead } from './log-format.ts';

export interface LogReaderData {
  readonly path: string;
}

export type LogReaderHandlers = {
  read(partition: number, fromOffset: number, limit: number, maxBytes: number): PackedRead;
  lastOffset(key: string): number;
};

interface Row {
  readonly id: number;
  readonly key: string;
  readonly envelope: string;
  readonly sealed: Uint8Array;
}

/** A connection of its own, so that a read never waits behind the fsync of a commit. */
serveDatabase((data: LogReaderData) => {
  const db = openDatabase({ path: data.path, synchronous: 'FULL', readOnly: true, cacheBytes: 32 * 1024 * 1024 });
  const rows = db.prepare('SELECT id, key, envelope, sealed FROM records WHERE id >= ? AND id < ? ORDER BY id LIMIT ?');
  const head = db.prepare('SELECT last_offset AS last FROM heads WHERE key = ?');
  const handlers: LogReaderHandlers = {
    read: (partition, fromOffset, limit, maxBytes) => {
      const base = partition * OFFSETS_PER_PARTITION;
      const offsets: number[] = [],
        keys: string[] = [],
        envelopes: string[] = [],
        sizes: number[] = [],
        parts: Uint8Array[] = [];
      let bytes = 0;
      for (const row of rows.iterate(base + fromOffset, base + OFFSETS_PER_PARTITION, limit) as Iterable<unknown> as Iterable<Row>) {
        offsets.push(row.id - base);
        keys.push(row.key);
        envelopes.push(row.envelope);
        sizes.push(row.sealed.length);
        parts.push(row.sealed);
        bytes += row.sealed.length + row.envelope.length;
        if (bytes >= maxBytes) break;
      }
      const sealed = joinBytes(parts);
      return withTransfer({ offsets, keys, envelopes, sizes, sealed }, [sealed.buffer]);
    },
    lastOffset: (key) => (head.get(key) as { last: number } | undefined)?.last ?? -1,
  };
  return { handlers, close: () => db.close() };
});

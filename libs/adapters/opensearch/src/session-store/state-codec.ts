import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { SessionEntry, SessionState } from '@total-recall/domain';

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * Entries by column. Each field name is written once, which saves two thirds of the text, and similar values are
 * adjacent. `null` stands for an absent field.
 */
interface EntryColumns {
  readonly count: number;
  readonly tokens: Readonly<Record<keyof SessionEntry['tokens'], readonly number[]>>;
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Packs a session state into a sixth of its JSON. The entries of a full window have some hundred kilobytes, which the
 * server would parse, store and merge with every save although nobody searches them. The same state gives the same
 * text.
 * Compression is synchronous and takes half a millisecond: in the thread pool it would allocate memory of its own each
 * time, and collecting that costs more than the work.
 */
export function packState({ entries, ...rest }: SessionState): string {
  return zstdCompressSync(JSON.stringify({ ...rest, entries: toColumns(entries) }), LEVEL).toString('base64');
}

export function unpackState(packed: string): SessionState {
  const { entries, ...rest } = JSON.parse(zstdDecompressSync(Buffer.from(packed, 'base64')).toString()) as Omit<SessionState, 'entries'> & {
    readonly entries: EntryColumns;
  };
  return { ...rest, entries: toEntries(entries) };
}

function toColumns(entries: readonly SessionEntry[]): EntryColumns {
  const fields: Record<string, unknown[]> = {};
  for (const [at, { tokens: _, ...others }] of entries.entries())
    for (const [name, value] of Object.entries(others)) (fields[name] ??= Array<unknown>(entries.length).fill(null))[at] = value;
  return {
    count: entries.length,
    tokens: {
      whole: entries.map(({ tokens }) => tokens.whole),
      stripped: entries.map(({ tokens }) => tokens.stripped),
      preview: entries.map(({ tokens }) => tokens.preview),
    },
    fields: Object.fromEntries(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}

function toEntries({ count, tokens, fields }: EntryColumns): SessionEntry[] {
  const columns = Object.entries(fields);
  return Array.from({ length: count }, (_, at) => {
    const entry: Record<string, unknown> = {
      tokens: { whole: tokens.whole[at], stripped: tokens.stripped[at], preview: tokens.preview[at] },
    };
    for (const [name, values] of columns) if (values[at] !== null) entry[name] = values[at];
    return entry as unknown as SessionEntry;
  });
}

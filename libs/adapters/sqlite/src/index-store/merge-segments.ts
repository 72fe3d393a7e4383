import { ByteSink, ByteSource } from './byte-sink.ts';
import { BlockWriter, EntryCursor } from './segment-format.ts';

/** A segment as it is read for a merge, with its blocks in order. */
export interface MergePart {
  readonly documents: number;
  readonly blocks: Iterable<Uint8Array>;
}

/**
 * Joins adjacent segments, oldest first. Postings are copied as bytes; only the first posting of each part is
 * renumbered.
 */
export function mergeSegments(parts: readonly MergePart[]): { firsts: string[]; blocks: Uint8Array[] } {
  const writer = new BlockWriter();
  const postings = new ByteSink();
  let base = 0;
  const open = parts.map((part) => {
    const cursor = new EntryCursor(part.blocks);
    const opened = { cursor, base, more: cursor.advance() };
    base += part.documents;
    return opened;
  });
  for (;;) {
    let least: EntryCursor | undefined;
    for (const { cursor, more } of open) if (more && (!least || compareTerms(cursor, least) < 0)) least = cursor;
    if (!least) break;
    const term = { bytes: least.bytes, from: least.from, to: least.to };
    let count = 0;
    let last = 0;
    postings.length = 0;
    for (const part of open) {
      const { cursor } = part;
      if (!part.more || (cursor !== least && compareTerms(cursor, term) !== 0)) continue;
      const source = new ByteSource(cursor.bytes);
      source.at = cursor.postings;
      const first = source.varint();
      postings.varint(first + ((part.base - last) << 1));
      postings.copy(cursor.bytes, source.at, cursor.next);
      count += cursor.count;
      last = part.base + cursor.last;
      // Each block has its own buffer, so `term` stays valid when the cursor advances.
      part.more = cursor.advance();
    }
    writer.entry(term, count, last, postings);
  }
  writer.end();
  return { firsts: writer.firsts, blocks: writer.blocks };
}

interface TermBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

function compareTerms(left: TermBytes, right: TermBytes): number {
  const shared = Math.min(left.to - left.from, right.to - right.from);
  for (let at = 0; at < shared; at += 1) {
    const difference = left.bytes[left.from + at]! - right.bytes[right.from + at]!;
    if (difference !== 0) return difference;
  }
  return left.to - left.from - (right.to - right.from);
}

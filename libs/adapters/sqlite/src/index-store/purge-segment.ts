import { ByteSink, ByteSource } from './byte-sink.ts';
import { BlockWriter, EntryCursor } from './segment-format.ts';

/**
 * Rebuilds the blocks of a segment without the postings of some documents, and without terms that only those had. Other
 * documents keep their numbers.
 */
export function purgeBlocks(
  blocks: Iterable<Uint8Array>,
  isGone: (document: number) => boolean,
): { firsts: string[]; blocks: Uint8Array[] } {
  const writer = new BlockWriter();
  const cursor = new EntryCursor(blocks);
  const postings = new ByteSink();
  while (cursor.advance()) {
    const source = new ByteSource(cursor.bytes);
    source.at = cursor.postings;
    postings.length = 0;
    let [document, last, count] = [0, 0, 0];
    for (let at = 0; at < cursor.count; at += 1) {
      const value = source.varint();
      document += value >>> 1;
      const times = value & 1 ? source.varint() : 1;
      if (isGone(document)) continue;
      postings.varint(((document - last) << 1) | (value & 1));
      if (times > 1) postings.varint(times);
      last = document;
      count += 1;
    }
    if (count > 0) writer.entry({ bytes: cursor.bytes, from: cursor.from, to: cursor.to }, count, last, postings);
  }
  writer.end();
  return { firsts: writer.firsts, blocks: writer.blocks };
}

import { decodePostings, EntryCursor } from './segment-format.ts';

/**
 * Two sums of 32 bits for each document, over all occurrences of its terms: of their hashes from two seeds. Documents
 * with the same terms, as often, have the same sums, whatever order the terms were added in.
 */
export interface TermSums {
  readonly one: Uint32Array;
  readonly two: Uint32Array;
}

const SEEDS = { one: 0x811c9dc5, two: 0x2f0b4c47 };
const SPACE = 0x20;

/** Hashes a term: FNV-1a, mixed once more, because sums keep low bits apart. */
function hashOf(bytes: Uint8Array, from: number, to: number, seed: number): number {
  let hash = seed;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function emptySums(documents: number): TermSums {
  return { one: new Uint32Array(documents), two: new Uint32Array(documents) };
}

/** Sums the terms of documents. */
export function sumsOfTerms(documents: readonly (readonly string[])[]): TermSums {
  const sums = emptySums(documents.length);
  for (const [document, terms] of documents.entries()) {
    const bytes = Buffer.from(terms.join(' '), 'latin1');
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(SPACE, from);
      const to = end < 0 ? bytes.length : end;
      sums.one[document]! += hashOf(bytes, from, to, SEEDS.one);
      sums.two[document]! += hashOf(bytes, from, to, SEEDS.two);
      from = to + 1;
    }
  }
  return sums;
}

/** Sums the terms of each document of a segment, read from its blocks. `documents` is their number. */
export function sumsOfBlocks(blocks: Iterable<Uint8Array>, documents: number): TermSums {
  const sums = emptySums(documents);
  for (const block of blocks) {
    const cursor = new EntryCursor([block]);
    while (cursor.advance()) {
      const { bytes, from, to, next } = cursor;
      // An entry beyond the block, or with more postings than documents, is damage, and so is all behind it.
      if (next > bytes.length || cursor.count > documents) break;
      const [one, two] = [hashOf(bytes, from, to, SEEDS.one), hashOf(bytes, from, to, SEEDS.two)];
      const postings = decodePostings(bytes, cursor.postings, cursor.count);
      postings.documents.forEach((document, at) => {
        const count = postings.counts[at]!;
        sums.one[document]! += Math.imul(one, count);
        sums.two[document]! += Math.imul(two, count);
      });
    }
  }
  return sums;
}

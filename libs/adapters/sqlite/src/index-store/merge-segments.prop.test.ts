import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SegmentBuilder, type SegmentDocument } from './build-segment.ts';
import { mergeSegments } from './merge-segments.ts';
import { blockOf, findPostings, packColumns, viewColumns, type Segment } from './segment-format.ts';

const word = fc.oneof(
  fc.constantFrom('a', 'ab', 'abc', 'b', '_', '0'),
  fc.stringMatching(/^[a-z0-9_]{1,12}$/),
  fc.stringMatching(/^x{300,900}$/),
);
const documentOf = fc
  .array(word, { maxLength: 30 })
  .map((terms): SegmentDocument => ({ terms, time: terms.length * 1.5, session: 1, kind: 2, agent: 0, task: 3 }));
const partsOf = fc.array(fc.array(documentOf, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 });

function build(documents: readonly SegmentDocument[]): Segment {
  const builder = new SegmentBuilder();
  for (const document of documents) builder.add(document);
  return builder.build();
}

function countsOf(segment: Pick<Segment, 'firsts' | 'blocks'>, term: string): [number, number][] {
  const at = blockOf(segment.firsts, term);
  const found = at < 0 ? undefined : findPostings(segment.blocks[at]!, Buffer.from(term));
  return found ? [...found.documents].map((document, index) => [document, found.counts[index]!]) : [];
}

describe('segments', () => {
  it('give for every term the documents that hold it and how often', () => {
    fc.assert(
      fc.property(fc.array(documentOf, { maxLength: 40 }), word, (documents, other) => {
        const segment = build(documents);
        for (const term of new Set([...documents.flatMap(({ terms }) => terms), other])) {
          const expected = documents.flatMap(({ terms }, at) =>
            terms.includes(term) ? [[at, terms.filter((held) => held === term).length]] : [],
          );
          expect(countsOf(segment, term)).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('merged are the segment that all documents together would have made', () => {
    fc.assert(
      fc.property(partsOf, (parts) => {
        const whole = build(parts.flat());
        const segments = parts.map(build);
        const merged = mergeSegments(segments);
        expect(merged.firsts).toEqual(whole.firsts);
        expect(merged.blocks.map((block) => Buffer.from(block).toString('hex'))).toEqual(
          whole.blocks.map((block) => Buffer.from(block).toString('hex')),
        );
        const columns = viewColumns(packColumns(segments.map((segment) => segment.columns)), whole.documents);
        expect(columns).toEqual(whole.columns);
      }),
      { numRuns: 100 },
    );
  });

  it('keep counts above 255 and documents up to the last number', () => {
    const many = Array.from({ length: 70_000 }, () => 'many');
    const documents = Array.from({ length: 65_536 }, (_, at): SegmentDocument => ({
      terms: at === 65_535 ? [...many, 'last'] : at === 0 ? ['many'] : [],
      time: at,
      session: 0,
      kind: 0,
      agent: 0,
      task: 0,
    }));
    expect(countsOf(build(documents), 'many')).toEqual([
      [0, 1],
      [65_535, 70_000],
    ]);
    expect(countsOf(build(documents), 'last')).toEqual([[65_535, 1]]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SegmentBuilder } from './build-segment.ts';
import { sumsOfBlocks, sumsOfTerms, type TermSums } from './term-sums.ts';

const terms = fc.array(fc.stringMatching(/^[a-e]{1,2}$/), { maxLength: 12 });
const documents = fc.array(terms, { minLength: 1, maxLength: 40 });

function blocksOf(held: readonly (readonly string[])[]): readonly Uint8Array[] {
  const builder = new SegmentBuilder();
  for (const own of held) builder.add({ terms: [...own], time: 1, session: 1, kind: 1, agent: 0, task: 0 });
  return builder.build().blocks;
}

const pairs = ({ one, two }: TermSums): string[] => Array.from(one, (sum, at) => `${sum} ${two[at]}`);

describe('the sums of terms', () => {
  it('are those of a segment that holds the same terms, as often', () => {
    fc.assert(
      fc.property(documents, (held) => {
        expect(sumsOfBlocks(blocksOf(held), held.length)).toEqual(sumsOfTerms(held));
        expect(sumsOfTerms(held.map((own) => own.toReversed()))).toEqual(sumsOfTerms(held));
      }),
    );
  });

  it('differ for documents whose terms differ, and for no others', () => {
    fc.assert(
      fc.property(documents, documents, (left, right) => {
        const size = Math.min(left.length, right.length);
        const [held, asked] = [pairs(sumsOfBlocks(blocksOf(left), left.length)), pairs(sumsOfTerms(right))];
        for (let at = 0; at < size; at += 1) {
          const isSame = left[at]!.toSorted().join(' ') === right[at]!.toSorted().join(' ');
          expect(held[at] === asked[at]).toBe(isSame);
        }
      }),
    );
  });

  it('differ only for documents with terms of a block that is not there', () => {
    // Terms of 1,000 bytes: four to a block.
    const held = Array.from({ length: 20 }, (_, at) => [String.fromCharCode(97 + at).repeat(1_000)]);
    const blocks = blocksOf(held);
    expect(blocks.length).toBeGreaterThan(3);
    const [all, some] = [pairs(sumsOfTerms(held)), pairs(sumsOfBlocks(blocks.slice(1), held.length))];
    const others = all.filter((pair, at) => pair !== some[at]);
    expect(others.length).toBeGreaterThan(0);
    expect(others.length).toBeLessThan(6);
  });

  it('are made of damaged blocks in bounded time', () => {
    const blocks = blocksOf(Array.from({ length: 40 }, (_, at) => [`a${at}`, 'b', 'c']));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.nat(200), (damage, from) => {
        const damaged = blocks.map((block) => {
          const bytes = Uint8Array.from(block);
          bytes.set(damage.subarray(0, Math.max(0, bytes.length - from)), Math.min(from, bytes.length));
          return bytes;
        });
        expect(sumsOfBlocks(damaged, 40).one).toHaveLength(40);
      }),
    );
  });
});

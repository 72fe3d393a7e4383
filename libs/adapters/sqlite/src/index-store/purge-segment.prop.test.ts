import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SegmentBuilder } from './build-segment.ts';
import { purgeBlocks } from './purge-segment.ts';
import { blockOf, findPostings } from './segment-format.ts';

const terms = fc.array(fc.stringMatching(/^[a-e]{1,2}$/), { maxLength: 12 });

it('leaves every other document as it was, and no term that only those had which went', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(terms, fc.boolean()), { minLength: 1, maxLength: 40 }), (documents) => {
      const builder = new SegmentBuilder();
      for (const [own] of documents) builder.add({ terms: own, time: 1, session: 1, kind: 1, agent: 0, task: 0 });
      const { blocks, firsts } = purgeBlocks(builder.build().blocks, (document) => documents[document]![1]);
      const kept = documents.flatMap(([own, isGone], at) => (isGone ? [] : own.map((term) => ({ term, at }))));
      const bytes = Buffer.concat(blocks).toString('latin1');
      for (const term of new Set(documents.flatMap(([own]) => own))) {
        const holding = [...new Set(kept.filter((one) => one.term === term).map(({ at }) => at))];
        const block = blocks[blockOf(firsts, term)];
        const found = block && findPostings(block, Buffer.from(term, 'latin1'));
        expect([...(found?.documents ?? [])]).toEqual(holding);
        expect([...(found?.counts ?? [])]).toEqual(holding.map((at) => kept.filter((one) => one.term === term && one.at === at).length));
        if (kept.length === 0) expect(bytes).toBe('');
      }
    }),
    { numRuns: 300 },
  );
});

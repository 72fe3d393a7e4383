import { expect, it } from 'vitest';
import type { MemoryIndex } from '../src/memory-index.ts';
import { writeOf, writesOf } from './memory-index-fixtures.ts';

const HOME = { tenant: 'acme', space: 'home' };

/** Claims about `compareTerms`. */
export function comparisonClaims(index: () => MemoryIndex): void {
  it('compares the terms of documents with what is stored, in the order asked', async () => {
    await index().write(0, writesOf(['a b', 'c', 'a a a', 'd']));
    await index().refresh(0);
    const compare = async (terms: readonly (readonly [string, string, number?])[], space = HOME.space) =>
      index().compareTerms({
        ...HOME,
        space,
        documents: terms.map(([eventId, text, part = 0]) => ({ eventId, part, terms: text === '' ? [] : text.split(' ') })),
      });
    expect(
      await compare([
        ['s1-e2', 'a a a'],
        ['nope', 'a'],
        ['s1-e0', 'a b'],
        ['s1-e3', 'd'],
        ['s1-e1', 'c', 1],
      ]),
    ).toEqual(['same', 'missing', 'same', 'same', 'missing']);
    const others = ['a a', 'a a a a', 'a a b', 'a', '', 'a a a b', 'b b b'].map((text) => ['s1-e2', text] as const);
    expect(await compare(others)).toEqual(others.map(() => 'differs'));
    expect(await compare([['s1-e2', 'a a a']], 'other')).toEqual(['missing']);
    await index().write(0, [writeOf({ id: 's1-e2', text: 'b c', offset: 50 })]);
    await index().refresh(0);
    expect(await compare([['s1-e2', 'b c']])).toEqual(['same']);
    expect(await compare([['s1-e2', 'a a a']])).toEqual(['differs']);
  });
}

import { describe, expect, it } from 'vitest';
import { fitsDraft } from './prefetch.ts';

const terms = (text: string): string[] => text.split(' ');

describe('what was found for a draft', () => {
  it.each([
    ['the same words', 'spare fuse harbour crane', 'crane harbour fuse spare', true],
    ['a word more', 'spare fuse harbour', 'spare fuse harbour crane', true],
    ['a last word that was half typed', 'spare fuse harbour cra', 'spare fuse harbour crane', true],
    ['a number that was half typed', 'spare fuse harbour crane depot 4815', 'spare fuse harbour crane depot 48151', false],
    ['a word less', 'spare fuse harbour crane', 'spare fuse harbour', true],
    ['half of the words', 'spare fuse', 'spare fuse harbour crane', false],
    ['a draft that went elsewhere', 'spare fuse harbour crane', 'spare fuse harbour boat rope anchor', false],
    ['a number that came last', 'spare fuse harbour crane depot drawer', 'spare fuse harbour crane depot drawer 48151', false],
    ['a path that came last', 'error harbour crane depot', 'error harbour crane depot src_2e_ts', false],
    ['a number that went', 'spare fuse harbour crane 48151', 'spare fuse harbour crane', true],
    ['nothing in common', 'boat', 'fuse', false],
  ])('is for %s: %j and %j: %s', (_name, draft, message, fits) => {
    expect(fitsDraft(terms(draft), terms(message))).toBe(fits);
  });

  it('is for no message without words', () => {
    expect(fitsDraft([], [])).toBe(false);
  });
});

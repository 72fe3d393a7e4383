import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ELEMENT, replaceElements } from './markup-elements.ts';

const blot = (whole: string): string => '#'.repeat(whole.length);
const OF_A = ['<a>', '</a>', '<A class="x">', '</A>', '<a\n>', '<a >', '</a >', '<aſ>', '</aſ>', `<a ${'x'.repeat(201)}>`];
const OTHERS = ['<b-c>', '</b-c>', '<b', '</b', '>', '<', '</', '<k>', '</\u212a>', '<2>', `<${'n'.repeat(42)}>`, `</${'n'.repeat(41)}>`];
const piece = fc.constantFrom(...OF_A, ...OTHERS, 'We live in Oslo. ', '\n', ' ');

it('replaces what the pattern matches, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ maxLength: 6 })), { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      expect(replaceElements(text, blot)).toBe(text.replace(ELEMENT, blot));
    }),
    { numRuns: 2_000 },
  );
});

it('reads a text of tags that nothing closes once', { timeout: 5_000 }, () => {
  const many = (tag: (at: number) => string): string => `${Array.from({ length: 100_000 }, (_, at) => tag(at)).join('')}</z>`;
  for (const text of [many(() => '<a>'), many((at) => `<a${at.toString(36)}>`)]) expect(replaceElements(text, blot)).toBe(text);
});

import { expect, test } from 'vitest';
import { patternsByWords } from './patterns-by-words.ts';

const PATTERNS = [/my name is/giu, /^\s*\d+/giu, /(?:port|host) is(?: now)? \d/giu, /^note:[^\n]*\n/gimu, /port/giu];
const choose = patternsByWords(() => PATTERNS);

test('chooses the patterns whose words all stand in a text, in their order, with those that require none', () => {
  expect(choose('The PORT is 4200')).toEqual([1, 2, 4]);
  expect(choose('A portrait')).toEqual([1, 4]);
  expect(choose('Note: port\nMy name is Ana')).toEqual([0, 1, 2, 3, 4]);
  expect(choose('note: none')).toEqual([1]);
  expect(choose('')).toEqual([1]);
});

test('reads no pattern before the first text', () => {
  let reads = 0;
  const late = patternsByWords(() => {
    reads += 1;
    return PATTERNS;
  });
  expect(reads).toBe(0);
  late('one');
  late('two');
  expect(reads).toBe(1);
});

import { expect, it } from 'vitest';
import { plainLine } from './plain-line.ts';

it.each([
  ['tags', 'a\u{e0001}\u{e0041}\u{e007f}b'],
  ['characters without width', 'a\u200b\u2060\ufeff\u00adb'],
  ['marks of direction', 'a\u202e\u2066\u200f\u061cb'],
  ['joiners between letters that never join', '\u200da\u200d\u200cb'],
  ['selectors that select nothing', '\ufe0fa\ufe00\u{e0100}\u{e01ef}b'],
])('a title shows nothing of %s', (_what, text) => {
  expect(plainLine(text)).toBe('ab');
});

it('a run of joiners or selectors behind an emoji hides nothing but its first', () => {
  expect(plainLine('\u2764\ufe0f\ufe0e\u{e0101}\u200d\u200d\u200cx')).toBe('\u2764\ufe0fx');
});

it.each([
  ['a family', '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['a tone of skin', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Hindi', '\u0915\u094d\u200d\u0937'],
  ['a variant of Japanese', '\u845b\u{e0100}'],
])('a title keeps %s whole', (_what, text) => {
  expect(plainLine(text)).toBe(text);
});

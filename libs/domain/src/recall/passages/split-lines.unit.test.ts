import { expect, it } from 'vitest';
import { LINE_CHARS, splitLines } from './split-lines.ts';

it.each([',', ';', ']', '}', '>'])('a long line without spaces is cut after %j', (comma) => {
  const first = `${'a'.repeat(200)}${comma}`;
  expect(splitLines(`${first}${'b'.repeat(100)}`).map(({ text }) => text)).toEqual([first, 'b'.repeat(100)]);
});

it.each(['-', '.', ':', '('])('and not after %j', (sign) => {
  const [first] = splitLines(`${'a'.repeat(200)}${sign}${'b'.repeat(100)}`);
  expect(first!.text).toHaveLength(LINE_CHARS);
});

import { expect, it } from 'vitest';
import { unknownTypesIn } from './unknown-types.ts';

it('names types of all files in one line, the most frequent first', () => {
  expect(unknownTypesIn([{ progress: 2, 'block:mood': 1 }, {}, { progress: 1_200, 'torn\nline': 3 }])).toBe(
    'Unknown types: progress 1,202, torn line 3, block:mood 1',
  );
  expect(unknownTypesIn([{}])).toBeUndefined();
});

it('names no more of them than a line has room for', () => {
  const types = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`t${at}`, 20 - at]));
  expect(unknownTypesIn([types])).toMatch(/^Unknown types: t0 20, .*, t11 9 and 3 more types$/);
});

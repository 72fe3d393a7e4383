import { expect, it } from 'vitest';
import { findTellingStrings } from './telling-strings.ts';

it.each([
  ['an id of four digits and more', 'See BUG-1 and ticket48151 for it.', ['ticket48151']],
  ['an id of three digits', 'See ticket481 for it.', []],
])('a telling string: %s', (_what, text, found) => {
  const ids = findTellingStrings(text, 9).filter((exact) => exact.startsWith('ticket'));
  expect(ids).toEqual(found);
});

import { describe, expect, it } from 'vitest';
import { readNamedTime } from './read-named-time.ts';

/** A Monday. */
const NOW = Date.UTC(2026, 10, 23, 18, 30);
const endOf = (words: string) => new Date(readNamedTime(words, NOW)!.to - 1).toISOString();

describe('a time that a person names', () => {
  it.each([
    ['2026-11-17T09:30:00+01:00', '2026-11-17T08:30:00.000Z'],
    ['2026-11-17T09:30Z', '2026-11-17T09:30:00.000Z'],
    ['2026-11-17', '2026-11-17T23:59:59.999Z'],
    ['last Tuesday', '2026-11-17T23:59:59.999Z'],
    ['yesterday', '2026-11-22T23:59:59.999Z'],
    ['3 May', '2026-05-03T23:59:59.999Z'],
    ['24 December', '2025-12-24T23:59:59.999Z'],
    ['in October', '2026-10-31T23:59:59.999Z'],
    ['October 2025', '2025-10-31T23:59:59.999Z'],
    ['before 3 May 2026', '2026-05-02T23:59:59.999Z'],
    ['2025', '2025-12-31T23:59:59.999Z'],
  ])('%s', (words, expected) => {
    expect(endOf(words)).toBe(expected);
  });

  it.each(['soon', '', 'from Monday or 3 May 2026 and 5 June 2026', 'after 3 May 2026'])(
    'is none where the words name none or several: "%s"',
    (words) => {
      expect(readNamedTime(words, NOW)).toBeUndefined();
    },
  );
});

it('a day begins when it begins, and ends where the next does', () => {
  const day = Date.UTC(2026, 10, 17);
  expect(readNamedTime('last Tuesday', NOW)).toEqual({ from: day, to: day + 86_400_000 });
  expect(readNamedTime('2026-11-17T00:00Z', NOW)).toEqual({ from: day, to: day + 1 });
});

import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, expect, it } from 'vitest';
import { boundedLines, counted, inOrder, mostTokens, oneLine } from './bounded-lines.ts';

const counter = createTokenCounter();
afterAll(() => counter.close());

it('lines that do not fit are counted', () => {
  expect(boundedLines(['one', 'two', 'three'], 'ask for more', 14)).toBe('one\ntwo\nthree');
  expect(boundedLines(['one', 'two', 'three'], 'ask for more', 13)).toBe('one\ntwo\n[1 more line does not fit; ask for more]');
  expect(boundedLines(['one', 'two', 'three'], 'ask for more', 4)).toBe('one\n[2 more lines do not fit; ask for more]');
});

it('one thing is told in the singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'event'))).toEqual(['0 events', '1 event', '2 events']);
});

it('a text becomes one line of bounded length, of what can be seen', () => {
  expect(oneLine('a\u0085- b\u2028c\u202ed\u200be')).toBe('a - b cde');
  expect(oneLine(' a\n\tb ')).toBe('a b');
  expect(oneLine('ad\u200dmin \u{e0041}\ufe0f\u{1f469}\u200d\u{1f467} \u2764\ufe0f')).toBe('admin \u{1f469}\u200d\u{1f467} \u2764\ufe0f');
  expect(oneLine('x'.repeat(500), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(oneLine(`${'x'.repeat(8)}😀😀`, 10)).toBe(`${'x'.repeat(8)}…`);
});

it('markers stand in the order in which the session went', () => {
  const markers = [
    { fromTurn: 22, toTurn: 41 },
    { fromTurn: 3, toTurn: 21 },
    { fromTurn: 3, toTurn: 9 },
  ];
  expect(inOrder(markers).map(({ toTurn }) => toTurn)).toEqual([9, 21, 41]);
});

it.each([
  'T1-T9: 38 edits, auth/session.ts, decided cookies over tokens, 5 errors (TS2322)',
  '[m12 of 88f04c6a-d128-40bf-96b3-6b2aa787f62c: turns 1 to 9, 40 events]',
  'art_8f3ac91b77d2e0a4 01M8N1HVQZ.a39b891c817dc230 MzQ1Njc4OTA',
  'const [a, b] = {...c}; // ---- ==== #### $$ %% && ((()))',
  '\u65e5\u672c\u8a9e\u306e\u30bb\u30c3\u30b7\u30e7\u30f3\u3092\u8cfc\u8aad\u3057\u3001\u8acb\u6c42\u66f8\u3092\u76f4\u3059\u3002',
  '\u0420\u0435\u0448\u0438\u043b\u0438 \u043e\u0442\u043a\u0440\u044b\u0442\u044c \u043f\u043e\u0440\u0442 \u0434\u043b\u044f Redis',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u{1f389} \u{1f98a} done',
])('a line takes no more tokens than it is thought to take at most: %s', async (line) => {
  for (const family of ['o200k', 'cl100k', 'claude']) {
    const [tokens] = await counter.count(family, [line]);
    expect(tokens, family).toBeLessThanOrEqual(mostTokens(line));
  }
});

it('long words are measured in linear time', () => {
  // Measured in square time this takes far longer than a test may.
  expect(mostTokens('x'.repeat(2_400_000))).toBe(1_200_000);
  expect(mostTokens(`${'x'.repeat(1_199_999)}1`)).toBe(1_200_000);
});

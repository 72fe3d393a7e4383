import { expect, it } from 'vitest';
import { boundedLines, counted, inOrder, oneLine } from './bounded-lines.ts';

it('lines that do not fit are counted', () => {
  expect(boundedLines(['one', 'two', 'three'], 14)).toBe('one\ntwo\nthree');
  expect(boundedLines(['one', 'two', 'three'], 13)).toBe('one\ntwo\n[1 more line does not fit; narrow the request]');
  expect(boundedLines(['one', 'two', 'three'], 4)).toBe('one\n[2 more lines do not fit; narrow the request]');
});

it('one thing is told in the singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'event'))).toEqual(['0 events', '1 event', '2 events']);
});

it('a text becomes one line of bounded length, of what can be seen', () => {
  expect(oneLine('a\u0085- b\u2028c\u202ed\u200be')).toBe('a - b cde');
  expect(oneLine(' a\n\tb ')).toBe('a b');
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

import { expect, it } from 'vitest';
import { skippedLines } from './skipped-lines.ts';

const lines = (file: string, from: number, to: number, reason: string) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ file, line: from + at, reason }));

it('lists neighbours with one reason together, and no others', () => {
  const skipped = [
    ...lines('a.jsonl', 1, 2, 'comment'),
    ...lines('a.jsonl', 3, 3, 'not JSON'),
    ...lines('a.jsonl', 5, 6, 'not JSON'),
    ...lines('b.jsonl', 7, 7, 'not JSON'),
  ];
  expect(skippedLines(skipped, 6)).toEqual([
    '  a.jsonl:1-2 comment (2 lines)',
    '  a.jsonl:3 not JSON',
    '  a.jsonl:5-6 not JSON (2 lines)',
    '  b.jsonl:7 not JSON',
  ]);
});

it('counts what it does not list, what the report left out too', () => {
  const skipped = Array.from({ length: 30 }, (_, at) => ({ file: 'a.jsonl', line: 2 * at + 1, reason: 'not JSON' }));
  expect(skippedLines(skipped, 2_000)).toHaveLength(21);
  expect(skippedLines(skipped, 2_000).at(-1)).toBe('  and 1,980 more lines');
  expect(skippedLines(lines('a.jsonl', 1, 900, 'comment'), 901).at(-1)).toBe('  and 1 more line');
});

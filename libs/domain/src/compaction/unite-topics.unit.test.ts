import { describe, expect, it } from 'vitest';
import { uniteTopics, whatIsCounted } from './unite-topics.ts';

describe('the topics of markers that become one', () => {
  it('are the best of each in turn, each once', () => {
    expect(
      uniteTopics([
        ['a', 'b', 'c'],
        ['x', 'a', 'z'],
      ]),
    ).toEqual(['a', 'x', 'b', 'c', 'z']);
  });

  it('add up what was counted, and keep two requests and one decision in front of other terms', () => {
    expect(
      uniteTopics([
        ['"mend the crane"', '3 edits', '2 errors (TS2322)', 'decided rope over chain', 'crane.ts'],
        ['"oil the winch"', '"paint the hull"', '4 edits', '9 files read', '1 error (ENOENT)', 'winch.ts'],
      ]),
    ).toEqual([
      '"mend the crane"',
      '"oil the winch"',
      '9 files read',
      '7 edits',
      '3 errors (TS2322 ENOENT)',
      'decided rope over chain',
      'crane.ts',
      'winch.ts',
      '"paint the hull"',
    ]);
  });

  it('takes a day for a term, and knows what a count is of', () => {
    expect(uniteTopics([['2031-05-03'], ['2 edits']])).toEqual(['2 edits', '2031-05-03']);
    expect(['7 edits', '1 error', '3 errors (ENOENT)', 'crane.ts'].map(whatIsCounted)).toEqual(['edits', 'errors', 'ENOENT', undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import { namedRefs } from './named-refs.ts';

describe('namedRefs', () => {
  it.each([
    ['e5', 1, true],
    ['a/e5', 1, true],
    ['e5:0-20', 1, true],
    ['T2-T4', 1, true],
    ['T4', 1, true],
    ['e3, e8', 2, true],
    ['01M832X6ZVTWEBYA30E5BCJSCZ', 1, true],
    ['What is e5?', 1, false],
    ['What does e5 say?', 1, false],
    ['Show me event a/e5, please', 1, false],
    ['Which port does T2-T4 name?', 1, false],
    ['Why was the boiler in e5 replaced?', 1, false],
    ['What is T4?', 0, false],
    ['Which release do we pin?', 0, false],
  ])('reads the names of events: %s', (query, count, isAll) => {
    const named = namedRefs(query);
    expect(named.refs).toHaveLength(count);
    expect(named.isAll).toBe(isAll);
  });
});

import { describe, expect, it } from 'vitest';
import { makeEntry, makeState } from '../../../testing/index.ts';
import { entryTokens, historyTokens, ORPHAN_TOKENS, SYNTHETIC_RESULT_TOKENS } from '../tokens/entry-tokens.ts';
import { tailStart } from './tail.ts';

const turns = (...sizes: number[]) => makeState(sizes.map((size, at) => makeEntry(at + 1, 'agent_message', size, { turn: at + 1 })));

describe('the tail', () => {
  it.each([
    ['at most its turns', turns(1, 1, 1, 1, 1, 1), 4, 100, 3],
    ['at most its tokens', turns(10, 10, 10, 10), 4, 25, 3],
    ['exactly its tokens', turns(10, 10, 10, 10), 4, 30, 2],
    ['the last turn, however large', turns(10, 10, 500), 4, 100, 3],
    ['one turn', turns(1, 1, 1), 1, 100, 3],
    ['a session shorter than itself', turns(1, 1), 4, 100, 1],
    ['an empty session', makeState([]), 4, 100, 1],
  ])('holds %s', (_name, state, tailTurns, tailTokens, start) => {
    expect(tailStart(state, tailTurns, tailTokens)).toBe(start);
  });

  it('counts every entry of a turn, and what a call or a late result brings along', () => {
    const state = makeState([
      makeEntry(1, 'tool_call', 10, { turn: 1, call: 'open' }),
      makeEntry(2, 'agent_message', 10, { turn: 2 }),
      makeEntry(3, 'agent_message', 10, { turn: 2 }),
    ]);
    expect(tailStart(state, 4, 20 + 10 + SYNTHETIC_RESULT_TOKENS)).toBe(1);
    expect(tailStart(state, 4, 20 + 10 + SYNTHETIC_RESULT_TOKENS - 1)).toBe(2);
  });

  it('counts entries in their form', () => {
    const tokens = { whole: 100, stripped: 30, preview: 7 };
    const entry = makeEntry(1, 'tool_result', 0, { tokens });
    expect([
      entryTokens(entry),
      entryTokens({ ...entry, form: 'stripped' }),
      entryTokens({ ...entry, form: 'preview', orphan: true }),
    ]).toEqual([100, 30, 7 + ORPHAN_TOKENS]);
    expect(entryTokens({ ...entry, kind: 'tool_call', call: 'closed' })).toBe(100 + SYNTHETIC_RESULT_TOKENS);
    expect(entryTokens({ ...entry, kind: 'tool_call', call: 'answered' })).toBe(100);
    expect(historyTokens({ entries: [entry, entry], markers: [] })).toBe(200);
  });
});

import { describe, expect, it } from 'vitest';
import { makeEntry, makeState } from '../../../testing/make-session.ts';
import { guardedParts, isGuarded } from './guarded.ts';

describe('what is guarded', () => {
  it('is what is pinned, and a live constraint until another replaces it', () => {
    expect(isGuarded(makeEntry(1, 'constraint', 10))).toBe(true);
    expect(isGuarded(makeEntry(1, 'constraint', 10, { superseded: true }))).toBe(false);
    expect(isGuarded(makeEntry(1, 'constraint', 10, { state: 'erased' }))).toBe(false);
    expect(isGuarded(makeEntry(1, 'tool_result', 10))).toBe(false);
    expect(isGuarded(makeEntry(1, 'tool_result', 10, { pinned: true }))).toBe(true);
    expect(isGuarded(makeEntry(1, 'constraint', 10, { superseded: true, pinned: true }))).toBe(true);
  });

  it('is listed in full size, largest first, with what stands beside it', () => {
    const entries = [
      makeEntry(1, 'constraint', 10),
      makeEntry(2, 'tool_call', 90, { pinned: true, form: 'preview', call: 'open', tokens: { whole: 90, stripped: 90, preview: 5 } }),
      makeEntry(3, 'agent_message', 500),
    ];
    expect(guardedParts(makeState(entries)).map(({ id, tokens }) => [id, tokens])).toEqual([
      ['E2', 106],
      ['E1', 10],
    ]);
  });
});

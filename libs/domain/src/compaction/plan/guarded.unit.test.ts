import { describe, expect, it } from 'vitest';
import { makeEntry, makeState, policyOf } from '../../../testing/make-session.ts';
import { guardedBudget, guardedParts, isGuarded } from './guarded.ts';

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

describe('the budget of what is guarded', () => {
  it('leaves room for system, user, task, pushed evidence and a fourteenth of the usable window', () => {
    const policy = policyOf({
      windowTokens: 16_000,
      headroomTokens: 2_000,
      systemTokens: 1_000,
      userTokens: 500,
      taskTokens: 400,
      pushTokens: 300,
    });
    expect(guardedBudget(policy)).toBe(14_000 - 1_000 - 500 - 400 - 300 - 1_000);
  });
});

import { describe, expect, it } from 'vitest';
import { policyOf } from '../../../testing/make-session.ts';
import { guardedBudget } from './guarded-budget.ts';

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

  it('leaves a small window room for its markers, four live requests with their notes, and the last turn', () => {
    const { budgets } = policyOf({ windowTokens: 8_000 });
    expect(guardedBudget(policyOf({ windowTokens: 8_000 }))).toBe(
      6_800 - budgets.sys - budgets.user - budgets.task - 8 * 60 - 4 * (64 + 24) - 2 * 48,
    );
  });

  it('is half of what the caller leaves of a window that is too small for all of that', () => {
    const { budgets } = policyOf({ windowTokens: 2_000 });
    expect(guardedBudget(policyOf({ windowTokens: 2_000 }))).toBe((1_700 - budgets.sys - budgets.user - budgets.task) / 2);
  });
});

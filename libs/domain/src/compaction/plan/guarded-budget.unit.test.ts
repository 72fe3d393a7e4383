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
});

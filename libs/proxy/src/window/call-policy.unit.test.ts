import { expect, it } from 'vitest';
import { callPolicy } from './call-policy.ts';

it.each([
  // Beside 8,000 tokens of an answer the window is below 128,000, and its headroom is the same.
  ['gpt-4o', 8_000, 3],
  ['gpt-4o', 60_000, 1],
  ['claude-sonnet-4-5', 32_000, 3],
])('a turn of %s beside an answer of %i tokens may make %i recalls', (model, outputTokens, pullCalls) => {
  const { budgets } = callPolicy({ model, outputTokens });
  expect(budgets.pullCalls).toBe(pullCalls);
  expect(budgets.pull * pullCalls + budgets.output).toBeLessThanOrEqual(budgets.headroom);
});

it('a window that the caller set has the recalls of its size', () => {
  expect(callPolicy({ model: 'gpt-4o', windowTokens: 32_000, outputTokens: 1_000 }).budgets.pullCalls).toBe(1);
});

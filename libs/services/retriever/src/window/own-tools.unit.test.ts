import { OWN_SYSTEM_TOKENS, policyForCall, resolvePolicy } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createCallerCounter } from './caller-blocks.ts';

const tokens = createTokenCounter({ threads: 0 });
afterAll(() => tokens.close());
const count = createCallerCounter({
  families: tokens.families,
  countNow: tokens.countNow,
  count: async (family, texts) => texts.map((text) => tokens.countNow(family, text)),
  close: tokens.close,
} as typeof tokens);
const PLACE = { tenant: 't', space: 's', session: 'x' };

describe('our own tools and the line about them', () => {
  it.each(['openai', 'anthropic', 'blocks'] as const)(
    'take what is counted for them, and fit the smallest window in every family (%s)',
    async (format) => {
      const own = async (family: string) => {
        const { blocks, toolTokens } = await count({ ...PLACE, format }, family);
        return blocks.reduce((sum, block) => sum + block.tokens, toolTokens);
      };
      expect(await own('o200k')).toBeLessThanOrEqual(OWN_SYSTEM_TOKENS);
      expect(await own('o200k')).toBeGreaterThan(0.8 * OWN_SYSTEM_TOKENS);
      const smallest = resolvePolicy([{ windowTokens: 2_000 }]);
      if (smallest.kind === 'invalid') throw new Error('The smallest window does not hold.');
      expect(await own('claude')).toBeLessThanOrEqual(policyForCall(smallest.policy, 2_000).budgets.sys);
    },
  );
});

import { dayOf } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { createModelPurse } from './model-purse.ts';

const NOW = Date.UTC(2031, 4, 3, 9);

it('asks for the day of a tenant once, and again where another process may have spent of it', async () => {
  const budgets = { sweepCalls: 9, sweepTokens: 900, dayCalls: 3, dayTokens: 900 };
  const purse = createModelPurse(budgets, { now: () => NOW });
  const open = (tenant: string, calls: number) => purse.ofSweep(tenant, async () => ({ day: dayOf(NOW), calls, tokens: 0 }));
  expect((await open('one', 1)).take('extract')).toBeUndefined();
  await open('two', 2);
  purse.forget((tenant) => tenant === 'one');
  const [one, two] = [await open('one', 3), await open('two', 3)];
  expect([one.take('extract'), two.take('extract'), two.take('extract')]).toEqual(['dayCalls', undefined, 'dayCalls']);
});

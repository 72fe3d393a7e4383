import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { runChecks } from './check.ts';

async function failWith(error: Error) {
  const run = async () => {
    throw error;
  };
  return runChecks([{ name: 'stores', run }], () => undefined);
}

it('a refusal that says what to do is shown alone, and what nobody foresaw is called a bug', async () => {
  const refusal = 'keys.db is not there, and was. Put it back from a backup.';
  expect(await failWith(new TotalRecallError('damaged', refusal))).toEqual([{ name: 'stores', outcome: 'fail', detail: refusal }]);
  for (const error of [new TypeError('x is undefined'), new TotalRecallError('internal', 'x is undefined')])
    expect(await failWith(error)).toMatchObject([{ outcome: 'fail', advice: expect.stringContaining('it is a bug') as string }]);
});

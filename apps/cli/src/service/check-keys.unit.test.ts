import { TotalRecallApiError } from '@total-recall/client';
import type { ErrorCode } from '@total-recall/contracts';
import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { createKeyCheck } from './check-keys.ts';

/** A memory that says of each key what it is told to, and counts how often it was asked. */
function memory() {
  let nowMs = 0;
  const says = new Map<string, Error>();
  const asked: string[] = [];
  const ask = async (apiKey: string): Promise<void> => {
    asked.push(apiKey);
    const error = says.get(apiKey);
    if (error) throw error;
  };
  const keys = createKeyCheck(ask, { monotonicMs: () => nowMs });
  const check = async (apiKey: string, space = 'main'): Promise<void> => keys.check({ apiKey, space });
  return { says, asked, check, forbid: keys.forbid, pass: (ms: number) => (nowMs += ms) };
}

function problem(code: ErrorCode, status: number, retryable = false): TotalRecallApiError {
  return new TotalRecallApiError({ code, status, retryable, detail: 'No.', instance: 'r1' } as never, 1);
}

it.each([
  ['unauthenticated', 401],
  ['key_expired', 401],
  ['key_revoked', 401],
] as const)(
  'a key of which the memory says %s is refused, the next time at once, and asked for again after a while',
  async (code, status) => {
    const { says, asked, check, pass } = memory();
    says.set('k', problem(code, status));
    await expect(check('k')).rejects.toMatchObject({ code });
    await expect(check('k')).rejects.toMatchObject({ code });
    expect(asked).toHaveLength(1);
    says.delete('k');
    pass(10_000);
    await check('k');
    await check('k');
    expect(asked).toHaveLength(2);
  },
);

it('a key is known that may not ask; one that could not be asked for is not, so it is asked for again', async () => {
  const { says, asked, check, pass } = memory();
  says.set('k', problem('rate_limited', 429, true));
  await expect(check('k')).rejects.toThrow(TotalRecallApiError);
  says.set('k', new Error('It is away.'));
  await expect(check('k')).rejects.toThrow('It is away.');
  says.set('k', problem('forbidden', 403));
  await check('k');
  await check('k');
  expect(asked).toHaveLength(3);
  pass(60_000);
  says.set('k', problem('key_revoked', 401));
  await expect(check('k')).rejects.toMatchObject({ code: 'key_revoked' });
});

it('a key that may not append to a space is refused there, and nowhere else', async () => {
  const { check, forbid, pass } = memory();
  forbid({ apiKey: 'k', space: 'main' }, new TotalRecallError('forbidden', 'The key is bound to other spaces.'));
  await expect(check('k')).rejects.toMatchObject({ code: 'forbidden' });
  await check('k', 'work');
  await check('other');
  pass(600_000);
  await check('k');
});

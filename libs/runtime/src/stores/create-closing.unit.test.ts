import { expect, it } from 'vitest';
import { createClosing } from './create-closing.ts';

it('ends once for all who close, and refuses from the first call on, also while the end runs or after it failed', async () => {
  const ended = Promise.withResolvers<void>();
  let ends = 0;
  const { refuseClosed, close } = createClosing('The ledger', () => {
    ends += 1;
    return ended.promise;
  });
  refuseClosed();
  const [first, second] = [close(), close()];
  expect(refuseClosed).toThrow(expect.objectContaining({ code: 'closed', message: 'The ledger is closed.' }));
  ended.reject(new Error('the disk is full'));
  for (const closing of [first, second, close()]) await expect(closing).rejects.toThrow('the disk is full');
  expect(refuseClosed).toThrow('The ledger is closed.');
  expect(ends).toBe(1);
});

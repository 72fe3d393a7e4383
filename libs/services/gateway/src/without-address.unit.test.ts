import { TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { withoutAddress } from './without-address.ts';

it('keeps everything of an error but where another process answers', () => {
  const moved = new TotalRecallError('unavailable', 'Another process has it.', {
    retryAfterMs: 1_000,
    details: { servedBy: 'ingest-2:8430', session: 'run-1' },
  });
  expect(withoutAddress(moved)).toMatchObject({
    code: 'unavailable',
    message: 'Another process has it.',
    retryAfterMs: 1_000,
    details: { session: 'run-1' },
    cause: moved,
  });
  expect(withoutAddress(moved).details).not.toHaveProperty('servedBy');
  expect(withoutAddress(new TotalRecallError('unavailable', 'x', { details: { servedBy: 'a:1' } })).details).toBeUndefined();
  const other = new TotalRecallError('not_found', 'x', { details: { id: 'a' } });
  expect(withoutAddress(other)).toBe(other);
});

import { expect, it } from 'vitest';
import { embedderFull, isEmbedderFull } from './embedder-full.ts';
import { TotalRecallError } from './errors.ts';

it('an embedder that is full is told from a store that is away for a moment', () => {
  const full = embedderFull(2_000, 2_048, 50);
  expect(full).toMatchObject({ code: 'unavailable', retryAfterMs: 50, details: { queued: 2_000, most: 2_048 } });
  expect(isEmbedderFull(full)).toBe(true);
  expect(isEmbedderFull(new TotalRecallError('unavailable', 'away', { retryAfterMs: 500 }))).toBe(false);
  expect(isEmbedderFull(new Error('full'))).toBe(false);
});

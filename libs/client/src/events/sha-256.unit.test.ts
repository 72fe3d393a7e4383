import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { sha256 } from './sha-256.ts';

it('is that of the platform, for texts of any length around a block', () => {
  for (const text of ['', 'abc', 'é語😀', ...Array.from({ length: 140 }, (_, at) => 'x'.repeat(at)), 'y'.repeat(100_000)])
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
});

import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { createPolicyResolver } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';

describe('the default policy of a process', () => {
  it.each([1_999, 4_000_001, 9_000_000])('is refused where its window of %i tokens is out of range', (windowTokens) => {
    const control = createMemoryControlStore();
    expect(() => createPolicyResolver({ control, defaults: { windowTokens } })).toThrow(
      expect.objectContaining({ code: 'invalid_policy', message: expect.stringContaining('windowTokens must lie in 2000..4000000') }),
    );
    expect(() => createPolicyResolver({ control, defaults: { windowTokens: 2_000 } })).not.toThrow();
  });
});

import { LABEL_TOKENS, LABELS } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createTokenizers } from './load-tokenizer.ts';
import { TOKEN_FAMILIES } from './token-family.ts';

describe('a label', () => {
  it('takes no more tokens than are counted for it', () => {
    expect(LABELS.length).toBeGreaterThan(10);
    const tokenizers = createTokenizers(TOKEN_FAMILIES);
    for (const { name, factor } of TOKEN_FAMILIES)
      for (const label of LABELS) expect(tokenizers(name)!(`${label}\n`) * (factor ?? 1)).toBeLessThanOrEqual(LABEL_TOKENS);
  });
});

import { EVENT_KINDS, LABEL_TOKENS, labelOf } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createTokenizers } from './load-tokenizer.ts';
import { TOKEN_FAMILIES } from './token-family.ts';

describe('a label', () => {
  it('takes no more tokens than are counted for it', () => {
    const labels = EVENT_KINDS.flatMap((kind) => [labelOf(kind), labelOf(kind, true)]).filter((label) => label !== undefined);
    expect(labels.length).toBeGreaterThan(10);
    const tokenizers = createTokenizers(TOKEN_FAMILIES);
    for (const { name, factor } of TOKEN_FAMILIES)
      for (const label of labels) expect(tokenizers(name)!(`${label}\n`) * (factor ?? 1)).toBeLessThanOrEqual(LABEL_TOKENS);
  });
});

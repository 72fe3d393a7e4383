import { FRAMING_TOKENS, IMAGE_TOKENS, type FormTokens, type RenderedForms } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';

/**
 * Withheld thinking is billed by a text that nobody sees, estimated from its data, which is at least a third longer.
 */
const SEALED_CHARS_PER_TOKEN = 4;

/** Counts every form of every event in one batch off the main loop. Equal forms are counted once. */
export async function countForms(
  tokens: Pick<TokenCounter, 'count'>,
  family: string,
  forms: readonly RenderedForms[],
): Promise<FormTokens[]> {
  const texts = forms.flatMap(({ whole, stripped, preview }) => [...new Set([whole, stripped, preview])]);
  const counts = await tokens.count(family, texts);
  let at = 0;
  return forms.map(({ whole, stripped, preview, images, sealedChars = 0 }) => {
    const byText = new Map([...new Set([whole, stripped, preview])].map((text) => [text, counts[at++]! + FRAMING_TOKENS]));
    const wholeTokens = byText.get(whole)! + images * IMAGE_TOKENS + Math.ceil(sealedChars / SEALED_CHARS_PER_TOKEN);
    const strippedTokens = Math.min(byText.get(stripped)!, wholeTokens);
    return { whole: wholeTokens, stripped: strippedTokens, preview: Math.min(byText.get(preview)!, strippedTokens) };
  });
}

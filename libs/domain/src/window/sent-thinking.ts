import type { EventBody } from '../event/event-body.ts';
import type { FormTokens } from '../event/form-tokens.ts';

const NOTHING: FormTokens = { whole: 0, stripped: 0, preview: 0 };

/**
 * Returns true when thinking can be sent back to its vendor: where it is sealed, or where its vendor is named, which wants
 * it as it is, as DeepSeek does. Anthropic refuses unsigned thinking, and other vendors accept none.
 */
export function isSentThinking({ thinking }: Pick<EventBody, 'thinking'>): boolean {
  return (thinking?.signature ?? thinking?.redacted ?? thinking?.vendor) !== undefined;
}

/**
 * Returns the tokens of thinking in a window: none where it is not sent. Signed thinking is sent whole or not at all.
 */
export function thinkingTokens(body: Pick<EventBody, 'thinking'>, counted: FormTokens): FormTokens {
  return isSentThinking(body) ? { ...NOTHING, whole: counted.whole } : NOTHING;
}

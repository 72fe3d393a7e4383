import type { EventBody } from '../event/event-body.ts';
import type { FormTokens } from '../event/form-tokens.ts';

type Sealed = Pick<EventBody, 'thinking'>;

const NOTHING: FormTokens = { whole: 0, stripped: 0, preview: 0 };

/**
 * Returns true when thinking can be sent back to its vendor: where it is sealed, or where its vendor is named, which wants
 * it as it is, as DeepSeek does. Anthropic refuses unsigned thinking, and other vendors accept none.
 */
export function isSentThinking({ thinking }: Sealed): boolean {
  return (thinking?.signature ?? thinking?.redacted ?? thinking?.vendor) !== undefined;
}

/** Returns true for a seal of Anthropic, which has no place in messages of the form that OpenAI defined. */
export function isAnthropicSeal({ thinking }: Sealed): boolean {
  return thinking !== undefined && (thinking.vendor ?? 'anthropic') === 'anthropic';
}

/**
 * Returns the tokens of thinking in a window: none where it is not sent. Signed thinking is sent whole or not at all.
 */
export function thinkingTokens(body: Sealed, counted: FormTokens): FormTokens {
  return isSentThinking(body) ? { ...NOTHING, whole: counted.whole } : NOTHING;
}

/**
 * Returns whether messages of a format have the thinking: true where they do, or where the client adds it to them, false
 * where no such message can, undefined where it depends on the model that is asked. The client adds seals of other vendors
 * to OpenAI's form for the Responses API and DeepSeek, and to Anthropic's for the AI SDK.
 */
export function isThinkingIn(format: 'blocks' | 'openai' | 'anthropic' | undefined, body: Sealed): boolean | undefined {
  if (!isSentThinking(body)) return false;
  if (format === 'openai') return !isAnthropicSeal(body);
  return format === 'anthropic' && isAnthropicSeal(body) ? true : undefined;
}

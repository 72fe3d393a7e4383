import type { EventBody } from '../event/event-body.ts';
import type { FormTokens } from '../event/form-tokens.ts';

const NOTHING: FormTokens = { whole: 0, stripped: 0, preview: 0 };

/** Whether thinking can go back to the vendor it came from; unsigned thinking is refused there, and other vendors take none. */
export function isSentThinking({ thinking }: Pick<EventBody, 'thinking'>): boolean {
  return thinking !== undefined && (thinking.signature !== undefined || thinking.redacted !== undefined);
}

/** What thinking takes of a window: nothing where it is not sent. What is signed goes whole or not at all. */
export function thinkingTokens(body: Pick<EventBody, 'thinking'>, counted: FormTokens): FormTokens {
  return isSentThinking(body) ? { ...NOTHING, whole: counted.whole } : NOTHING;
}

import { callIds } from './call-ids.ts';
import { DEEPSEEK, sealsOfCalls, type SealedBlock } from './vendor-seals.ts';
import type { DeepSeekWindow, OpenAiWindow } from './vendor-messages.ts';

/**
 * Converts a window of chat completions to DeepSeek's API: every message of the model has `reasoning_content`, which that
 * API demands of calls, ignores elsewhere, and takes empty where the reasoning left the window. Other vendors refuse the
 * field. `written` has the ids of calls that the form had to change, with those of the log.
 */
export function toDeepSeekWindow(
  { messages, ...rest }: OpenAiWindow,
  blocks: readonly SealedBlock[] = [],
  written: Readonly<Record<string, string>> = {},
): DeepSeekWindow {
  const seals = sealsOfCalls(blocks, callIds(messages), written);
  return {
    ...rest,
    messages: messages.map((message) => {
      if (message.role !== 'assistant') return message;
      const before = (message.tool_calls ?? []).flatMap(({ id }) => seals.get(id)?.before ?? []);
      const texts = before.filter(({ seal }) => seal.vendor === DEEPSEEK).map(({ text }) => text);
      return { ...message, reasoning_content: texts.join('\n') };
    }),
  };
}

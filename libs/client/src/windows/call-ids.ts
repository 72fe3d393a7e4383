import type { OpenAiMessage } from './vendor-messages.ts';

/** Returns the ids of all calls, in the order of the messages. */
export function callIds(messages: readonly OpenAiMessage[]): string[] {
  return messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []).map(({ id }) => id));
}

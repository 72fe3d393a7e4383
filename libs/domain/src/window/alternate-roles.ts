import { CLOSING, NO_REPLY, OPENING } from './show-block.ts';
import type { OpenAiMessage, OpenAiPart } from './openai-message.ts';

type Spoken = Extract<OpenAiMessage, { role: 'user' | 'assistant' }>;

/**
 * Makes user and agent alternate, the user first and last, as the chat templates of some models demand; a call and its
 * results count for no turn. Adjacent messages of one role are joined. Where only calls lie between two user messages,
 * `[No reply]` is added.
 */
export function alternateRoles(messages: readonly OpenAiMessage[]): OpenAiMessage[] {
  const out: OpenAiMessage[] = [];
  let lastSpoken: Spoken['role'] = 'assistant';
  const say = (message: Spoken): void => {
    const before = out.at(-1);
    if (before && joins(before, message)) {
      out[out.length - 1] = join(before as Spoken, message);
      if (isCall(message)) lastSpoken = 'user';
      return;
    }
    if (!isCall(message)) {
      if (message.role === lastSpoken) {
        out.push(message.role === 'user' ? { role: 'assistant', content: NO_REPLY } : { role: 'user', content: OPENING });
      }
      lastSpoken = message.role;
    } else if (out.length === 0) {
      out.push({ role: 'user', content: OPENING });
      lastSpoken = 'user';
    }
    out.push(message);
  };
  for (const message of messages) {
    if (message.role === 'user' || message.role === 'assistant') say(message);
    else out.push(message);
  }
  if (out.at(-1)?.role === 'assistant') out.push({ role: 'user', content: CLOSING });
  return out;
}

function isCall(message: OpenAiMessage): boolean {
  return message.role === 'assistant' && message.tool_calls !== undefined;
}

/**
 * Returns true when two adjacent messages can be joined. A message with calls cannot, because its calls stand at its
 * end.
 */
function joins(before: OpenAiMessage, message: Spoken): boolean {
  return before.role === message.role && !isCall(before);
}

function join(before: Spoken, message: Spoken): Spoken {
  if (before.role === 'assistant' && message.role === 'assistant') {
    const texts = [before.content, message.content].filter((text) => text !== null);
    return { ...message, content: texts.length > 0 ? texts.join('\n') : null };
  }
  const contents = [before.content, message.content] as (string | OpenAiPart[])[];
  if (contents.every((content) => typeof content === 'string')) return { role: 'user', content: contents.join('\n\n') };
  return {
    role: 'user',
    content: contents.flatMap((content) => (typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content)),
  };
}

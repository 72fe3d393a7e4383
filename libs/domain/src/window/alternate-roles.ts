import { CLOSING, NO_REPLY, OPENING } from './show-block.ts';
import type { OpenAiMessage, OpenAiPart } from './openai-message.ts';

type Spoken = Extract<OpenAiMessage, { role: 'user' | 'assistant' }>;

/**
 * Makes user and agent take turns, the user first and last, as the chat templates of some models demand; a call and its results count
 * for no turn there. Messages of one role become one; where calls stand between two of the user, `[No reply]` does too.
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

/** Neighbours of one role are one message; the calls of a message stand at its end, so nothing joins behind them. */
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

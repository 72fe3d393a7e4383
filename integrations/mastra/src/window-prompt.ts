import type { ProcessLLMRequestArgs } from '@mastra/core/processors';
import type { AiMessage, AiWindow } from '@total-recall/client';

type Prompt = ProcessLLMRequestArgs['prompt'];
type Message = Prompt[number];
type ResultPart = Extract<Message, { role: 'tool' }>['content'][number];

/** Returns a window as a prompt. */
export function promptOfWindow({ system, messages }: AiWindow): Prompt {
  return [...(system === undefined ? [] : [{ role: 'system' as const, content: system }]), ...messages.map(messageOf)];
}

function messageOf(message: AiMessage): Message {
  return message.role === 'tool' ? { role: 'tool', content: message.content.map(resultOf) } : message;
}

function resultOf({ output, ...part }: Extract<AiMessage, { role: 'tool' }>['content'][number]): ResultPart {
  if (output.type !== 'content') return { ...part, output };
  const value = output.value.map((one) =>
    one.type === 'text' ? one : { type: 'media' as const, data: one.data.data, mediaType: one.mediaType },
  );
  return { ...part, output: { type: 'content', value } };
}

import type { ProcessLLMRequestArgs } from '@mastra/core/processors';
import type { AiMessage, AiWindow, NewEventWire } from '@total-recall/client';

export type Prompt = ProcessLLMRequestArgs['prompt'];
type Message = Prompt[number];
type UserPart = Extract<Message, { role: 'user' }>['content'][number];
type ResultPart = Extract<Message, { role: 'tool' }>['content'][number];
type Attachment = NonNullable<NewEventWire['attachments']>[number];

/** A part of a message, in a prompt or in the result of a step. */
interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly providerMetadata?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Returns the instructions of the agent, which stand in every window and are no part of the conversation. */
export function systemOf(prompt: Prompt): string | undefined {
  const texts = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

/** Returns the conversation of a prompt as events. */
export function eventsOfPrompt(prompt: Prompt): NewEventWire[] {
  return prompt.flatMap((message, at): NewEventWire[] => {
    if (message.role === 'system') return [];
    return message.role === 'user' ? eventOfUser(message.content) : eventsOfParts(message.content, `message-${at}`);
  });
}

function eventOfUser(content: readonly UserPart[]): NewEventWire[] {
  const attachments: Attachment[] = [];
  const texts: string[] = [];
  for (const part of content) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.data instanceof URL) texts.push(`[${part.filename ?? part.mediaType}: ${part.data.href}]`);
    else {
      const data = typeof part.data === 'string' ? part.data : Buffer.from(part.data).toString('base64');
      const mime = part.mediaType.endsWith('/*') ? 'application/octet-stream' : part.mediaType;
      attachments.push({ mime, data, ...(part.filename ? { title: part.filename } : {}) });
    }
  }
  const text = texts.join('\n').toWellFormed();
  const files = attachments.length === 0 ? {} : { attachments };
  if (text.trim() !== '') return [{ kind: 'user_message', text, ...files }];
  return attachments.length === 0 ? [] : [{ kind: 'user_message', ...files }];
}

/** Returns what the parts of an answer and of results are in the log. Thinking is kept where its vendor wants it back. */
export function eventsOfParts(parts: readonly Part[], messageId: string): NewEventWire[] {
  return parts.flatMap((part): NewEventWire[] => {
    const { type, text = '', toolCallId: id = '', toolName: name = '' } = part;
    const call = { id, name };
    switch (type) {
      case 'text':
        return text.trim() === '' ? [] : [{ kind: 'agent_message', text: text.toWellFormed(), messageId }];
      case 'reasoning': {
        const { signature } = (part.providerOptions ?? part.providerMetadata)?.['anthropic'] ?? {};
        const signed = typeof signature === 'string' ? { signature } : undefined;
        return signed ? [{ kind: 'thinking', text: text.toWellFormed(), messageId, thinking: signed }] : [];
      }
      case 'tool-call':
        return [{ kind: 'tool_call', call: { ...call, arguments: JSON.stringify(part.input ?? {}).toWellFormed() }, messageId }];
      case 'tool-result':
        return [{ kind: 'tool_result', call, ...outputOf(part.output) }];
      case 'tool-error':
        return [{ kind: 'tool_result', call, text: String(part.error).toWellFormed(), isError: true }];
      default:
        return [];
    }
  });
}

/** Prompts wrap what a tool gave, results of steps hold it as it is. */
function outputOf(output: unknown): { text: string; isError?: true } {
  const { type, value } = (output ?? {}) as { type?: string; value?: unknown };
  const isWrapped = value !== undefined && /^(?:error-)?(?:text|json)$|^content$/.test(type ?? '');
  const said = isWrapped ? value : output;
  const isContent = isWrapped && type === 'content' && Array.isArray(said);
  const text = isContent
    ? (said as { text?: string; mediaType?: string }[]).map((one) => one.text ?? `[${one.mediaType}]`).join('\n')
    : typeof said === 'string'
      ? said
      : (JSON.stringify(said) ?? '');
  return { text: text.toWellFormed(), ...(isWrapped && type!.startsWith('error') ? { isError: true } : {}) };
}

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

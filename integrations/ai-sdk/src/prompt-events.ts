import type { NewEventWire } from '@total-recall/client';
import type { LanguageModelMiddleware } from 'ai';

// The package `ai` gives the types of its providers by those of its middleware.
export type CallParams = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['transformParams']>>>;
export type Prompt = CallParams['prompt'];
export type GenerateResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapGenerate']>>>;
export type StreamPart =
  Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>['stream'] extends ReadableStream<infer P> ? P : never;
type Message = Prompt[number];
type UserPart = Extract<Message, { role: 'user' }>['content'][number];
type FilePart = Extract<UserPart, { type: 'file' }>;
type Output = Extract<Extract<Message, { role: 'tool' }>['content'][number], { type: 'tool-result' }>['output'];
type Attachment = NonNullable<NewEventWire['attachments']>[number];

/** A part of what a model said, as it stands in an answer or in a later prompt. */
export interface SaidPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: Output;
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly providerMetadata?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Returns the text of the system messages, which stand in every window and are no part of the conversation. */
export function systemOf(prompt: Prompt): string | undefined {
  const texts = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

/** Returns the conversation of a prompt as events. */
export function eventsOfPrompt(prompt: Prompt): NewEventWire[] {
  return prompt
    .filter(({ role }) => role !== 'system')
    .flatMap((message, at) => {
      if (message.role === 'user') return eventOfUser(message.content);
      return (message.content as readonly SaidPart[]).flatMap((part) => eventOfSaid(part, `message-${at}`));
    });
}

function eventOfUser(content: readonly UserPart[]): NewEventWire[] {
  const texts = content.map((part) => (part.type === 'text' ? part.text : (namedFile(part) ?? '')));
  const text = texts
    .filter((one) => one.trim() !== '')
    .join('\n')
    .toWellFormed();
  const attachments = content.flatMap((part) => (part.type === 'file' ? (attachmentOf(part) ?? []) : []));
  if (text === '' && attachments.length === 0) return [];
  return [{ kind: 'user_message', ...(text === '' ? {} : { text }), ...(attachments.length === 0 ? {} : { attachments }) }];
}

/** Text for a file of which the prompt has no bytes, or which is text itself. */
function namedFile({ data, mediaType, filename = mediaType }: FilePart): string | undefined {
  if (data.type === 'text') return data.text;
  if (data.type === 'url') return `[${filename}: ${data.url.href}]`;
  return data.type === 'reference' ? `[${filename}]` : undefined;
}

function attachmentOf({ data, mediaType, filename }: FilePart): Attachment | undefined {
  if (data.type !== 'data') return undefined;
  const bytes = typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64');
  return { mime: mediaType.endsWith('/*') ? 'application/octet-stream' : mediaType, data: bytes, ...(filename ? { title: filename } : {}) };
}

/** Returns what one part of a model's message is in the log. Thinking is kept where its vendor wants it back. */
export function eventOfSaid(part: SaidPart, messageId: string): NewEventWire[] {
  const { type, text = '', toolCallId: id = '', toolName: name = '' } = part;
  if (type === 'text') return text.trim() === '' ? [] : [{ kind: 'agent_message', text: text.toWellFormed(), messageId }];
  if (type === 'reasoning') return thinkingOf(part, messageId);
  if (type === 'tool-call') return [{ kind: 'tool_call', call: { id, name, arguments: argumentsOf(part.input) }, messageId }];
  if (type !== 'tool-result') return [];
  const { text: given, isError } = part.output ? resultOf(part.output) : { text: textOf(part.result), isError: part.isError === true };
  return [{ kind: 'tool_result', call: { id, name }, text: given.toWellFormed(), ...(isError ? { isError } : {}) }];
}

function thinkingOf({ text = '', providerOptions, providerMetadata }: SaidPart, messageId: string): NewEventWire[] {
  const { signature, redactedData } = (providerOptions ?? providerMetadata)?.['anthropic'] ?? {};
  if (typeof signature === 'string') return [{ kind: 'thinking', text: text.toWellFormed(), messageId, thinking: { signature } }];
  return typeof redactedData === 'string' ? [{ kind: 'thinking', text: '', messageId, thinking: { redacted: redactedData } }] : [];
}

/** Answers hold the JSON text of the arguments, prompts the value. Both become the same text. */
function argumentsOf(input: unknown): string {
  if (typeof input !== 'string') return JSON.stringify(input ?? {}).toWellFormed();
  try {
    return JSON.stringify(JSON.parse(input)).toWellFormed();
  } catch {
    return input.toWellFormed();
  }
}

function resultOf(output: Output): { readonly text: string; readonly isError: boolean } {
  if (output.type === 'execution-denied') return { text: output.reason ?? 'The call was denied.', isError: true };
  const isError = output.type.startsWith('error');
  if (output.type !== 'content') return { text: textOf(output.value), isError };
  const parts = output.value.map((part) => {
    if (part.type === 'text') return part.text;
    return part.type === 'file' ? `[${part.filename ?? part.mediaType}]` : '';
  });
  return { text: parts.join('\n'), isError };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

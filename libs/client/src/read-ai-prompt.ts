import { readAiPart, type AiPart } from './ai-parts.ts';
import { eventsOf } from './read-response.ts';
import type { NewEvent } from './wire/wire-types.ts';

type Attachment = NonNullable<NewEvent['attachments']>[number];

/** A message of a prompt as the AI SDK hands it to a provider, in any version of its specification. */
interface AiPromptMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string }[];
}

/** A prompt in the parts that a session keeps apart. */
export interface AiPrompt {
  /** Text of the system messages, which stand in every window and are no part of the conversation. */
  readonly system?: string;
  readonly events: NewEvent[];
}

interface FilePart {
  readonly type: 'file';
  readonly mediaType: string;
  readonly filename?: string;
  /** An object that names its kind since version 4 of the specification. */
  readonly data: string | Uint8Array | URL | FileData;
}

type FileData =
  | { readonly type: 'data'; readonly data: string | Uint8Array }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'url'; readonly url: URL }
  | { readonly type: 'reference' };

/**
 * Reads a prompt of the AI SDK, as middleware of `ai` and processors of Mastra are given it. `model` is the name of the
 * model that is asked: one of DeepSeek wants its reasoning back, which no seal tells apart.
 */
export function readAiPrompt(prompt: readonly AiPromptMessage[], model?: string): AiPrompt {
  const systems = prompt.flatMap(({ role, content }) => (role === 'system' ? [content as string] : []));
  const events = prompt
    .filter(({ role }) => role !== 'system')
    .flatMap(({ role, content }, at) => {
      if (role === 'user') return eventOfUser(content as readonly (FilePart | { type: 'text'; text: string })[]);
      return eventsOfParts(content as readonly AiPart[], `message-${at}`, model);
    });
  return { ...(systems.length > 0 ? { system: systems.join('\n\n') } : {}), events };
}

/** Reads the parts of an answer, of a provider or of a step, as later prompts will have them. */
export function readAiAnswer(parts: readonly { readonly type: string }[], messageId: string, model?: string): NewEvent[] {
  return eventsOfParts(parts, messageId, model);
}

/** Thinking is kept where its vendor wants it back. */
function eventsOfParts(parts: readonly AiPart[], messageId: string, model: string | undefined): NewEvent[] {
  const read = parts.flatMap((part) => readAiPart(part, true, model)).filter((part) => part.kind !== 'thinking' || part.seal);
  return eventsOf({ id: messageId, parts: read }, messageId, (name) => name);
}

function eventOfUser(content: readonly (FilePart | { readonly type: 'text'; readonly text: string })[]): NewEvent[] {
  const texts = content.map((part) => (part.type === 'text' ? part.text : nameOf(part)));
  const text = texts
    .filter((one) => one.trim() !== '')
    .join('\n')
    .toWellFormed();
  const attachments = content.flatMap((part) => (part.type === 'file' ? attachmentOf(part) : []));
  if (text === '' && attachments.length === 0) return [];
  return [{ kind: 'user_message', ...(text === '' ? {} : { text }), ...(attachments.length === 0 ? {} : { attachments }) }];
}

/** Text for a file of which the prompt has no bytes, or which is text itself. */
function nameOf({ data, mediaType, filename = mediaType }: FilePart): string {
  const given = dataOf(data);
  if (given.type === 'text') return given.text;
  if (given.type === 'url') return `[${filename}: ${given.url.href}]`;
  return given.type === 'reference' ? `[${filename}]` : '';
}

function attachmentOf({ data, mediaType, filename }: FilePart): Attachment[] {
  const given = dataOf(data);
  if (given.type !== 'data') return [];
  const bytes = typeof given.data === 'string' ? given.data : Buffer.from(given.data).toString('base64');
  return [
    { mime: mediaType.endsWith('/*') ? 'application/octet-stream' : mediaType, data: bytes, ...(filename ? { title: filename } : {}) },
  ];
}

function dataOf(data: FilePart['data']): FileData {
  if (data instanceof URL) return { type: 'url', url: data };
  return typeof data === 'string' || data instanceof Uint8Array ? { type: 'data', data } : data;
}

import { readAiFile, type AiFile, type ReadFile } from './ai-files.ts';
import { readAiPart, type AiPart } from './ai-parts.ts';
import { withFiles } from '../events/attached-files.ts';
import { eventsOf } from './read-response.ts';
import type { NewEvent } from '../wire/wire-types.ts';

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

/**
 * Reads a prompt of the AI SDK, as middleware of `ai` and processors of Mastra are given it. `model` is the name of the
 * model that is asked: one of DeepSeek wants its reasoning back, which no seal tells apart.
 */
export function readAiPrompt(prompt: readonly AiPromptMessage[], model?: string): AiPrompt {
  const systems = prompt.flatMap(({ role, content }) => (role === 'system' ? [content as string] : []));
  const events = prompt
    .filter(({ role }) => role !== 'system')
    .flatMap(({ role, content }) => {
      if (role === 'user') return eventsOfUser(content as readonly AiFile[]);
      return eventsOfParts(content as readonly AiPart[], crypto.randomUUID(), model);
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
  return eventsOf({ parts: read }, messageId, (name) => name);
}

function eventsOfUser(content: readonly AiFile[]): NewEvent[] {
  const read = content.map((part): ReadFile => (part.text === undefined ? readAiFile(part) : { text: part.text }));
  const text = read
    .flatMap((part) => ('text' in part && part.text.trim() !== '' ? [part.text] : []))
    .join('\n')
    .toWellFormed();
  const files = read.flatMap((part) => ('attachment' in part ? [part.attachment] : []));
  if (text === '' && files.length === 0) return [];
  return withFiles({ kind: 'user_message', ...(text === '' ? {} : { text }) }, files);
}

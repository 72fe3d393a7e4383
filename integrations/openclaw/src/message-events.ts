import { createHash } from 'node:crypto';
import { attachmentOf, fitEvent, withFiles, type Attachment, type NewEventWire } from '@total-recall/client';
import type { HostMessage } from './host-api.ts';

export interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly thinking?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: unknown;
}

const KEY_CHARACTERS = 100;

/** Returns what names a message in each copy of it: contents are cut, and signs of ids left out, from one hook to the next. */
export function keyOf(message: HostMessage): string {
  const { role, timestamp, toolCallId = '' } = message;
  if (timestamp !== undefined) return [role, timestamp, ...(toolCallId.match(/[A-Za-z0-9]+/g) ?? [])].join('').slice(0, KEY_CHARACTERS);
  return `${role}${createHash('sha256').update(JSON.stringify(message)).digest('hex').slice(0, 16)}`;
}

/** Returns a message as events. What is no part of the conversation makes none. */
export function eventsOfMessage(message: HostMessage, parentAgent?: string): NewEventWire[] {
  const occurredAt = message.timestamp;
  const meta = { extra: { openclaw: keyOf(message) }, ...(parentAgent !== undefined && { parentAgent }) };
  return bare(message).map((event) => ({ ...fitEvent(event), ...(occurredAt !== undefined && { occurredAt }), meta }));
}

const PERSON = new Set<string | undefined>([undefined, 'external_user']);

function bare(message: HostMessage): NewEventWire[] {
  switch (message.role) {
    case 'user':
      // OpenClaw itself speaks to agents in the role of their user, and is no person.
      return said(PERSON.has(message.provenance?.kind) ? 'user_message' : 'system_note', message.content);
    case 'assistant':
      return answered(message);
    case 'toolResult':
      return resulted(message);
    default:
      return [];
  }
}

function said(kind: 'user_message' | 'agent_message' | 'system_note', content: unknown): NewEventWire[] {
  const { text, attachments } = flat(content);
  if (text.trim() === '' && attachments.length === 0) return [];
  return withFiles({ kind, ...(text === '' ? {} : { text }) }, attachments);
}

/** Thinking, texts and calls in their order; texts that follow each other are one. */
function answered(message: HostMessage): NewEventWire[] {
  const messageId = keyOf(message);
  const events: NewEventWire[] = [];
  let texts: string[] = [];
  const flush = (): void => {
    events.push(...said('agent_message', texts.join('\n')).map((event) => ({ ...event, messageId })));
    texts = [];
  };
  for (const block of blocksOf(message.content)) {
    if (block.type === 'text') texts.push(block.text ?? '');
    if (block.type !== 'toolCall' && block.type !== 'thinking') continue;
    flush();
    if (block.type === 'toolCall') events.push({ kind: 'tool_call', messageId, call: callOf(block) });
    else if (block.thinking?.trim()) events.push({ kind: 'thinking', messageId, text: block.thinking.toWellFormed() });
  }
  flush();
  return events;
}

function resulted({ content, toolCallId = 'call', toolName = 'unknown', isError }: HostMessage): NewEventWire[] {
  const { text, attachments } = flat(content);
  const call = { id: labelOf(toolCallId), name: labelOf(toolName) };
  return withFiles({ kind: 'tool_result', call, text, ...(isError && { isError }) }, attachments);
}

function callOf({ id = 'call', name = 'unknown', arguments: given }: Block): NonNullable<NewEventWire['call']> {
  const written = typeof given === 'string' ? given : JSON.stringify(given ?? {});
  return { id: labelOf(id), name: labelOf(name), arguments: written.toWellFormed() };
}

function flat(content: unknown): { text: string; attachments: Attachment[] } {
  const blocks = blocksOf(content);
  const read = blocks.flatMap(({ type, text, data, mimeType }) => {
    if (type === 'text') return text === undefined ? [] : [text];
    if (type !== 'image' || data === undefined || mimeType === undefined) return [];
    return [attachmentOf(mimeType, data) ?? `[${mimeType}, too large to be kept]`];
  });
  return {
    text: read
      .filter((part) => typeof part === 'string')
      .join('\n')
      .toWellFormed(),
    attachments: read.filter((part) => typeof part !== 'string'),
  };
}

function labelOf(name: string): string {
  return name.trim() || 'unknown';
}

export function blocksOf(content: unknown): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? (content as Block[]) : [];
}

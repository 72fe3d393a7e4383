import type { NewEvent } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { Message } from '../conversation/read-conversation.ts';
import type { MessagePart, PartFile } from '../dialects/dialect.ts';

/**
 * Returns the events that messages stand for, without sequences. Thinking is left out: an agent may send it back or
 * not, and what follows must keep its place either way.
 */
export function eventsOf(messages: readonly Message[], names: ReadonlyMap<string, string>): NewEvent[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'thinking' ? [] : [eventOf(part, names)])));
}

/** Returns the names of called tools by the ids of their calls: results do not say them. */
export function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ parts }) => parts.flatMap(({ kind, call }) => (kind === 'tool_call' && call ? [call] : [])));
  return new Map(calls.map(({ id, name }) => [id, name]));
}

function eventOf({ kind, text, call, isError, files = [] }: MessagePart, names: ReadonlyMap<string, string>): NewEvent {
  const attachments = files.flatMap((file) => fileOf(file) ?? []).slice(0, LIMITS.attachmentsPerEvent);
  const written = text.toWellFormed();
  const name = call && (kind === 'tool_result' ? (names.get(call.id) ?? call.name) : call.name);
  return {
    kind,
    ...((written !== '' || (attachments.length === 0 && !call)) && { text: written === '' ? '(empty)' : written }),
    ...(attachments.length > 0 && { attachments }),
    ...(call && {
      call: {
        id: labelOf(call.id),
        name: labelOf(name!),
        ...(call.arguments !== undefined && { arguments: call.arguments.toWellFormed() }),
      },
    }),
    ...(isError && { isError }),
  };
}

function fileOf({ mime, data }: PartFile): { mime: string; data: Uint8Array } | undefined {
  if (data === undefined) return undefined;
  const bytes = Buffer.from(data, 'base64');
  return bytes.length === 0 || bytes.length > LIMITS.attachmentBytes ? undefined : { mime, data: bytes };
}

function labelOf(text: string): string {
  return text.toWellFormed().slice(0, LIMITS.labelLength) || 'unknown';
}

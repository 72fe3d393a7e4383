import type { NewEvent } from '@total-recall/domain';
import { LIMITS } from '@total-recall/runtime';
import type { Message } from '../conversation/read-conversation.ts';
import type { MessagePart, PartFile } from '../dialects/dialect.ts';

/**
 * Returns the events that messages stand for behind others, without sequences. Thinking is left out: an agent may send it back or
 * not, and what follows must keep its place either way.
 */
export function eventsOf(messages: readonly Message[], before: readonly Message[]): NewEvent[] {
  const names = new Map<string, string>();
  for (const part of partsOf(before)) nameCall(names, part);
  return partsOf(messages).flatMap((part) => {
    nameCall(names, part);
    return part.kind === 'thinking' ? [] : [eventOf(part, names)];
  });
}

const partsOf = (messages: readonly Message[]): readonly MessagePart[] => messages.flatMap(({ parts }) => parts);

/** Notes the name of a called tool by the id of its call: results do not say it. Some servers give later calls the same ids. */
function nameCall(names: Map<string, string>, { kind, call }: MessagePart): void {
  if (kind === 'tool_call' && call) names.set(call.id, call.name);
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

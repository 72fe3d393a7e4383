import { attachmentOf, fitEvent, withFiles, type Attachment, type NewEventWire } from '@total-recall/client';
import type { NewEvent } from '@total-recall/domain';
import { ENDED_WITHIN } from '../answers/answer-form.ts';
import type { Message } from '../conversation/read-conversation.ts';
import type { MessagePart, PartFile } from '../dialects/dialect.ts';

/**
 * Returns the events that messages stand for behind others, without sequences. Thinking is left out: an agent may send it back or
 * not, and what follows must keep its place either way. So is a text of ours in an answer in which the model said nothing.
 */
export function eventsOf(messages: readonly Message[], before: readonly Message[]): NewEvent[] {
  const names = new Map<string, string>();
  for (const part of partsOf(before)) nameCall(names, part);
  return partsOf(messages).flatMap((part) => {
    nameCall(names, part);
    return part.kind === 'thinking' || isPlaceholder(part) ? [] : eventsOfPart(part, names);
  });
}

function isPlaceholder({ kind, text }: MessagePart): boolean {
  return kind === 'agent_message' && text === ENDED_WITHIN;
}

const partsOf = (messages: readonly Message[]): readonly MessagePart[] => messages.flatMap(({ parts }) => parts);

/** Notes the name of a called tool by the id of its call: results do not say it. Some servers give later calls the same ids. */
function nameCall(names: Map<string, string>, { kind, call }: MessagePart): void {
  if (kind === 'tool_call' && call) names.set(call.id, call.name);
}

/** Returns a part as events that an append takes: one that is refused would end the record of its conversation. */
function eventsOfPart({ kind, text, call, isError, files = [] }: MessagePart, names: ReadonlyMap<string, string>): NewEvent[] {
  const read = files.flatMap(readFile);
  const attachments = read.filter((file): file is Attachment => typeof file !== 'string' && file.data !== '');
  const written = [text, ...read.filter((file): file is string => typeof file === 'string')].filter((one) => one !== '').join('\n');
  const name = call && (kind === 'tool_result' ? (names.get(call.id) ?? call.name) : call.name);
  const event: NewEventWire = {
    kind,
    ...((written !== '' || (attachments.length === 0 && !call)) && { text: written === '' ? '(empty)' : written.toWellFormed() }),
    ...(call && {
      call: {
        id: call.id || 'unknown',
        name: name || 'unknown',
        ...(call.arguments !== undefined && { arguments: call.arguments.toWellFormed() }),
      },
    }),
    ...(isError && { isError }),
  };
  return withFiles(event, attachments).map((one) => decoded(fitEvent(one)));
}

/** Signs that a vendor lets pass in the data of a file. */
const NOT_BASE64 = /[^A-Za-z0-9+/_-]/g;

/** Returns a file as an append takes it, or a line that names it: one that the vendor holds, or fetches, by its place. */
function readFile({ mime, data, at, title }: PartFile): readonly (Attachment | string)[] {
  if (data === undefined) return [at === undefined ? '[image]' : `[image: ${at}]`];
  return data === '' ? [] : [attachmentOf(mime, data.replaceAll(NOT_BASE64, ''), title) ?? `[${mime}, too large to be kept]`];
}

function decoded({ attachments, ...event }: NewEventWire): NewEvent {
  const files = attachments?.map(({ data, ...file }) => ({ ...file, data: Buffer.from(data, 'base64') }));
  return { ...(event as Omit<NewEvent, 'attachments'>), ...(files && { attachments: files }) };
}

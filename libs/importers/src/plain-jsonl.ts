import { EVENT_KINDS, SERVICE_KINDS, type Attachment, type EventKind, type EventMetadata } from '@total-recall/domain';
import { addChatMessage } from './chat-messages.ts';
import { argumentsOf } from './content-blocks.ts';
import { sourceOf, type ImportInput, type RecordsReader } from './import-input.ts';
import { IMPORT_LIMITS } from './import-limits.ts';
import { isRecord, labelOf, mimeOf, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { readRecords } from './read-lines.ts';
import { createSessionDraft, type SessionDraft } from './session-draft.ts';

const KINDS: ReadonlySet<string> = new Set(EVENT_KINDS);

/** Reads plain JSONL: lines in the service's event form (`kind`) or chat messages (`role`, `content`), also mixed. */
export const readPlainJsonl: RecordsReader = (input) => {
  const session = nameOf(stemOf(input.name), input.shortHash);
  const draft = createSessionDraft({ session, source: sourceOf(input, session) }, input.report);
  for (const { line, record } of readRecords(input.bytes, input.report)) {
    if (typeof record.kind === 'string') addEvent(draft, record, line, input);
    else if (typeof record.role === 'string') addChatMessage(draft, record, { line, input });
    else input.report.unknownType(typeof record.type === 'string' ? record.type : 'untyped');
  }
  return [draft];
};

function addEvent(draft: SessionDraft, record: JsonRecord, line: number, input: ImportInput): void {
  const kind = record.kind as string;
  if (!KINDS.has(kind) || SERVICE_KINDS.has(kind as EventKind)) {
    input.report.skip(line, KINDS.has(kind) ? `kind ${kind} is written by the service only` : 'unknown kind');
    return;
  }
  const call = isRecord(record.call) ? record.call : undefined;
  const text = textOf(record.text);
  const frame = { line, occurredAt: timeOf(record.occurredAt), messageId: textOf(record.messageId), meta: metaOf(record.meta) };
  const attachments = attachmentsOf(record.attachments, line, input);
  if (kind === 'tool_call') {
    draft.addCall({ id: textOf(call?.id), name: textOf(call?.name) ?? 'unknown', arguments: argumentsOf(call?.arguments) }, frame);
  } else if (kind === 'tool_result') {
    draft.addResult(
      { callId: textOf(call?.id), name: textOf(call?.name), text: text ?? '', attachments, isError: record.isError === true },
      frame,
    );
  } else if (kind === 'task_state') {
    input.report.skip(line, 'a task state is set with the task-state call, not appended');
  } else if (text === undefined && attachments.length === 0) {
    input.report.skip(line, 'empty content');
  } else draft.add(kind as EventKind, text ?? '', frame, attachments);
}

/** Keeps only metadata about the event itself; ids of events in another log would be meaningless here. */
function metaOf(value: unknown): EventMetadata | undefined {
  if (!isRecord(value)) return undefined;
  const strings = (list: unknown) =>
    Array.isArray(list)
      ? list
          .filter((item) => typeof item === 'string' && item !== '')
          .slice(0, IMPORT_LIMITS.tagsPerEvent)
          .map((item) => labelOf(String(item)))
      : undefined;
  const label = (field: unknown) => {
    const text = textOf(field);
    return text === undefined ? undefined : labelOf(text);
  };
  const meta = {
    taskId: label(value.taskId),
    agent: label(value.agent),
    subject: label(value.subject),
    parentAgent: label(value.parentAgent),
    tags: strings(value.tags),
    sensitivity: strings(value.sensitivity),
    observedAt: timeOf(value.observedAt),
    referencedAt: timeOf(value.referencedAt),
    pinned: value.pinned === true ? true : undefined,
  };
  return Object.fromEntries(Object.entries(meta).filter(([, field]) => field !== undefined)) as EventMetadata;
}

function attachmentsOf(value: unknown, line: number, input: ImportInput): Attachment[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const data = isRecord(item) && typeof item.data === 'string' ? Buffer.from(item.data, 'base64') : undefined;
    if (!isRecord(item) || !data || data.length === 0) {
      input.report.warn(line, 'attachment without readable data');
      return [];
    }
    if (data.length > IMPORT_LIMITS.attachmentBytes) {
      input.report.warn(line, `attachment of ${data.length} bytes left out`);
      return [];
    }
    const title = textOf(item.title);
    const text = textOf(item.text);
    return [
      { mime: mimeOf(textOf(item.mime)), data: new Uint8Array(data), ...(title && { title: labelOf(title) }), ...(text && { text }) },
    ];
  });
}

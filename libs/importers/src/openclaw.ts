import { addLine } from './add-line.ts';
import { addParts, contentParts, flatContent } from './content-blocks.ts';
import { createBranches, forkIdentity, type Branches } from './branches.ts';
import { sourceOf, type ImportInput, type RecordsReader } from './import-input.ts';
import { isRecord, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { readRecords } from './read-lines.ts';
import { createSessionDraft, type DraftFrame, type SessionDraft } from './session-draft.ts';

const OUR_EXTENSION = 'total-recall';

/**
 * Reads OpenClaw and Pi session logs: one `{type: 'message', message: {role, content}}` per line, after a `session`
 * line.
 */
export const readOpenClaw: RecordsReader = (input) => {
  const records = readRecords(input.bytes, input.report);
  const early: { line: number; record: JsonRecord }[] = [];
  let sessionId: string | undefined;
  // The session's line is near the top but not always first, so a few records are buffered.
  for (let next = records.next(); !next.done; next = records.next()) {
    early.push(next.value);
    if (next.value.record.type === 'session') sessionId = textOf(next.value.record.id);
    if (sessionId !== undefined || early.length >= 64) break;
  }
  const session = sessionId === undefined ? nameOf(stemOf(input.name), input.shortHash) : nameOf(sessionId);
  const main = createSessionDraft({ session, source: sourceOf(input, session) }, input.report);
  const drafts = [main];
  const branches = createBranches(main, (place) => {
    const fork = createSessionDraft(forkIdentity(place), input.report);
    drafts.push(fork);
    return fork;
  });
  const seen = new Set<string>();
  for (const { line, record } of early) addRecord(branches, record, line, input, seen);
  for (const { line, record } of records) addRecord(branches, record, line, input, seen);
  return drafts;
};

function addRecord(branches: Branches, record: JsonRecord, line: number, input: ImportInput, seen: Set<string>): void {
  const type = typeof record.type === 'string' ? record.type : 'untyped';
  const id = type === 'session' ? undefined : textOf(record.id);
  if (id !== undefined && seen.has(id)) {
    input.report.skip(line, 'duplicate id');
    return;
  }
  if (id !== undefined) seen.add(id);
  const role = isRecord(record.message) ? record.message.role : undefined;
  const place = {
    id,
    parent: textOf(record.parentId),
    isRequest: (type === 'message' && role === 'user') || type === 'branch_summary',
    isAnswer: type === 'message' && role === 'assistant',
  };
  branches.place(place, (draft) => addLine(draft, line, input.report, () => addByType(draft, type, record, { line, input })));
}

/** Returns false where the record is no part of the conversation. */
function addByType(draft: SessionDraft, type: string, record: JsonRecord, at: { line: number; input: ImportInput }): boolean {
  const {
    line,
    input: { report },
  } = at;
  const frame: DraftFrame = { line, occurredAt: timeOf(record.timestamp) };
  if (type === 'message' && isRecord(record.message)) {
    return addMessage(
      draft,
      record.message,
      { ...frame, occurredAt: frame.occurredAt ?? timeOf(record.message.timestamp) },
      at,
      textOf(record.id),
    );
  }
  if (type === 'compaction' || type === 'branch_summary') {
    const summary = textOf(record.summary);
    if (summary !== undefined) draft.add('system_note', summary, { ...frame, meta: { tags: [type] } });
    return true;
  }
  // Text that our own extension brought in is in the log already, as what it was first.
  if (type === 'custom_message' && record.customType !== OUR_EXTENSION) {
    addParts(draft, 'note', contentParts(record.content, line, report), frame);
    return true;
  }
  report.unknownType(type);
  return false;
}

function addMessage(
  draft: SessionDraft,
  message: JsonRecord,
  frame: DraftFrame,
  at: { line: number; input: ImportInput },
  id: string | undefined,
): boolean {
  const {
    line,
    input: { report },
  } = at;
  switch (message.role) {
    case 'user':
      addParts(draft, 'user', contentParts(message.content, line, report), frame);
      return true;
    case 'assistant':
      addParts(draft, 'assistant', contentParts(message.content, line, report), {
        ...frame,
        messageId: textOf(message.responseId) ?? id ?? `line-${line}`,
      });
      return true;
    case 'toolResult': {
      const { text, attachments } = flatContent(message.content, line, report);
      draft.addResult(
        { callId: textOf(message.toolCallId), name: textOf(message.toolName), text, attachments, isError: message.isError === true },
        frame,
      );
      return true;
    }
    case 'bashExecution': {
      // A command that the user ran. No model asked for it, but it is stored as a call with its result.
      const call = `bash-${line}`;
      draft.addCall(
        { id: call, name: 'bash', arguments: JSON.stringify({ command: textOf(message.command) ?? '' }) },
        { ...frame, messageId: call },
      );
      draft.addResult(
        { callId: call, text: textOf(message.output) ?? '', isError: typeof message.exitCode === 'number' && message.exitCode !== 0 },
        frame,
      );
      return true;
    }
    case 'system':
    case 'custom':
    case 'branchSummary':
    case 'compactionSummary':
      addParts(draft, 'note', contentParts(message.content ?? message.summary, line, report), {
        ...frame,
        isSystem: message.role === 'system',
      });
      return true;
    default:
      report.unknownType(`role:${typeof message.role === 'string' ? message.role : 'none'}`);
      return false;
  }
}

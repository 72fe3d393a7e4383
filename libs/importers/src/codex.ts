import { addLine } from './add-line.ts';
import { addParts, argumentsOf, contentParts, flatContent } from './content-blocks.ts';
import { sourceOf, type ImportInput, type RecordsReader } from './import-input.ts';
import { isRecord, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { readRecords } from './read-lines.ts';
import { createSessionDraft, type DraftFrame, type DraftIdentity, type SessionDraft } from './session-draft.ts';

/** Texts that the program wrote in the name of the user, in versions that do not say so: one element, from end to end. */
const INSERTED = /^\s*<([a-z_]+)>[\s\S]*<\/\1>\s*$/;
/** Marks text that a hook brought in. It is in the log already, as what it was first. */
const OF_A_HOOK = 'hooks.additional_context';
const OUTPUT = /^Output:$/m;
const EXIT_CODE = '"exit_code":';

/** The program writes one line for each item of a response; this is the line of the first. */
interface Response {
  line?: number;
}

/**
 * Reads rollouts of Codex CLI: a `session_meta`, then `{type: 'response_item', payload}` for each item of the Responses
 * API. A subagent has a file of its own, which names the thread that started it.
 */
export const readCodex: RecordsReader = (input) => {
  let draft: SessionDraft | undefined;
  const response: Response = {};
  for (const { line, record } of readRecords(input.bytes, input.report)) {
    draft ??= createSessionDraft(identityOf(record, input), input.report);
    const to = draft;
    addLine(to, line, input.report, () => addRecord(to, record, line, response, input));
  }
  return draft === undefined ? [] : [draft];
};

function identityOf(record: JsonRecord, input: ImportInput): DraftIdentity {
  const meta = record.type === 'session_meta' && isRecord(record.payload) ? record.payload : {};
  const id = textOf(meta.id);
  const session = id === undefined ? nameOf(stemOf(input.name), input.shortHash) : nameOf(id);
  const subagent = isRecord(meta.source) && isRecord(meta.source.subagent) ? meta.source.subagent : {};
  // Earlier versions name the thread there alone.
  const started = isRecord(subagent.thread_spawn) ? subagent.thread_spawn : {};
  const parent = textOf(meta.parent_thread_id) ?? textOf(started.parent_thread_id);
  const agent = textOf(meta.agent_nickname);
  return {
    session,
    source: sourceOf(input, session),
    ...(agent !== undefined && { agent: nameOf(agent) }),
    ...(parent !== undefined && { parentSession: nameOf(parent) }),
  };
}

/** Returns false where the record is no part of the conversation. */
function addRecord(draft: SessionDraft, record: JsonRecord, line: number, response: Response, input: ImportInput): boolean {
  const { type, payload } = record;
  const frame: DraftFrame = { line, occurredAt: timeOf(record.timestamp) };
  if (type === 'response_item' && isRecord(payload)) return addItem(draft, payload, frame, response, input);
  const summary = type === 'compacted' && isRecord(payload) ? textOf(payload.message) : undefined;
  if (summary !== undefined) {
    draft.add('system_note', summary, { ...frame, meta: { tags: ['compaction'] } });
    return true;
  }
  const kind = isRecord(payload) && type === 'event_msg' ? textOf(payload.type) : undefined;
  input.report.unknownType([typeof type === 'string' ? type : 'untyped', ...(kind === undefined ? [] : [kind])].join(':'));
  return false;
}

function addItem(draft: SessionDraft, item: JsonRecord, frame: DraftFrame, response: Response, input: ImportInput): boolean {
  const isModels =
    item.role === 'assistant' || (typeof item.type === 'string' && (item.type.endsWith('_call') || item.type === 'reasoning'));
  if (isModels) response.line ??= frame.line;
  else delete response.line;
  const made = { ...frame, messageId: `response-${response.line}` };
  switch (item.type) {
    case 'message':
      return addMessage(draft, item, isModels ? made : frame, input);
    case 'reasoning': {
      const texts = [item.summary, item.content].flatMap((part) => textsOf(part));
      if (texts.length === 0) break;
      draft.add('thinking', texts.join('\n'), made);
      return true;
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'web_search_call':
      addCall(draft, item, made);
      return true;
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { text, attachments } = outputOf(item.output, frame.line, input);
      draft.addResult({ callId: textOf(item.call_id), text, attachments, isError: failed(text) }, frame);
      return true;
    }
  }
  input.report.unknownType(`item:${typeof item.type === 'string' ? item.type : 'untyped'}`);
  return false;
}

function addMessage(draft: SessionDraft, item: JsonRecord, frame: DraftFrame, { report }: ImportInput): boolean {
  const kinds = kindsOf(item);
  if (kinds?.includes(OF_A_HOOK)) {
    report.unknownType(OF_A_HOOK);
    return false;
  }
  const parts = contentParts(item.content, frame.line, report);
  if (item.role === 'assistant') addParts(draft, 'assistant', parts, frame);
  else {
    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    const isUsers = item.role === 'user' && (kinds === undefined ? !INSERTED.test(text) : kinds.some((kind) => kind.startsWith('user.')));
    addParts(draft, isUsers ? 'user' : 'note', parts, { ...frame, isSystem: item.role !== 'user' });
  }
  return true;
}

/** A search in the web has no result of its own: what was found is in the answer. */
function addCall(draft: SessionDraft, item: JsonRecord, frame: DraftFrame): void {
  const name = textOf(item.name) ?? (item.type === 'local_shell_call' ? 'local_shell' : 'web_search');
  const space = textOf(item.namespace);
  const given = item.arguments ?? (typeof item.input === 'string' ? { input: item.input } : item.action);
  draft.addCall(
    {
      id: textOf(item.call_id) ?? textOf(item.id),
      name: space === undefined ? name : `${space}.${name}`,
      arguments: argumentsOf(given),
    },
    frame,
  );
}

/** Results are a text, a list of parts, or (in earlier versions) a text beside whether it went well. */
function outputOf(output: unknown, line: number, { report }: ImportInput): ReturnType<typeof flatContent> {
  return flatContent(isRecord(output) && 'content' in output ? output.content : output, line, report);
}

/** Reads the code of a command out of the lines before its output, or of the JSON of earlier versions. */
function failed(text: string): boolean {
  // Each is looked for from one place alone: one pattern for the whole would try every line, each to the end.
  const header = text.slice(0, OUTPUT.exec(text)?.index ?? 0);
  const end = text.slice(text.lastIndexOf(EXIT_CODE));
  const code = /^Process exited with code (-?\d+)$/m.exec(header) ?? /^"exit_code":(-?\d+)[^{}]*\}\}$/.exec(end);
  return code !== null && code[1] !== '0';
}

function textsOf(parts: unknown): string[] {
  return (Array.isArray(parts) ? parts : []).flatMap((part) => (isRecord(part) ? (textOf(part.text) ?? []) : []));
}

function kindsOf({ internal_chat_message_metadata_passthrough: about }: JsonRecord): string[] | undefined {
  const kinds = isRecord(about) ? about.content_item_kinds : undefined;
  return Array.isArray(kinds) ? kinds.filter((kind) => typeof kind === 'string') : undefined;
}

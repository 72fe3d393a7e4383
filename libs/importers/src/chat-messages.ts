import { addParts, argumentsOf, contentParts, flatContent, flatParts } from './content-blocks.ts';
import { sourceOf, type DocumentReader, type ImportInput } from './import-input.ts';
import { isRecord, labelOf, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { createSessionDraft, type DraftFrame, type SessionDraft } from './session-draft.ts';

/** Reads OpenAI chat and Anthropic messages: a list, or `{messages}` with the system prompt beside it. */
export const readChatMessages: DocumentReader = (value, input) => {
  const session = nameOf(stemOf(input.name), input.shortHash);
  const draft = createSessionDraft({ session, source: sourceOf(input, session) }, input.report);
  const holder = isRecord(value) ? value : {};
  const messages = Array.isArray(value) ? value : holder.messages;
  addSystem(draft, holder.system, input);
  addChatMessages(draft, messages, input);
  return [draft];
};

/** Adds a list of chat messages; the `line` of an issue is the message's number. */
export function addChatMessages(draft: SessionDraft, messages: unknown, input: ImportInput): void {
  if (!Array.isArray(messages)) {
    input.report.skip(1, 'no list of messages');
    return;
  }
  messages.forEach((message, index) => addChatMessage(draft, message, { line: index + 1, input }));
}

/** Adds one message of either vendor's form. Unreadable parts are reported under its line. */
export function addChatMessage(draft: SessionDraft, message: unknown, at: { line: number; input: ImportInput }): void {
  const {
    line,
    input: { report },
  } = at;
  if (!isRecord(message) || typeof message.role !== 'string') {
    report.skip(line, 'not a message with a role');
    return;
  }
  const before = draft.size;
  try {
    addByRole(draft, message, at);
  } catch (error) {
    report.skip(line, `unreadable message: ${error instanceof Error ? error.message : 'unknown error'}`);
    return;
  }
  if (draft.size === before && isKnownRole(message.role)) report.skip(line, 'empty content');
}

const USER_ROLES = new Set(['user', 'human']);
const ASSISTANT_ROLES = new Set(['assistant', 'model', 'ai']);
const NOTE_ROLES = new Set(['system', 'developer']);
const RESULT_ROLES = new Set(['tool', 'function']);

function isKnownRole(role: string): boolean {
  return USER_ROLES.has(role) || ASSISTANT_ROLES.has(role) || NOTE_ROLES.has(role) || RESULT_ROLES.has(role);
}

function addByRole(draft: SessionDraft, message: JsonRecord, at: { line: number; input: ImportInput }): void {
  const {
    line,
    input: { report },
  } = at;
  const role = message.role as string;
  const frame: DraftFrame = { line, occurredAt: timeOf(message.timestamp ?? message.created_at ?? message.created), ...agentOf(message) };
  if (NOTE_ROLES.has(role)) addParts(draft, 'note', contentParts(message.content, line, report), { ...frame, isSystem: true });
  else if (USER_ROLES.has(role)) addParts(draft, 'user', contentParts(message.content, line, report), frame);
  // A message is a whole answer. Its own id may be that of all answers, as some servers give them.
  else if (ASSISTANT_ROLES.has(role)) addAssistant(draft, message, { ...frame, messageId: `message-${line}` }, at);
  else if (RESULT_ROLES.has(role)) addResult(draft, message, frame, at);
  else report.unknownType(`role:${role}`);
}

/** Adds a message that is a result, or as the AI SDK has it one that holds results. */
function addResult(draft: SessionDraft, message: JsonRecord, frame: DraftFrame, at: { line: number; input: ImportInput }): void {
  const { report } = at.input;
  const parts = contentParts(message.content, at.line, report);
  const addWhole = (): void => {
    const { text, attachments } = flatParts(parts);
    const isError = message.is_error === true || message.isError === true;
    draft.addResult({ callId: textOf(message.tool_call_id), name: textOf(message.name), text, attachments, isError }, frame);
  };
  if (parts.some(({ type }) => type === 'result')) report.byReading(() => addParts(draft, 'note', parts, frame), addWhole);
  else addWhole();
}

function addAssistant(draft: SessionDraft, message: JsonRecord, frame: DraftFrame, at: { line: number; input: ImportInput }): void {
  const {
    line,
    input: { report },
  } = at;
  const reasoning = textOf(message.reasoning_content) ?? textOf(message.reasoning);
  if (reasoning !== undefined) draft.add('thinking', reasoning, frame);
  addParts(draft, 'assistant', contentParts(message.content, line, report), frame);
  const refusal = textOf(message.refusal);
  if (refusal !== undefined) draft.add('agent_message', refusal, frame);
  for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
    if (!isRecord(call)) continue;
    const made = isRecord(call.function) ? call.function : call;
    draft.addCall(
      { id: textOf(call.id), name: textOf(made.name) ?? 'unknown', arguments: argumentsOf(made.arguments ?? made.input) },
      frame,
    );
  }
  if (isRecord(message.function_call)) {
    draft.addCall(
      { name: textOf(message.function_call.name) ?? 'unknown', arguments: argumentsOf(message.function_call.arguments) },
      frame,
    );
  }
}

function addSystem(draft: SessionDraft, system: unknown, input: ImportInput): void {
  const { text } = flatContent(system, 1, input.report);
  if (text !== '') draft.add('system_note', text, { line: 1, isSystem: true });
}

/** Reads the speaker's name in chats of several agents; on a result the name is the tool's. */
function agentOf(message: JsonRecord): { meta?: { agent: string } } {
  const name = RESULT_ROLES.has(message.role as string) ? undefined : textOf(message.name);
  return name === undefined ? {} : { meta: { agent: labelOf(name) } };
}

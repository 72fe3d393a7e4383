import { addChatMessage } from './chat-messages.ts';
import { flatContent } from './content-blocks.ts';
import { sourceOf, type DocumentReader, type ImportInput } from './import-input.ts';
import { isRecord, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { createSessionDraft, type SessionDraft } from './session-draft.ts';

const BLOCK_BEGIN = /```(?:bash|mswea_bash_command)[^\n`]*\n/g;
const BLOCK_END = '\n```';
const RETURN_CODE = /<returncode>\s*(-?\d+)\s*<\/returncode>/;

/**
 * Reads mini-swe-agent trajectories. The assistant's one code block is a call of `bash`, and the next message with the
 * user role is its result; the first user message is the task. Without exactly one block nothing ran, and the harness's
 * reply is a note.
 */
export const readMiniSweAgent: DocumentReader = (value, input) => {
  const holder = isRecord(value) ? value : {};
  const name = textOf(holder.instance_id) ?? stemOf(input.name);
  const session = nameOf(name, input.shortHash);
  const draft = createSessionDraft({ session, source: sourceOf(input, session) }, input.report);
  if (!Array.isArray(holder.messages)) {
    input.report.skip(1, 'no list of messages');
    return [draft];
  }
  const state: RunState = { taskSeen: false, openCall: undefined };
  holder.messages.forEach((message, index) => {
    if (isRecord(message)) addMessage(draft, message, state, { line: index + 1, input });
    else input.report.skip(index + 1, 'not a message with a role');
  });
  return [draft];
};

interface RunState {
  taskSeen: boolean;
  openCall: string | undefined;
}

function addMessage(draft: SessionDraft, message: JsonRecord, state: RunState, at: { line: number; input: ImportInput }): void {
  const { line, input } = at;
  const extra = isRecord(message.extra) ? message.extra : {};
  const frame = { line, occurredAt: timeOf(extra.timestamp ?? message.timestamp) };
  if (message.role === 'assistant' && !Array.isArray(message.tool_calls)) {
    state.openCall = addAssistant(draft, message, frame, input);
    return;
  }
  if (message.role !== 'user' || !state.taskSeen) {
    state.taskSeen ||= message.role === 'user';
    addChatMessage(draft, message, at);
    return;
  }
  const { text, attachments } = flatContent(message.content, line, input.report);
  if (state.openCall !== undefined) {
    const code = RETURN_CODE.exec(text)?.[1];
    draft.addResult({ callId: state.openCall, text, attachments, isError: code !== undefined && code !== '0' }, frame);
    state.openCall = undefined;
  } else if (text === '') input.report.skip(line, 'empty content');
  else draft.add('system_note', text, frame, attachments);
}

/** Adds thought and call; returns the id of the call, if there is one. */
function addAssistant(
  draft: SessionDraft,
  message: JsonRecord,
  frame: { line: number; occurredAt?: number },
  input: ImportInput,
): string | undefined {
  const { text } = flatContent(message.content, frame.line, input.report);
  if (text === '') {
    input.report.skip(frame.line, 'empty content');
    return undefined;
  }
  const messageId = `message-${frame.line}`;
  const block = onlyBlock(text);
  if (!block) {
    draft.add('agent_message', text, { ...frame, messageId });
    return undefined;
  }
  const thought = `${text.slice(0, block.from)}${text.slice(block.to)}`.trim();
  if (thought !== '') draft.add('agent_message', thought, { ...frame, messageId });
  const id = `bash-${frame.line}`;
  draft.addCall({ id, name: 'bash', arguments: JSON.stringify({ command: block.command }) }, { ...frame, messageId });
  return id;
}

/** Returns the code block of a text that has one, found in one pass: a pattern with both ends would search from each begin. */
function onlyBlock(text: string): { readonly from: number; readonly to: number; readonly command: string } | undefined {
  let found: ReturnType<typeof onlyBlock>;
  let read = 0;
  for (const begin of text.matchAll(BLOCK_BEGIN)) {
    if (begin.index < read) continue;
    const start = begin.index + begin[0].length;
    const end = text.indexOf(BLOCK_END, start);
    if (end === -1) break;
    if (found) return undefined;
    read = end + BLOCK_END.length;
    found = { from: begin.index, to: read, command: text.slice(start, end) };
  }
  return found;
}

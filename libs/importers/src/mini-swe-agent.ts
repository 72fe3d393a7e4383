import { addChatMessage } from './chat-messages.ts';
import { flatContent } from './content-blocks.ts';
import { sourceOf, type DocumentReader, type ImportInput } from './import-input.ts';
import { isRecord, nameOf, stemOf, textOf, timeOf, type JsonRecord } from './json-values.ts';
import { createSessionDraft, type SessionDraft } from './session-draft.ts';

const BLOCK = /```(?:bash|mswea_bash_command)[^\n]*\n([\s\S]*?)\n```/g;
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
  const blocks = [...text.matchAll(BLOCK)];
  const block = blocks.length === 1 ? blocks[0]! : undefined;
  if (!block) {
    draft.add('agent_message', text, { ...frame, messageId });
    return undefined;
  }
  const thought = `${text.slice(0, block.index)}${text.slice(block.index + block[0].length)}`.trim();
  if (thought !== '') draft.add('agent_message', thought, { ...frame, messageId });
  const id = `bash-${frame.line}`;
  draft.addCall({ id, name: 'bash', arguments: JSON.stringify({ command: block[1] }) }, { ...frame, messageId });
  return id;
}

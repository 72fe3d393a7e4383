import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import { withFiles, type NewEventWire } from '@total-recall/client';
import { blocksOf, saidIn } from './content-blocks.ts';

/** Returns the text of the system messages among them, which stand in every window and are no part of the conversation. */
export function systemOf(messages: readonly BaseMessage[]): string {
  return messages
    .filter((message) => SystemMessage.isInstance(message))
    .map(({ text }) => text)
    .join('\n\n');
}

/** Returns the conversation as events. */
export function eventsOfMessages(messages: readonly BaseMessage[]): NewEventWire[] {
  const names = new Map<string, string>();
  return messages.flatMap((message, at): NewEventWire[] => {
    if (SystemMessage.isInstance(message)) return [];
    if (AIMessage.isInstance(message)) return eventsOfAnswer(message, at, names);
    if (ToolMessage.isInstance(message)) return eventsOfResult(message, names);
    return eventsOfSaid(message, HumanMessage.isInstance(message));
  });
}

/** Thinking is kept where its vendor signs it, and wants it back. */
function eventsOfAnswer(message: AIMessage, at: number, names: Map<string, string>): NewEventWire[] {
  // An id of our own: some servers give all their answers one id, and a whole loop of calls would be one turn.
  const messageId = crypto.randomUUID();
  const answer = message.id && message.id.length <= 100 ? message.id : `message-${at}`;
  const thoughts = blocksOf(message).flatMap(({ type, thinking = '', signature, data }): NewEventWire[] => {
    if (type === 'thinking' && signature) return [{ kind: 'thinking', text: thinking.toWellFormed(), messageId, thinking: { signature } }];
    return type === 'redacted_thinking' && typeof data === 'string'
      ? [{ kind: 'thinking', text: '', messageId, thinking: { redacted: data } }]
      : [];
  });
  const text = message.text.toWellFormed();
  const good = (message.tool_calls ?? []).map((call, nth) => ({ id: call.id, nth, name: call.name, written: JSON.stringify(call.args) }));
  const bad = (message.invalid_tool_calls ?? []).map((call, nth) => ({ id: call.id, nth, name: call.name, written: call.args ?? '' }));
  const calls = [...good, ...bad].map(({ id: given, nth, name = 'unknown', written }): NewEventWire => {
    const callId = given ?? `${answer}-${nth}`;
    names.set(callId, name);
    return { kind: 'tool_call', call: { id: callId, name, arguments: written.toWellFormed() }, messageId };
  });
  return [...thoughts, ...(text.trim() === '' ? [] : [{ kind: 'agent_message' as const, text, messageId }]), ...calls];
}

function eventsOfResult(message: ToolMessage, names: ReadonlyMap<string, string>): NewEventWire[] {
  const { tool_call_id: id, name, status } = message;
  const { text, files } = saidIn(message);
  const call = { id, name: name ?? names.get(id) ?? 'unknown' };
  return withFiles({ kind: 'tool_result', call, text, ...(status === 'error' ? { isError: true } : {}) }, files);
}

function eventsOfSaid(message: BaseMessage, isUser: boolean): NewEventWire[] {
  const { text, files } = saidIn(message);
  if (text === '' && files.length === 0) return [];
  return withFiles({ kind: isUser ? 'user_message' : 'system_note', ...(text === '' ? {} : { text }) }, files);
}

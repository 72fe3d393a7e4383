import type { NewEvent } from '@total-recall/domain';

interface ChatMessage {
  readonly role: string;
  content?: string | null;
  tool_calls?: object[];
  readonly tool_call_id?: string;
}

/** Writes the events of a session as an agent would hold them for chat completions. */
export function messagesOf(events: readonly NewEvent[]): string[] {
  const messages: ChatMessage[] = [];
  const called = new Set<string>();
  for (const { kind, text = '', call } of events) {
    const last = messages.at(-1);
    if (kind === 'tool_call' && call) {
      const made = { id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments ?? '{}' } };
      called.add(call.id);
      if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), made];
      else messages.push({ role: 'assistant', content: null, tool_calls: [made] });
    } else if (kind === 'tool_result' && call && called.has(call.id)) messages.push({ role: 'tool', tool_call_id: call.id, content: text });
    else if (kind === 'agent_message') messages.push({ role: 'assistant', content: text });
    else if (kind !== 'thinking' && text !== '') messages.push({ role: messages.length === 0 ? 'system' : 'user', content: text });
  }
  return messages.map((message) => JSON.stringify(message));
}

/** Returns for each call of the model how many messages it brings: those before an answer. */
export function callsOf(messages: readonly string[]): number[] {
  const isAnswer = (at: number): boolean => messages[at]?.startsWith('{"role":"assistant"') ?? false;
  return messages.flatMap((_, at) => (at > 0 && isAnswer(at) && !isAnswer(at - 1) ? [at] : []));
}

import type { AgentInputItem } from '@openai/agents';
import type { EventWire, ResponsesItem, ResponsesWindow } from '@total-recall/client';

/**
 * Returns a window as items. What the service says in front of it comes as a first message: the agent
 * has the only message of the system.
 */
export function itemsOfWindow({ instructions, input }: ResponsesWindow): AgentInputItem[] {
  const names = new Map<string, string>();
  const items = input.map((item): AgentInputItem => {
    if ('type' in item && item.type === 'function_call') {
      names.set(item.call_id, item.name);
      return { type: 'function_call', callId: item.call_id, name: item.name, arguments: item.arguments, status: 'completed' };
    }
    if ('type' in item) return resultItem(item.call_id, names.get(item.call_id) ?? 'unknown', item.output);
    return item.role === 'assistant' ? assistantItem(item.content) : { role: 'user', content: contentOf(item.content) };
  });
  return instructions === undefined ? items : [{ role: 'user', content: instructions }, ...items];
}

type UserContent = Extract<ResponsesItem, { role: 'user' }>['content'];

function contentOf(content: UserContent): Extract<AgentInputItem, { role: 'user' }>['content'] {
  if (typeof content === 'string') return content;
  return content.map((part) =>
    part.type === 'input_text' ? part : { type: 'input_image' as const, image: part.image_url, detail: part.detail },
  );
}

/** Returns events as items, word for word; what the service wrote for itself is left out. */
export function itemsOfEvents(events: readonly EventWire[]): AgentInputItem[] {
  return events.flatMap(({ kind, body }): AgentInputItem[] => {
    const { text = '', call } = body ?? {};
    if (kind === 'user_message') return [{ role: 'user', content: text }];
    if (kind === 'agent_message') return [assistantItem(text)];
    if (kind === 'tool_result' && call) return [resultItem(call.id, call.name, text)];
    if (kind !== 'tool_call' || !call) return [];
    return [{ type: 'function_call', callId: call.id, name: call.name, arguments: call.arguments ?? '', status: 'completed' }];
  });
}

function assistantItem(text: string): AgentInputItem {
  return { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

function resultItem(callId: string, name: string, output: string): AgentInputItem {
  return { type: 'function_call_result', callId, name, status: 'completed', output };
}

import type { AgentInputItem } from '@openai/agents';
import type { EventWire, ResponsesItem, ResponsesWindow, SpaceClient } from '@total-recall/client';

/**
 * Returns a window as items. What the service says in front of it comes as a first message: the agent
 * has the only message of the system.
 */
export function itemsOfWindow({ instructions, input }: ResponsesWindow): AgentInputItem[] {
  const names = new Map<string, string>();
  const items = input.flatMap((item): AgentInputItem[] => {
    if ('type' in item && item.type === 'reasoning') return [];
    if ('type' in item && item.type === 'function_call') {
      names.set(item.call_id, item.name);
      return [{ type: 'function_call', callId: item.call_id, name: item.name, arguments: item.arguments, status: 'completed' }];
    }
    if ('type' in item) return [resultItem(item.call_id, names.get(item.call_id) ?? 'unknown', contentOf(item.output))];
    return [item.role === 'assistant' ? assistantItem(item.content) : { role: 'user', content: contentOf(item.content) }];
  });
  return instructions === undefined ? items : [{ role: 'user', content: instructions }, ...items];
}

type UserContent = Extract<ResponsesItem, { role: 'user' }>['content'];

type Part = { type: 'input_text'; text: string } | { type: 'input_image'; image: string; detail: 'auto' };

function contentOf(content: UserContent): string | Part[] {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'input_text' ? part : { type: 'input_image', image: part.image_url, detail: part.detail }));
}

/** True for an event that is an item; what the service wrote for itself is none. */
export function isItem({ kind, body }: EventWire): boolean {
  if (body === undefined) return false;
  return kind === 'user_message' || kind === 'agent_message' || (body.call !== undefined && kind.startsWith('tool_'));
}

/** Returns an event as an item, word for word; long texts, pictures and files are read from the artifacts that hold them. */
export async function itemOfEvent({ kind, body }: EventWire, space: SpaceClient): Promise<AgentInputItem> {
  const { text: short = '', call, artifacts = [] } = body ?? {};
  const whole = artifacts.find(({ role }) => role === 'content');
  const text = whole ? new TextDecoder().decode((await space.artifact(whole.id)).bytes) : short;
  if (call && kind === 'tool_call')
    return { type: 'function_call', callId: call.id, name: call.name, arguments: call.arguments ?? '', status: 'completed' };
  if (kind === 'agent_message') return assistantItem(text);
  const files: FilePart[] = [];
  for (const { id, role, mime, title } of artifacts)
    if (role === 'attachment') files.push(filePart(dataUrl(mime, (await space.artifact(id)).bytes), mime, title));
  const content = files.length === 0 ? text : [...(text === '' ? [] : [{ type: 'input_text' as const, text }]), ...files];
  return call ? resultItem(call.id, call.name, content) : { role: 'user', content };
}

type FilePart = { type: 'input_image'; image: string } | { type: 'input_file'; file: string; filename?: string };

function filePart(file: string, mime: string, filename: string | undefined): FilePart {
  return mime.startsWith('image/') ? { type: 'input_image', image: file } : { type: 'input_file', file, ...(filename && { filename }) };
}

function dataUrl(mime: string, bytes: Uint8Array): string {
  return `data:${mime};base64,${Buffer.from(bytes).toString('base64')}`;
}

function assistantItem(text: string): AgentInputItem {
  return { role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] };
}

function resultItem(callId: string, name: string, output: string | (Part | FilePart)[]): AgentInputItem {
  return { type: 'function_call_result', callId, name, status: 'completed', output };
}

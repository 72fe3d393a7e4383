import type { AgentInputItem } from '@openai/agents';
import type { NewEventWire } from '@total-recall/client';

type Attachment = NonNullable<NewEventWire['attachments']>[number];
interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly transcript?: string | null;
  readonly image?: unknown;
  readonly file?: unknown;
  readonly filename?: string;
}

const DATA_URL = /^data:([^;,]+);base64,(.+)$/s;

/** Returns what items of the Agents SDK are in the log. Items without a form of their own are kept as notes of JSON. */
export function eventsOfItems(items: readonly AgentInputItem[]): NewEventWire[] {
  return items.flatMap((item): NewEventWire[] => {
    if (!('type' in item) || item.type === undefined || item.type === 'message') return eventOfMessage(item as Message);
    if (item.type === 'function_call') {
      return [{ kind: 'tool_call', call: { id: item.callId, name: item.name, arguments: item.arguments.toWellFormed() } }];
    }
    if (item.type === 'function_call_result') {
      return [{ kind: 'tool_result', call: { id: item.callId, name: item.name }, text: outputText(item.output).toWellFormed() }];
    }
    // The reasoning of a vendor is sealed for that vendor, and no later request needs it.
    return item.type === 'reasoning' ? [] : [{ kind: 'system_note', text: JSON.stringify(item).toWellFormed() }];
  });
}

type Message = Extract<AgentInputItem, { role: string }>;

function eventOfMessage({ role, content }: Message): NewEventWire[] {
  const parts: readonly ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const attachments = parts.flatMap((part) => attachmentOf(part) ?? []);
  const text = parts
    .map((part) => part.text ?? part.refusal ?? part.transcript ?? (attachmentOf(part) ? '' : nameOf(part)))
    .filter((one) => one.trim() !== '')
    .join('\n')
    .toWellFormed();
  if (text === '' && attachments.length === 0) return [];
  const kind = role === 'user' ? 'user_message' : role === 'assistant' ? 'agent_message' : 'system_note';
  return [{ kind, ...(text === '' ? {} : { text }), ...(attachments.length === 0 ? {} : { attachments }) }];
}

function attachmentOf({ image, file, filename }: ContentPart): Attachment | undefined {
  const [, mime, data] = DATA_URL.exec(String(image ?? file ?? '')) ?? [];
  return mime === undefined || data === undefined ? undefined : { mime, data, ...(filename ? { title: filename } : {}) };
}

/** Names a file that is elsewhere: by its URL, or by the id that the vendor gave it. */
function nameOf({ type, image, file, filename }: ContentPart): string {
  const where = image ?? file;
  return `[${filename ?? type}: ${typeof where === 'string' ? where : JSON.stringify(where ?? null)}]`;
}

function outputText(output: unknown): string {
  if (typeof output === 'string') return output;
  const parts = Array.isArray(output) ? (output as unknown[]) : [output];
  return parts.map((part) => (part as { text?: string } | null)?.text ?? JSON.stringify(part)).join('\n');
}

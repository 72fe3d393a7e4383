import type { AgentInputItem } from '@openai/agents';
import { attachmentOf, attachmentOfUrl, withFiles, type Attachment, type NewEventWire } from '@total-recall/client';

type Source =
  | string
  | {
      readonly data?: string | Uint8Array;
      readonly mediaType?: string;
      readonly filename?: string;
      readonly url?: string;
      readonly id?: string;
    };

/** A part of a message, or of what a tool gave. */
interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly transcript?: string | null;
  readonly image?: Source;
  readonly file?: Source;
  readonly filename?: string;
  readonly audio?: Source;
  readonly format?: string | null;
}

/** Returns what items of the Agents SDK are in the log. Items without a form of their own are kept as notes of JSON. */
export function eventsOfItems(items: readonly AgentInputItem[]): NewEventWire[] {
  return items.flatMap((item): NewEventWire[] => {
    if (!('type' in item) || item.type === undefined || item.type === 'message') return eventsOfMessage(item as Message);
    if (item.type === 'function_call') {
      return [{ kind: 'tool_call', call: { id: item.callId, name: item.name, arguments: item.arguments.toWellFormed() } }];
    }
    if (item.type === 'function_call_result') {
      const { text, files } = readParts(partsOf(item.output));
      return withFiles({ kind: 'tool_result', call: { id: item.callId, name: item.name }, text }, files);
    }
    // Reasoning and compactions of a vendor are sealed for that vendor, and no later request needs them.
    return item.type === 'reasoning' || item.type === 'compaction'
      ? []
      : [{ kind: 'system_note', text: JSON.stringify(item).toWellFormed() }];
  });
}

type Message = Extract<AgentInputItem, { role: string }>;

function eventsOfMessage({ role, content }: Message): NewEventWire[] {
  const { text, files } = readParts(partsOf(content));
  if (text.trim() === '' && files.length === 0) return [];
  const kind = role === 'user' ? 'user_message' : role === 'assistant' ? 'agent_message' : 'system_note';
  return withFiles({ kind, ...(text === '' ? {} : { text }) }, files);
}

function partsOf(content: unknown): readonly ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return (Array.isArray(content) ? content : [content]) as readonly ContentPart[];
}

function readParts(parts: readonly ContentPart[]): { readonly text: string; readonly files: readonly Attachment[] } {
  const read = parts.map((part) => part.text ?? part.refusal ?? part.transcript ?? fileOf(part) ?? nameOf(part));
  const texts = read.filter((part) => typeof part === 'string' && (part.trim() !== '' || read.length === 1));
  return { text: texts.join('\n').toWellFormed(), files: read.filter((part) => typeof part !== 'string') };
}

const SCHEME = /^[a-z][a-z0-9+.-]{1,20}:/i;
const DATA_URL = /^data:([^,]*?);base64,/i;

/** Returns the file of a part: bytes, in base64 or not, or an address. */
function sourceOf(part: ContentPart) {
  const { image, file, audio, format } = part;
  const source = image ?? file ?? audio;
  if (source === undefined) return undefined;
  const { data, mediaType, filename = part.filename, url } = typeof source === 'string' ? { url: source } : source;
  // A string is an address or base64.
  const isBase64 = data === undefined && url !== undefined && !SCHEME.test(url.slice(0, 30));
  const mime = isBase64 && audio !== undefined ? `audio/${format}` : mediaType;
  return { source, filename, mime, data: isBase64 ? url : data, url: isBase64 ? undefined : url };
}

function fileOf(part: ContentPart): Attachment | undefined {
  const found = sourceOf(part);
  if (found === undefined) return undefined;
  const { data, mime, url = '', filename } = found;
  return data === undefined ? attachmentOfUrl(url, filename) : attachmentOf(mime, data, filename);
}

/** Names a file that is elsewhere by its URL, or by the id that the vendor gave it, and one that is too large by its size. */
function nameOf(part: ContentPart): string {
  const found = sourceOf(part);
  if (found === undefined) return JSON.stringify(part);
  const { source, data, url = '', mime, filename = part.type } = found;
  const head = DATA_URL.exec(url.slice(0, 300));
  if (data === undefined && head === null) return `[${filename}: ${typeof source === 'string' ? source : JSON.stringify(source)}]`;
  const size = data instanceof Uint8Array ? data.length : Math.floor(((data ?? url).length * 3) / 4);
  const type = mime ?? head?.[1];
  return `[${filename}: ${type ? `${type}, ` : ''}about ${size} bytes, too large to keep]`;
}

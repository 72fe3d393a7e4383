import { isRecord, recordsIn, stringOr, type JsonRecord } from '../text/json-values.ts';
import { placedAt, titled, type MessagePart, type PartFile } from './dialect.ts';

/** Items with which a caller answers calls. Some vendors' own tools answer with them too, within the answer of a model. */
const RESULT = /_output$|^mcp_approval_response$/;
const SPEAKERS: Readonly<Record<string, MessagePart['kind']>> = { user: 'user_message', assistant: 'agent_message' };
/** Items that are of use to the vendor alone: what it has compacted, and the wish that it compacts. */
export const VENDOR_STATE = new Set(['compaction', 'compaction_trigger']);

/** Items whose tools and settings hold until others replace them. */
const STANDING = new Set(['additional_tools', 'configuration_update']);

/** Items that a vendor takes without an id, and so without the thought that led to them. */
export const FREE_ITEMS = new Set(['message', 'function_call', 'custom_tool_call']);

export function typeOf({ type, role }: JsonRecord): string {
  return typeof type === 'string' ? type : role === undefined ? 'item_reference' : 'message';
}

/** Tells whose item it is. All items of one answer of a model stand together as one message. */
export function roleOf(item: JsonRecord): string {
  const type = typeOf(item);
  if (type === 'message') return String(item.role);
  if (STANDING.has(type)) return 'developer';
  if (type === 'compaction_trigger') return 'user';
  return RESULT.test(type) ? 'tool' : 'assistant';
}

/** Returns the id of the call that an item makes or answers. */
function callIdOf({ call_id: callId, id, approval_request_id: approval }: JsonRecord): string {
  return stringOr(callId ?? approval ?? id, '');
}

/** Returns for each item the first one behind it that matches; undefined where there is none. */
export function nextBehind<Item>(items: readonly Item[], matches: (item: Item) => boolean): readonly (Item | undefined)[] {
  let next: Item | undefined;
  return items
    .toReversed()
    .map((item) => {
      const behind = next;
      if (matches(item)) next = item;
      return behind;
    })
    .reverse();
}

/** Reads items as the events that they stand for. A thought is one with what came of it, where neither may go alone. */
export function readItems(items: readonly JsonRecord[]): readonly MessagePart[] {
  let thoughts: number[] = [];
  const nexts = nextBehind(items, (item) => typeOf(item) !== 'reasoning');
  return items.flatMap((item, at) => {
    const next = nexts[at];
    if (typeOf(item) === 'reasoning' && next && !FREE_ITEMS.has(typeOf(next)) && !VENDOR_STATE.has(typeOf(next))) {
      thoughts.push(at);
      return [];
    }
    const blocks = [...thoughts, at];
    const thoughtChars = thoughts.reduce((sum, thought) => sum + charsOfThought(items[thought]!), 0);
    thoughts = [];
    return [{ ...readItem(item, blocks), ...(thoughtChars > 0 && { thoughtChars }) }];
  });
}

/** Returns the characters of a thought that is one with the item behind it. */
function charsOfThought({ encrypted_content: sealed, summary, content }: JsonRecord): number {
  return stringOr(sealed, '').length + textOf([...recordsIn(summary), ...recordsIn(content)]).length;
}

function readItem(item: JsonRecord, blocks: readonly number[]): MessagePart {
  const type = typeOf(item);
  if (type === 'message') {
    const kind = SPEAKERS[String(item.role)] ?? 'system_note';
    return { kind, text: textOf(item.content), blocks, ...filesOf(item.content) };
  }
  if (type === 'reasoning') {
    const { encrypted_content: sealed, id } = item;
    const thinking = typeof sealed === 'string' ? { redacted: sealed } : { signature: stringOr(id, '') };
    return { kind: 'thinking', text: textOf([...recordsIn(item.summary), ...recordsIn(item.content)]), thinking, blocks };
  }
  // Their text is the vendor's; as thinking they are counted, never cut, and not logged.
  if (VENDOR_STATE.has(type))
    return { kind: 'thinking', text: '', thinking: { redacted: stringOr(item.encrypted_content, '') }, isPinned: true, blocks };
  if (type === 'function_call' || type === 'custom_tool_call') {
    const call = { id: callIdOf(item), name: stringOr(item.name, 'unknown'), arguments: stringOr(item.arguments ?? item.input, '') };
    return { kind: 'tool_call', text: '', call, blocks };
  }
  if (RESULT.test(type)) {
    const call = { id: callIdOf(item), name: type.replace(RESULT, '') || 'tool' };
    return { kind: 'tool_result', text: textOf(item.output ?? item.result ?? plain(item)), call, blocks, ...filesOf(item.output) };
  }
  if (isAnswered(item)) {
    const call = { id: callIdOf(item), name: stringOr(item.name, type), arguments: JSON.stringify(plain(item)) };
    return { kind: 'tool_call', text: '', call, blocks };
  }
  const { files } = filesOf([item]);
  const said = { kind: 'agent_message', text: JSON.stringify(files ? { ...item, result: undefined } : item), blocks } as const;
  const outcome = isApproved(item) ? { outcomeOf: String(item.approval_request_id) } : {};
  return { ...said, ...outcome, ...(files && { files }), ...(STANDING.has(type) && { isPinned: true }) };
}

/** True for a call of a tool of the vendor's, with what came of it, that the caller was asked to approve. */
export function isApproved(item: JsonRecord): boolean {
  return typeOf(item) === 'mcp_call' && typeof item.approval_request_id === 'string';
}

/** True for a call of a tool of the vendor's form that another item answers. */
export function isAnswered(item: JsonRecord): boolean {
  const type = typeOf(item);
  return type === 'mcp_approval_request' || ((type === 'program' || type.endsWith('_call')) && typeof item.call_id === 'string');
}

/** Returns the content of an item, without its id. */
function plain({ id: _id, status: _status, ...rest }: JsonRecord): JsonRecord {
  return rest;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return isRecord(content) && !fileOf(content) ? JSON.stringify(content) : '';
  return recordsIn(content)
    .flatMap((part) => {
      const text = part.text ?? part.refusal;
      if (typeof text === 'string') return [text];
      return fileOf(part) ? [] : [JSON.stringify(part)];
    })
    .join('\n');
}

function filesOf(content: unknown): { files?: readonly PartFile[] } {
  const files = (Array.isArray(content) ? recordsIn(content) : isRecord(content) ? [content] : []).flatMap((part) => fileOf(part) ?? []);
  return files.length === 0 ? {} : { files };
}

function fileOf(part: JsonRecord): PartFile | undefined {
  if (part.type === 'input_file') {
    const read = typeof part.file_data === 'string' ? fromUrl(part.file_data, 'application/pdf') : undefined;
    return read && { ...read, ...titled(part.filename) };
  }
  if (part.type === 'image_generation_call') return typeof part.result === 'string' ? { mime: 'image/png', data: part.result } : undefined;
  if (part.type !== 'input_image' && part.type !== 'computer_screenshot') return undefined;
  return fromUrl(stringOr(part.image_url, ''), 'image/png') ?? { mime: 'image/png', ...placedAt(part.image_url, part.file_id) };
}

/** Reads a data URL, or bare base64 where that is what a field holds. */
function fromUrl(url: string, mime: string): PartFile | undefined {
  const found = /^data:([a-z]+\/[a-z0-9.+-]+);base64,/i.exec(url);
  if (found) return { mime: found[1]!.toLowerCase(), data: url.slice(found[0].length) };
  return mime === 'application/pdf' && url !== '' ? { mime, data: url } : undefined;
}

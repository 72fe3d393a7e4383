import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { NewEventWire } from '@total-recall/client';

type Attachment = NonNullable<NewEventWire['attachments']>[number];
type Field = string | undefined;

/** A block of content, in the forms of LangChain 1 and before, and of vendors. */
interface Block {
  readonly type: string;
  readonly text?: Field;
  readonly thinking?: Field;
  readonly signature?: Field;
  readonly data?: unknown;
  readonly url?: Field;
  readonly fileId?: Field;
  readonly mimeType?: Field;
  readonly mime_type?: Field;
  readonly image_url?: string | { readonly url: string };
  readonly metadata?: { readonly filename?: Field };
}

const DATA_URL = /^data:([^;,]+);base64,(.+)$/s;

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
    if (AIMessage.isInstance(message)) return eventsOfAnswer(message, messageId(message, at), names);
    if (ToolMessage.isInstance(message)) return [eventOfResult(message, names)];
    return eventOfSaid(message, HumanMessage.isInstance(message));
  });
}

function messageId({ id }: BaseMessage, at: number): string {
  return id && id.length <= 100 ? id : `message-${at}`;
}

/** Thinking is kept where its vendor signs it, and wants it back. */
function eventsOfAnswer(message: AIMessage, id: string, names: Map<string, string>): NewEventWire[] {
  const thoughts = blocksOf(message).flatMap(({ type, thinking = '', signature, data }): NewEventWire[] => {
    if (type === 'thinking' && signature)
      return [{ kind: 'thinking', text: thinking.toWellFormed(), messageId: id, thinking: { signature } }];
    return type === 'redacted_thinking' && typeof data === 'string'
      ? [{ kind: 'thinking', text: '', messageId: id, thinking: { redacted: data } }]
      : [];
  });
  const text = message.text.toWellFormed();
  const good = (message.tool_calls ?? []).map((call, at) => ({ id: call.id, at, name: call.name, written: JSON.stringify(call.args) }));
  const bad = (message.invalid_tool_calls ?? []).map((call, at) => ({ id: call.id, at, name: call.name, written: call.args ?? '' }));
  const calls = [...good, ...bad].map(({ id: given, at, name = 'unknown', written }): NewEventWire => {
    const callId = given ?? `${id}-${at}`;
    names.set(callId, name);
    return { kind: 'tool_call', call: { id: callId, name, arguments: written.toWellFormed() }, messageId: id };
  });
  return [...thoughts, ...(text.trim() === '' ? [] : [{ kind: 'agent_message' as const, text, messageId: id }]), ...calls];
}

function eventOfResult(message: ToolMessage, names: ReadonlyMap<string, string>): NewEventWire {
  const { tool_call_id: id, name, status, content } = message;
  const text = typeof content === 'string' ? content : blocksOf(message).map(shown).join('\n');
  const call = { id, name: name ?? names.get(id) ?? 'unknown' };
  return { kind: 'tool_result', call, text: text.toWellFormed(), ...(status === 'error' ? { isError: true } : {}) };
}

function eventOfSaid(message: BaseMessage, isUser: boolean): NewEventWire[] {
  const blocks = blocksOf(message);
  const attachments = blocks.flatMap((block) => attachmentOf(block) ?? []);
  const text = blocks
    .filter((block) => !attachmentOf(block))
    .map(shown)
    .filter((one) => one.trim() !== '')
    .join('\n')
    .toWellFormed();
  if (text === '' && attachments.length === 0) return [];
  return [
    {
      kind: isUser ? 'user_message' : 'system_note',
      ...(text === '' ? {} : { text }),
      ...(attachments.length === 0 ? {} : { attachments }),
    },
  ];
}

function blocksOf({ content }: BaseMessage): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Block[]);
}

function attachmentOf(block: Block): Attachment | undefined {
  const [, linked, encoded] = DATA_URL.exec(addressOf(block) ?? '') ?? [];
  const given = block.data instanceof Uint8Array ? Buffer.from(block.data).toString('base64') : block.data;
  const data = encoded ?? given;
  const mime = linked ?? block.mimeType ?? block.mime_type;
  if (mime === undefined || typeof data !== 'string') return undefined;
  return { mime, data, ...(block.metadata?.filename ? { title: block.metadata.filename } : {}) };
}

function addressOf({ image_url: image, url }: Block): string | undefined {
  return (typeof image === 'string' ? image : image?.url) ?? url;
}

/** The text of a block; a file that is elsewhere is named. */
function shown(block: Block): string {
  if (block.text !== undefined) return block.text;
  return `[${block.type}: ${DATA_URL.test(addressOf(block) ?? '') ? 'data' : (addressOf(block) ?? block.fileId ?? '')}]`;
}

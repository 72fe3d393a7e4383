import type { BaseMessage } from '@langchain/core/messages';
import { attachmentOf, attachmentOfUrl, isBesideWindow, type Attachment } from '@total-recall/client';

type Field = string | undefined;

/** A block of content, in the forms of LangChain 1 and before, and of vendors. */
export interface Block {
  readonly type: string;
  readonly text?: Field;
  readonly thinking?: Field;
  readonly signature?: Field;
  readonly data?: unknown;
  readonly url?: Field;
  readonly fileId?: Field;
  readonly file_uri?: Field;
  readonly source_type?: Field;
  readonly id?: Field;
  readonly mimeType?: Field;
  readonly mime_type?: Field;
  readonly image_url?: string | { readonly url: string };
  readonly metadata?: { readonly filename?: Field; readonly name?: Field; readonly title?: Field };
  readonly title?: Field;
  /** Forms of OpenAI. */
  readonly file?: { readonly file_data?: Field; readonly filename?: Field; readonly file_id?: Field };
  readonly input_audio?: { readonly data?: Field; readonly format?: Field };
  /** Form of Anthropic. */
  readonly source?: { readonly type?: Field; readonly media_type?: Field; readonly data?: Field; readonly url?: Field };
}

export function blocksOf({ content }: BaseMessage): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Block[]);
}

/** Texts that are thinking, and what a model says of its calls. */
const NOT_SAID = new Set(['thinking', 'redacted_thinking', 'reasoning', 'tool_use', 'tool_call', 'input_json_delta']);

/** Returns a message as an event has it: its texts, and the files of which it has the bytes. A file that is elsewhere is named. */
export function saidIn(message: BaseMessage): { readonly text: string; readonly files: readonly Attachment[] } {
  const read = blocksOf(message)
    .filter(({ type }) => !NOT_SAID.has(type))
    .map((block) => fileOf(block) ?? nameOf(block));
  const texts = read.filter((part) => typeof part === 'string' && part.trim() !== '');
  return { text: texts.join('\n').toWellFormed(), files: read.filter((part) => typeof part !== 'string') };
}

/** Files that models take and a window has no form for, as the message has them. */
export function filesBesideWindow(message: BaseMessage): readonly Block[] {
  return blocksOf(message).filter((block) => {
    if (textOf(block) !== undefined || NOT_SAID.has(block.type)) return false;
    const file = fileOf(block);
    return file === undefined || isBesideWindow(file.mime);
  });
}

function fileOf(block: Block): Attachment | undefined {
  const { data, mimeType, mime_type: mime = mimeType, file, input_audio: audio, source } = block;
  const title = block.metadata?.filename ?? block.metadata?.name ?? block.title ?? file?.filename;
  if (source?.type === 'base64' && source.data !== undefined) return attachmentOf(source.media_type, source.data, title);
  if (audio?.data !== undefined) return attachmentOf(`audio/${audio.format}`, audio.data, title);
  if (data instanceof Uint8Array || (typeof data === 'string' && mime !== undefined)) return attachmentOf(mime, data, title);
  return attachmentOfUrl(addressOf(block) ?? '', title);
}

function addressOf({ image_url: image, url, file, source }: Block): string | undefined {
  return (typeof image === 'string' ? image : image?.url) ?? url ?? file?.file_data ?? source?.url;
}

/** Returns the text of a block. A document of Anthropic may be one. */
function textOf({ text, source }: Block): string | undefined {
  return text ?? (source?.type === 'text' ? source.data : undefined);
}

function nameOf(block: Block): string {
  const text = textOf(block);
  if (text !== undefined) return text;
  const address = addressOf(block);
  return `[${block.type}: ${address?.startsWith('data:') ? 'data' : (address ?? idOf(block) ?? '')}]`;
}

/** Returns the name that a vendor gave a file. */
function idOf({ fileId, file_uri: uri, source_type: from, id, file }: Block): string | undefined {
  return fileId ?? uri ?? file?.file_id ?? (from === 'id' ? id : undefined);
}

import { isOfHarness, type Attachment, type ThinkingSeal } from '@total-recall/domain';
import { IMPORT_LIMITS } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import { isRecord, labelOf, mimeOf, textOf, type JsonRecord } from './json-values.ts';
import { holdsMore, isReadable, jsonOf, readableText } from './other-blocks.ts';
import type { DraftFrame, SessionDraft } from './session-draft.ts';

/** A part of a message's content, in the order of the file. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly seal?: ThinkingSeal }
  | { readonly type: 'file'; readonly attachment: Attachment }
  | { readonly type: 'call'; readonly id?: string; readonly name: string; readonly arguments: string }
  | {
      readonly type: 'result';
      readonly callId?: string;
      readonly name?: string;
      readonly text: string;
      readonly attachments: readonly Attachment[];
      readonly isError: boolean;
    };

/**
 * Reads a content value as Anthropic, OpenAI, the AI SDK and Pi write it: a string, or a list of blocks. Never throws;
 * blocks of unknown types are counted by type, and kept as JSON.
 */
export function contentParts(content: unknown, line: number, report: ImportReport): ContentPart[] {
  const text = textOf(content);
  if (text !== undefined) return [{ type: 'text', text }];
  const blocks = Array.isArray(content) ? content : isRecord(content) ? [content] : [];
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return block === '' ? [] : [{ type: 'text' as const, text: block.toWellFormed() }];
    return isRecord(block) ? partOf(block, line, report) : [];
  });
}

/** Adds a message's parts in order: thinking, texts (adjacent ones joined), calls and results. */
export function addParts(draft: SessionDraft, role: 'user' | 'assistant' | 'note', parts: readonly ContentPart[], frame: DraftFrame): void {
  const kind = role === 'assistant' ? 'agent_message' : role === 'user' ? 'user_message' : 'system_note';
  let texts: string[] = [];
  let files: Attachment[] = [];
  const flush = () => {
    const text = texts.join('\n');
    // Nobody asked for what the program around the model writes in the name of its user.
    const isNote = kind === 'user_message' && files.length === 0 && isOfHarness(text);
    if (texts.length > 0 || files.length > 0) draft.add(isNote ? 'system_note' : kind, text, frame, files);
    texts = [];
    files = [];
  };
  for (const part of parts) {
    if (part.type === 'text') texts.push(part.text);
    else if (part.type === 'file') files.push(part.attachment);
    else {
      flush();
      if (part.type === 'thinking') draft.addThinking(part, frame);
      else if (part.type === 'call') draft.addCall(part, frame);
      else draft.addResult(part, { ...frame, messageId: undefined });
    }
  }
  flush();
}

function partOf(block: JsonRecord, line: number, report: ImportReport): ContentPart[] {
  switch (block.type) {
    case 'text':
    case 'input_text':
    case 'output_text':
    case 'refusal':
      return textPart(textOf(block.text) ?? textOf(block.refusal));
    case 'thinking':
    case 'reasoning': {
      const text = textOf(block.thinking) ?? textOf(block.text);
      const signature = textOf(block.signature);
      if (signature) return [{ type: 'thinking', text: text ?? '', seal: { signature } }];
      return text === undefined ? [] : [{ type: 'thinking', text }];
    }
    case 'redacted_thinking': {
      const redacted = textOf(block.data);
      return redacted ? [{ type: 'thinking', text: '', seal: { redacted } }] : [];
    }
    case 'tool_use':
    case 'toolCall':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return [
        {
          type: 'call',
          id: textOf(block.id),
          name: textOf(block.name) ?? 'unknown',
          arguments: argumentsOf(block.input ?? block.arguments),
        },
      ];
    case 'tool_result':
    case 'web_search_tool_result':
    case 'mcp_tool_result':
      return [resultPart(block, line, report)];
    case 'image':
    case 'document':
    case 'image_url':
    case 'input_image':
    case 'file': {
      const former = () => filePart(block, line, report);
      return isReadOtherwise(block) ? report.byReading(() => fileParts(block, line, report), former) : former();
    }
    default:
      if (block.type === undefined && textOf(block.text)) return textPart(textOf(block.text));
      return report.byReading(
        () => otherParts(block, line, report),
        () => [],
      );
  }
}

/** Reads a block of a type that earlier versions left out. */
function otherParts(block: JsonRecord, line: number, report: ImportReport): ContentPart[] {
  const type = textOf(block.type) ?? 'untyped';
  switch (type) {
    case 'tool-call':
      return [
        {
          type: 'call',
          id: textOf(block.toolCallId),
          name: textOf(block.toolName) ?? 'unknown',
          arguments: argumentsOf(block.input ?? block.args),
        },
      ];
    case 'tool-result':
      return [sdkResult(block, line, report)];
    case 'input_file':
    case 'audio':
      return fileParts(block, line, report);
    case 'resource':
      if (isRecord(block.resource) && block.resource.blob !== undefined) return fileParts({ type, ...block.resource }, line, report);
  }
  if (type.endsWith('_tool_result')) return [resultPart(block, line, report)];
  if (isReadable(type)) {
    const inner = contentParts(block.content ?? block.tool_references ?? block.resource, line, report);
    const read = [...textPart(readableText(block)), ...inner];
    if (read.length > 0) return read;
  }
  report.unknownType(`block:${type}`);
  return holdsMore(block) ? [{ type: 'text', text: jsonOf(block) }] : [];
}

function textPart(text: string | undefined): ContentPart[] {
  return text === undefined ? [] : [{ type: 'text', text }];
}

function resultPart(block: JsonRecord, line: number, report: ImportReport): ContentPart {
  const { text, attachments } = flatContent(block.content, line, report);
  return { type: 'result', callId: textOf(block.tool_use_id), text, attachments, isError: block.is_error === true };
}

/** Reads a result of the AI SDK: a value (`result`), or one with the kind of it beside (`output`). */
function sdkResult({ toolCallId, toolName, output, result, isError }: JsonRecord, line: number, report: ImportReport): ContentPart {
  const { type, value } = isRecord(output) ? output : { type: undefined, value: output ?? result };
  const { text, attachments } =
    type === 'content' || typeof value === 'string'
      ? flatContent(value, line, report)
      : { text: value === undefined ? '' : JSON.stringify(value), attachments: [] };
  const failed = isError === true || type === 'error-text' || type === 'error-json';
  return { type: 'result', callId: textOf(toolCallId), name: textOf(toolName), text, attachments, isError: failed };
}

/** Returns the text and the files of a content value, for places that hold nothing else. */
export function flatContent(content: unknown, line: number, report: ImportReport): { text: string; attachments: Attachment[] } {
  return flatParts(contentParts(content, line, report));
}

/** Returns the text and the files of parts. */
export function flatParts(parts: readonly ContentPart[]): { text: string; attachments: Attachment[] } {
  return {
    text: parts.flatMap((part) => (part.type === 'text' || part.type === 'thinking' ? [part.text] : [])).join('\n'),
    attachments: parts.flatMap((part) => (part.type === 'file' ? [part.attachment] : [])),
  };
}

/** Returns the JSON text of a call's arguments; a string is kept as written. */
export function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value.toWellFormed();
  return value === undefined || value === null ? '{}' : JSON.stringify(value);
}

/** Returns true for a file in a form that earlier versions did not know: one of the AI SDK, or a document of blocks. */
function isReadOtherwise({ mediaType, image, data, source }: JsonRecord): boolean {
  return mediaType !== undefined || typeof image === 'string' || isUrl(textOf(data)) || (isRecord(source) && source.type === 'content');
}

function isUrl(text: string | undefined): boolean {
  return text !== undefined && /^(?:https?|data):/i.test(text);
}

/** Reads a file in any form; one that stands elsewhere, under an id, is kept as JSON. */
function fileParts(block: JsonRecord, line: number, report: ImportReport): ContentPart[] {
  const { type, source, data, image, url, file_url: place, file_data: encoded, blob, mediaType, mimeType, filename = block.uri } = block;
  if (isRecord(source) && source.type === 'content')
    return [...textPart(textOf(block.title)), ...contentParts(source.content, line, report)];
  const given = [data, image, url, place, encoded, blob].map(textOf).find((text) => text !== undefined);
  if (given === undefined) return [{ type: 'text', text: jsonOf(block) }];
  const held = isUrl(given) ? { url: given } : { data: given };
  const mime = textOf(mediaType) ?? textOf(mimeType) ?? (type === 'image' ? 'image/png' : 'application/octet-stream');
  return filePart({ type, filename, mimeType: mime, ...held }, line, report);
}

const DATA_URL = /^data:([a-z0-9.+/-]{1,100})?(?:;[a-z0-9=.-]{1,100})*;base64,/i;

function filePart(block: JsonRecord, line: number, report: ImportReport): ContentPart[] {
  const source = isRecord(block.source) ? block.source : isRecord(block.file) ? block.file : block;
  const image = isRecord(block.image_url) ? block.image_url.url : block.image_url;
  const url = textOf(image) ?? textOf(source.url) ?? textOf(source.file_data);
  const title = textOf(block.title) ?? textOf(source.filename);
  const match = url === undefined ? null : DATA_URL.exec(url);
  if (url !== undefined && !match) return [{ type: 'text', text: `[${textOf(block.type) ?? 'file'}: ${url}]` }];
  if (source.type === 'text') return textPart(textOf(source.data));
  const fallback = block.type === 'document' || block.type === 'file' ? 'application/octet-stream' : 'image/png';
  const mime = match?.[1] ?? textOf(source.media_type) ?? textOf(block.mimeType) ?? fallback;
  const encoded = match ? url!.slice(match[0].length) : textOf(source.data);
  return decodedPart(encoded, { mime, title }, line, report);
}

function decodedPart(
  encoded: string | undefined,
  about: { mime: string; title?: string },
  line: number,
  report: ImportReport,
): ContentPart[] {
  const data = encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
  if (!data || data.length === 0) {
    report.warn(line, `${about.mime} without readable data`);
    return [{ type: 'text', text: `[${about.mime}]` }];
  }
  if (data.length > IMPORT_LIMITS.attachmentBytes) {
    report.warn(line, `${about.mime} of ${data.length} bytes left out`);
    return [{ type: 'text', text: `[${about.mime} of ${data.length} bytes left out at import]` }];
  }
  return [
    {
      type: 'file',
      attachment: { mime: mimeOf(about.mime), data: new Uint8Array(data), ...(about.title && { title: labelOf(about.title) }) },
    },
  ];
}

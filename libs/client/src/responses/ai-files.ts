import { attachmentIn, type Attachment } from '../events/attached-files.ts';

/** A file in a message or a result of the AI SDK, in any version of its specification. */
export interface AiFile {
  readonly type: string;
  readonly mediaType?: string;
  readonly filename?: string;
  /** An object that names its kind since version 4 of the specification. */
  readonly data?: string | Uint8Array | URL | AiFileData;
  /** Address of a file in a result of earlier versions. */
  readonly url?: string;
  readonly text?: string;
}

type AiFileData =
  | { readonly type: 'data'; readonly data: string | Uint8Array }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'url'; readonly url: URL | string }
  | { readonly type: 'reference' };

/** A file as an event has it: bytes, or else a text that is it or names it. */
export type ReadFile = { readonly attachment: Attachment } | { readonly text: string };

export function readAiFile(file: AiFile): ReadFile {
  const { type, mediaType, filename = mediaType ?? type } = file;
  const given = aiFileData(file);
  if (given.type === 'text') return { text: given.text };
  if (given.type === 'url') return { text: `[${filename}: ${String(given.url)}]` };
  const attachment = given.type === 'data' ? attachmentIn(mediaType, given.data, file.filename) : undefined;
  return attachment ? { attachment } : { text: `[${filename}]` };
}

export function aiFileData({ data, url }: AiFile): AiFileData {
  if (data === undefined) return url === undefined ? { type: 'reference' } : { type: 'url', url };
  if (data instanceof URL) return { type: 'url', url: data };
  return typeof data === 'string' || data instanceof Uint8Array ? { type: 'data', data } : data;
}

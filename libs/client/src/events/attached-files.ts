import { base64Of, standardBase64 } from './base64.ts';
import { jsonBytes } from './fit-event.ts';
import type { NewEvent } from '../wire/wire-types.ts';

export type Attachment = NonNullable<NewEvent['attachments']>[number];

/** Files of one event, their characters of base64 beside its text (a request has 32 MiB), and characters of a title. */
const MOST_FILES = 16;
const MOST_CHARS = 30_000_000;
const MOST_TITLE = 128;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MEDIA_TYPE =
  /^[a-z0-9][a-z0-9+_.-]{0,63}\/[a-z0-9][a-z0-9+_.-]{0,63}(?:[ \t]?;[ \t]?[a-z0-9_.+-]{1,64}=(?:[a-z0-9_.+:-]{1,64}|"[a-z0-9_.+: -]{1,64}")){0,4}$/i;
const DATA_URL = /^data:([^,]*?);base64,/i;
/** Characters at the beginning of a data URL that say what it holds. */
const HEAD_CHARS = 300;

/** Base64 in either alphabet, in lines or not. */
const ANY_BASE64 = /^[A-Za-z0-9+/_\r\n-]*(?:=[\r\n]*){0,2}$/;

/**
 * Returns a file as an append takes it: in padded base64, with a title that is not too long. `data` is bytes, or base64.
 * Bytes of no type that is known here have that of any bytes. Undefined for a file that is too large for a request.
 * Errors: a TypeError for a string that is no base64.
 */
export function attachmentOf(mime: string | undefined, data: string | Uint8Array, title?: string): Attachment | undefined {
  if (typeof data === 'string' && !ANY_BASE64.test(data))
    throw new TypeError('The data of an attachment is bytes or base64. Of a text these are: new TextEncoder().encode(text).');
  return attachmentIn(mime, data, title);
}

/** Returns a file that another program wrote, as `attachmentOf` does. Signs in it that are not of base64 are left out. */
export function attachmentIn(mime: string | undefined, data: string | Uint8Array, title?: string): Attachment | undefined {
  const written = typeof data === 'string' ? padded(data) : base64Of(data);
  if (written.length > MOST_CHARS) return undefined;
  const type = mime?.trim() ?? '';
  const named = title?.trim().slice(0, MOST_TITLE).toWellFormed();
  return { mime: MEDIA_TYPE.test(type) ? type : 'application/octet-stream', data: written, ...(named && { title: named }) };
}

/** Reads a data URL; undefined for any other text, and for a file that is too large for a request. */
export function attachmentOfUrl(url: string, title?: string): Attachment | undefined {
  const [head, mime] = DATA_URL.exec(url.slice(0, HEAD_CHARS)) ?? [];
  return head === undefined ? undefined : attachmentIn(mime, url.slice(head.length), title);
}

/** Returns an event with its files, and further events for those that it has no room for. */
export function withFiles(event: NewEvent, files: readonly Attachment[] = []): NewEvent[] {
  const groups: Attachment[][] = [[]];
  let chars = files.length === 0 ? 0 : jsonBytes(event);
  for (const file of files) {
    chars += file.data.length;
    if (groups.at(-1)!.length === MOST_FILES || chars > MOST_CHARS) {
      groups.push([]);
      chars = file.data.length;
    }
    groups.at(-1)!.push(file);
  }
  // A call has one result alone.
  const more = { kind: event.kind === 'tool_result' ? 'system_note' : event.kind } as const;
  return groups.map((some, at) => ({ ...(at === 0 ? event : more), ...(some.length > 0 && { attachments: some }) }));
}

/** Files that models take and a window has no form for; it shows pictures and texts itself. */
const OFFICE = String.raw`msword|rtf|vnd\.(?:ms-(?:excel|powerpoint|word)|openxmlformats-officedocument|oasis\.opendocument)\b.*`;
const TAKEN = new RegExp(String.raw`^(?:application/(?:pdf|${OFFICE})|(?:audio|video)(?:/.+)?)$`, 'i');

/** Says whether models take files of this type that a window has no form for. */
export function isBesideWindow(mime: string): boolean {
  return TAKEN.test(mime);
}

function padded(data: string): string {
  return data.length % 4 === 0 && BASE64.test(data) ? data : standardBase64(data);
}

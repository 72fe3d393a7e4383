import { detectTextEncoding, type TextEncoding } from './detect-encoding.ts';
import { isTextMime } from './sniff-mime.ts';

/** Encodings by the charset names that senders use. */
const CHARSETS: Readonly<Record<string, TextEncoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'windows-1252': 'windows-1252',
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
};

/**
 * Splits a media type: `text/plain; charset="UTF-8"` has the type `text/plain` and the charset `utf-8`. Other
 * parameters are ignored.
 */
export function parseMediaType(text: string): { readonly type: string; readonly charset?: string } {
  const [type = '', ...parameters] = text.toLowerCase().split(';');
  const charset = parameters.flatMap((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(parameter)?.[1] ?? []).at(0);
  return { type: type.trim(), ...(charset !== undefined && { charset }) };
}

/**
 * Determines the encoding of bytes with a given media type; undefined where they are no text. A byte order mark
 * decides, then the named charset if the bytes can be read in it, else detection.
 */
export function textEncodingOf(bytes: Uint8Array, mime: string): TextEncoding | undefined {
  const { type, charset } = parseMediaType(mime);
  const isDeclared = isTextMime(type);
  const detected = detectTextEncoding(bytes, isDeclared);
  const named = charset === undefined || !isDeclared || hasMark(bytes) ? undefined : CHARSETS[charset];
  if (named === undefined || named === 'utf-8') return detected;
  return named === 'windows-1252' || bytes.length % 2 === 0 ? named : detected;
}

function hasMark([first, second, third]: Uint8Array): boolean {
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first === 0xef && second === 0xbb && third === 0xbf)
  );
}

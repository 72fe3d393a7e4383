import { CHARSETS, type TextEncoding } from './charsets.ts';
import { detectTextEncoding, hasUtf32Mark, isUtf8 } from './detect-encoding.ts';
import { isTextMime } from './sniff-mime.ts';

/**
 * Splits a media type: `text/plain; charset="UTF-8"` has the type `text/plain` and the charset `utf-8`. Other
 * parameters are ignored.
 */
export function parseMediaType(text: string): { readonly type: string; readonly charset?: string } {
  const [type = '', ...parameters] = text.toLowerCase().split(';');
  const charset = parameters.flatMap((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(parameter)?.[1] ?? []).at(0);
  return { type: type.trim(), ...(charset !== undefined && { charset }) };
}

/** Labels that say little of the bytes: ASCII is what many send that look at nothing, and UTF-16 has two orders. */
const VAGUE = { ascii: new Set(['us-ascii', 'ascii', 'ansi_x3.4-1968']), wide: 'utf-16' } as const;

/**
 * Determines the encoding of bytes with a given media type; undefined where they are no text. A byte order mark
 * decides, then the named charset if the bytes can be read in it, else detection. Bytes named UTF-8 are read so where
 * they are damaged too, unless more of their characters are invalid than valid.
 */
export function textEncodingOf(bytes: Uint8Array, mime: string): TextEncoding | undefined {
  const { type, charset } = parseMediaType(mime);
  const isDeclared = isTextMime(type);
  const detected = detectTextEncoding(bytes, isDeclared);
  if (charset === undefined || !isDeclared || hasMark(bytes) || VAGUE.ascii.has(charset)) return detected;
  const named = CHARSETS.get(charset);
  if (named === undefined) return detected;
  if (named === 'utf-8') return detected !== undefined && !detected.startsWith('utf-') && isUtf8(bytes, true) ? named : detected;
  if (named !== 'utf-16le' && named !== 'utf-16be') return named;
  if (charset === VAGUE.wide && detected === 'utf-16be') return detected;
  return bytes.length % 2 === 0 ? named : detected;
}

function hasMark(bytes: Uint8Array): boolean {
  const [first, second, third] = bytes;
  return (
    hasUtf32Mark(bytes) ||
    (first === 0xff && second === 0xfe) ||
    (first === 0xfe && second === 0xff) ||
    (first === 0xef && second === 0xbb && third === 0xbf)
  );
}

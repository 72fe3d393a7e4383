import { isUtf8 } from 'node:buffer';
import type { ErrorCode } from '@total-recall/contracts';

/** Value of a body, or the reason for its refusal. It is plain data because it may come from another thread. */
export type ParsedJson =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly message: string };

/** Parses a body whose limits were checked before. */
export function parseJson(body: Uint8Array): ParsedJson {
  if (!isUtf8(body)) return refused('invalid_utf8', 'The body holds bytes that are not UTF-8.');
  try {
    return { kind: 'parsed', value: JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')) as unknown };
  } catch (error) {
    // The parser's message quotes a part of the body, so only the position is passed on.
    const place = /position (\d+)/.exec(String(error))?.[1];
    return refused('invalid_json', place === undefined ? 'The body is not JSON.' : `The body is not JSON: see character ${place}.`);
  }
}

function refused(code: ErrorCode, message: string): ParsedJson {
  return { kind: 'refused', code, message };
}

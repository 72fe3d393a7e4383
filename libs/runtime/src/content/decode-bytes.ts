import type { TextEncoding } from '@total-recall/domain';

/** Decodes bytes to well-formed text, without the byte order mark. */
export function decodeBytes(bytes: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(bytes).toWellFormed();
}

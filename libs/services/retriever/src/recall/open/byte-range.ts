import { utf8Length } from '@total-recall/domain';

/** Part of the text of an event, in bytes of UTF-8. */
export interface ByteRange {
  readonly fromByte: number;
  readonly toByte: number;
}

/** Returns a part of a text, given in UTF-16 units, in bytes of UTF-8. */
export function byteRangeOf(text: string, from: number, to: number): ByteRange {
  const fromByte = utf8Length(text.slice(0, from));
  return { fromByte, toByte: fromByte + utf8Length(text.slice(from, to)) };
}

import type { FieldLayout, MessageLayouts } from './message-layout.ts';

export interface MessageLimits {
  /** Most fields in total, those of messages within the message and the numbers of packed lists included. */
  readonly values: number;
  /** Deepest nesting of messages. */
  readonly depth: number;
}

/** A fault of the bytes of a message: a limit that they exceed, or that they do not have its form. */
export type MessageFault = 'values' | 'depth' | 'form';

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;

/** Wire types of scalars; a message has a length, too. */
const WIRE_TYPES: Readonly<Record<string, number>> = { int32: VARINT, int64: VARINT, bool: VARINT, double: FIXED_64 };
const TEXTS: ReadonlySet<string> = new Set(['string', 'bytes']);

/**
 * Counts the fields of a message in its bytes, before anything is built of them. It looks into what the layout calls a
 * message, and skips texts and fields that it does not know. A known field in another form than its own is refused: the
 * decoder would read its content as fields.
 */
export function measureMessage(bytes: Uint8Array, name: string, layouts: MessageLayouts, limits: MessageLimits): MessageFault | undefined {
  let [at, values] = [0, 0];

  /** Reads an unsigned number of 32 bits; undefined for none. Higher bits are dropped, as the decoder does. */
  function readNumber(end: number): number | undefined {
    let value = 0;
    for (let shift = 0; shift < 70 && at < end; shift += 7) {
      const byte = bytes[at++]!;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    return undefined;
  }

  function walk(end: number, fields: ReadonlyMap<number, FieldLayout>, depth: number): MessageFault | undefined {
    if (depth > limits.depth) return 'depth';
    while (at < end) {
      const tag = readNumber(end);
      if (tag === undefined) return 'form';
      if (++values > limits.values) return 'values';
      const fault = takeField(tag & 7, fields.get(tag >>> 3), end, depth);
      if (fault) return fault;
    }
    return undefined;
  }

  function takeField(wireType: number, field: FieldLayout | undefined, end: number, depth: number): MessageFault | undefined {
    const own = field && (WIRE_TYPES[field.type] ?? LENGTH);
    const isPacked = field?.isRepeated === true && own !== LENGTH && wireType === LENGTH;
    if (own !== undefined && wireType !== own && !isPacked) return 'form';
    if (wireType === VARINT) return readNumber(end) === undefined ? 'form' : undefined;
    const size = wireType === LENGTH ? readNumber(end) : wireType === FIXED_64 ? 8 : wireType === FIXED_32 ? 4 : undefined;
    if (size === undefined || size > end - at) return 'form';
    const stop = at + size;
    if (isPacked) {
      values += own === FIXED_64 ? size / 8 : size;
      if (values > limits.values) return 'values';
    } else if (field && own === LENGTH && !TEXTS.has(field.type)) {
      return walk(stop, layouts.get(field.type)!, depth + 1);
    }
    at = stop;
    return undefined;
  }

  return walk(bytes.length, layouts.get(name)!, 1);
}

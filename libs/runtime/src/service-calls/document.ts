import { TotalRecallError } from '../errors.ts';

/** A domain value in transit: see services.proto. */
export interface Document {
  readonly json: Uint8Array;
  readonly binaries: readonly Uint8Array[];
}

/**
 * Encodes plain data: objects, lists, strings, numbers, booleans, null, bytes, sets, maps. Throws for
 * anything else, which is a bug.
 */
export function encodeDocument(value: unknown): Document {
  const binaries: Uint8Array[] = [];
  return { json: Buffer.from(JSON.stringify(pack(value, binaries))), binaries };
}

/** Decodes what `encodeDocument` wrote. Errors: `invalid_request` for anything else. */
export function decodeDocument(document: Partial<Document> | null | undefined): unknown {
  try {
    return unpack(JSON.parse(Buffer.from(document!.json!).toString('utf8')), document!.binaries ?? []);
  } catch (cause) {
    throw new TotalRecallError('invalid_request', 'The document of the call cannot be read.', { cause });
  }
}

function pack(value: unknown, binaries: Uint8Array[]): unknown {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? value : { $number: numberText(value) };
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot travel between services`);
  if (Array.isArray(value)) return value.map((item) => pack(item, binaries));
  if (value instanceof Uint8Array) return { $bytes: binaries.push(value) - 1 };
  if (value instanceof Set) return { $set: [...value].map((item) => pack(item, binaries)) };
  if (value instanceof Map) return { $map: [...value].map((pair) => pack(pair, binaries)) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`a ${value.constructor.name} cannot travel between services`);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [key.startsWith('$') ? `$${key}` : key, pack(field, binaries)]));
}

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

function unpack(value: unknown, binaries: readonly Uint8Array[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => unpack(item, binaries));
  const fields = Object.entries(value);
  const [first] = fields;
  if (fields.length === 1 && first && /^\$[^$]/.test(first[0])) return unpackTagged(first[0], first[1], binaries);
  return Object.fromEntries(fields.map(([key, field]) => [key.startsWith('$$') ? key.slice(1) : key, unpack(field, binaries)]));
}

function unpackTagged(tag: string, value: unknown, binaries: readonly Uint8Array[]): unknown {
  if (tag === '$number') return Number(value);
  if (tag === '$bytes') return bytesAt(binaries, value);
  const items = unpack(value, binaries) as unknown[];
  if (tag === '$set') return new Set(items);
  if (tag === '$map') return new Map(items as [unknown, unknown][]);
  throw new TypeError('unknown tag');
}

function bytesAt(binaries: readonly Uint8Array[], index: unknown): Uint8Array {
  const bytes = binaries[index as number];
  if (!(bytes instanceof Uint8Array)) throw new TypeError('no such binary');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzip,
  inflate,
  zstdDecompress,
} from 'node:zlib';
import type { AnswerRoom } from '../answers/read-events.ts';

/** Why an answer was not read. */
export type UnreadReason = 'too_large' | 'encoding' | 'undecodable' | 'type' | 'form';

/** A body that was read whole, or as much of it as came before it was given up. */
export type WholeAnswer =
  | { readonly kind: 'read'; readonly raw: Buffer; readonly plain: Buffer }
  /** `raw` is what of the body has come; the rest is still to be read from the answer. */
  | { readonly kind: 'unread'; readonly why: UnreadReason; readonly raw: Buffer };

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

/** Encodings that are read though none was asked for: some servers compress whatever they are told. */
const ENCODINGS: Readonly<Record<string, { readonly decode: Decode; readonly createStream: () => NodeJS.ReadWriteStream }>> = {
  gzip: { decode: promisify<Buffer, object, Buffer>(gunzip), createStream: createGunzip },
  'x-gzip': { decode: promisify<Buffer, object, Buffer>(gunzip), createStream: createGunzip },
  deflate: { decode: promisify<Buffer, object, Buffer>(inflate), createStream: createInflate },
  br: { decode: promisify<Buffer, object, Buffer>(brotliDecompress), createStream: createBrotliDecompress },
  zstd: { decode: promisify<Buffer, object, Buffer>(zstdDecompress), createStream: createZstdDecompress },
};

function encodingOf({ headers }: IncomingMessage): string {
  return (headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity';
}

/** Returns true where an answer can be read, decoded if need be. */
export function isReadable(from: IncomingMessage): boolean {
  const encoding = encodingOf(from);
  return encoding === 'identity' || Object.hasOwn(ENCODINGS, encoding);
}

/**
 * Reads a body whole, up to what there is room for, both as it comes and decoded. Rejects where it is broken off. The
 * answer stays open where it was too large as it came, so that it can be passed on.
 */
export async function readWhole(from: IncomingMessage, room: AnswerRoom): Promise<WholeAnswer> {
  if (!isReadable(from)) return { kind: 'unread', why: 'encoding', raw: Buffer.alloc(0) };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > room.bytes) return { kind: 'unread', why: 'too_large', raw: Buffer.concat(chunks) };
  }
  const raw = Buffer.concat(chunks);
  const encoding = encodingOf(from);
  try {
    const plain = encoding === 'identity' ? raw : await ENCODINGS[encoding]!.decode(raw, { maxOutputLength: Math.max(1, room.bytes) });
    room.bytes -= plain.length;
    return { kind: 'read', raw, plain };
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return { kind: 'unread', why: isLarge ? 'too_large' : 'undecodable', raw };
  }
}

/** Returns the chunks of a readable answer, decoded as they come. */
export function plainChunks(from: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = encodingOf(from);
  if (encoding === 'identity') return from;
  const decoder = ENCODINGS[encoding]!.createStream();
  // An error is thrown to the reader of the chunks.
  pipeline(from, decoder, () => undefined);
  return decoder as unknown as AsyncIterable<Buffer>;
}

import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { AnswerRoom } from '../answers/answer-budget.ts';
import { createDecoder, encodingOf, isKnownEncoding } from './encodings.ts';

/** Why an answer was not read. */
export type UnreadReason = 'too_large' | 'no_room' | 'encoding' | 'undecodable' | 'type' | 'form';

/** A body that was read whole, or as much of it as came before it was given up. */
export type WholeAnswer =
  | { readonly kind: 'read'; readonly raw: Buffer; readonly plain: Buffer }
  /** `raw` is what of the body has come; the rest is still to be read from the answer. */
  | { readonly kind: 'unread'; readonly why: UnreadReason; readonly raw: Buffer };

/** Returns true where an answer can be read, decoded if need be: some servers compress whatever they are told. */
export function isReadable(from: IncomingMessage): boolean {
  return isKnownEncoding(encodingOf(from.headers));
}

/**
 * Reads a body whole, up to what there is room for, both as it comes and decoded. Rejects where it is broken off. The
 * answer stays open where there was no room for it as it came, so that it can be passed on.
 */
export async function readWhole(from: IncomingMessage, room: AnswerRoom): Promise<WholeAnswer> {
  if (!isReadable(from)) return { kind: 'unread', why: 'encoding', raw: Buffer.alloc(0) };
  const read = await gather(from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>, room);
  const raw = Buffer.concat(read.chunks);
  if (read.why) return { kind: 'unread', why: read.why, raw };
  const encoding = encodingOf(from.headers);
  if (encoding === 'identity') {
    room.bytes -= raw.length;
    return { kind: 'read', raw, plain: raw };
  }
  const decoder = createDecoder(encoding);
  decoder.end(raw);
  try {
    const { chunks, size, why } = await gather(decoder as unknown as AsyncIterable<Buffer>, room);
    if (why) return { kind: 'unread', why, raw };
    room.bytes -= size;
    return { kind: 'read', raw, plain: Buffer.concat(chunks) };
  } catch {
    return { kind: 'unread', why: 'undecodable', raw };
  }
}

/** Takes chunks while there is room for them; `why` says that there was none for the last one. */
async function gather(
  from: AsyncIterable<Buffer>,
  room: AnswerRoom,
): Promise<{ readonly chunks: Buffer[]; readonly size: number; readonly why?: 'too_large' | 'no_room' }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of from) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > room.bytes) return { chunks, size, why: 'too_large' };
    if (!room.hold(chunk.length)) return { chunks, size, why: 'no_room' };
  }
  return { chunks, size };
}

/** Returns the chunks of a readable answer, decoded as they come. */
export function plainChunks(from: IncomingMessage): AsyncIterable<Buffer> {
  const encoding = encodingOf(from.headers);
  if (encoding === 'identity') return from;
  const decoder = createDecoder(encoding);
  // An error is thrown to the reader of the chunks.
  pipeline(from, decoder, () => undefined);
  return decoder as unknown as AsyncIterable<Buffer>;
}

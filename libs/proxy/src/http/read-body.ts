import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { PROXY_LIMITS } from '../limits.ts';
import type { CallRoom } from './body-room.ts';

export type ReadBody =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  /** It does not fit beside other bodies; `stream` has all of it. */
  | { readonly kind: 'no_room'; readonly stream: Readable };

/**
 * Reads a body up to the limit, once there is room for what it announces; one that announces nothing takes room as it
 * comes. Rejects where the caller goes away before its end.
 */
export async function readBody(incoming: IncomingMessage, room: CallRoom): Promise<ReadBody> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  if (announced > PROXY_LIMITS.bodyBytes) return { kind: 'too_large' };
  if (announced > 0 && !(await room.wait(announced))) return { kind: 'no_room', stream: incoming };
  const chunks: Buffer[] = [];
  let size = 0;
  const parts = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    size += next.value.length;
    if (size > PROXY_LIMITS.bodyBytes) return { kind: 'too_large' };
    chunks.push(next.value);
    if (announced === 0 && !room.take(next.value.length))
      // A caller who goes away ends the call by its signal. An error that nobody hears would end the process.
      return { kind: 'no_room', stream: Readable.from(goOn(chunks, parts)).on('error', () => undefined) };
  }
  return { kind: 'read', bytes: Buffer.concat(chunks) };
}

/** Yields what was read, then the rest. */
async function* goOn(chunks: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks.splice(0);
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

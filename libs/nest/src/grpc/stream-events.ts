import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Fields } from './call-route.ts';

const PAGE = 100;

/**
 * Streams the events of a session from one ordinal up to the last folded event. Reads a page only when the reader has
 * taken the one before.
 */
export async function* streamEvents(
  call: ServerWritableStream<Fields, Fields>,
  start: Fields,
  readPage: (page: Fields) => Promise<Fields>,
): AsyncGenerator<Fields> {
  const gone = new AbortController();
  call.once('cancelled', () => gone.abort());
  let from: unknown = start['from_ordinal'];
  do {
    const page = await readPage({ ...start, ...(from !== undefined && { from_ordinal: from }), limit: PAGE });
    yield* page['events'] as Fields[];
    from = page['next_ordinal'];
    if (call.writableNeedDrain) await once(call, 'drain', { signal: gone.signal }).catch(() => undefined);
  } while (from !== undefined && !call.cancelled);
}

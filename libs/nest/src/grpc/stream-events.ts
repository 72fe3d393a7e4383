import { once } from 'node:events';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Fields } from './call-route.ts';

const PAGE = 100;

/** An answer, and a promise that resolves once it does not count any more. */
export interface CountedAnswer {
  readonly answer: Fields;
  readonly settled: Promise<void>;
}

/** Reads a page, which counts until `taken` resolves. */
export type ReadPage = (page: Fields, taken: Promise<void>) => Promise<CountedAnswer>;

/**
 * Streams the events of a session from one ordinal up to the last folded event. Reads a page only when the reader has
 * taken the one before.
 */
export async function* streamEvents(call: ServerWritableStream<Fields, Fields>, start: Fields, readPage: ReadPage): AsyncGenerator<Fields> {
  const gone = new AbortController();
  call.once('cancelled', () => gone.abort());
  let from: unknown = start['from_ordinal'];
  do {
    const { promise: taken, resolve: isTaken } = Promise.withResolvers<void>();
    const request = { ...start, ...(from !== undefined && { from_ordinal: from }), limit: PAGE };
    const { answer: page, settled } = await readPage(request, taken);
    try {
      yield* page['events'] as Fields[];
      from = page['next_ordinal'];
      if (call.writableNeedDrain) await once(call, 'drain', { signal: gone.signal }).catch(() => undefined);
    } finally {
      isTaken();
      await settled;
    }
  } while (from !== undefined && !call.cancelled);
}

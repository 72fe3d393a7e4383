import type { IncomingMessage } from 'node:http';
import { PROXY_LIMITS } from '../limits.ts';
import { createDecoder, encodingOf, isKnownEncoding } from './encodings.ts';
import { endToEnd } from './upstream.ts';

export interface DecodedBody {
  readonly bytes: Buffer;
  /** Headers that go with these bytes, names and values in turn. */
  readonly rawHeaders: readonly string[];
}

/**
 * Returns a request's body without its compression; undefined for one that does not decode, or that is larger than a
 * request may be once it is unpacked, and `no_room` where `take` has none for what it unpacks to.
 */
export async function decodeBody(
  body: Buffer,
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  take: (bytes: number) => boolean,
): Promise<DecodedBody | 'no_room' | undefined> {
  const encoding = encodingOf(headers);
  if (encoding === 'identity') return { bytes: body, rawHeaders };
  if (!isKnownEncoding(encoding)) return undefined;
  const decoder = createDecoder(encoding);
  decoder.end(body);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoder as unknown as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > PROXY_LIMITS.bodyBytes) return undefined;
      if (!take(chunk.length)) return 'no_room';
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return { bytes: Buffer.concat(chunks), rawHeaders: endToEnd(rawHeaders, new Set(['content-encoding'])) };
}

import type { IncomingMessage } from 'node:http';
import { PROXY_LIMITS } from '../limits.ts';

/** Reads a body up to the limit; undefined for a longer one. Rejects where the caller goes away before its end. */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > PROXY_LIMITS.bodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

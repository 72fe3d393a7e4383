import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { PreparedCall } from '../calls/agent-call.ts';
import { endToEnd } from './upstream.ts';

/** Passes an answer on as it comes, behind what of its body has come already. */
export async function pass(
  from: IncomingMessage,
  outgoing: ServerResponse,
  added: Readonly<Record<string, string>> = {},
  begun?: Buffer,
): Promise<void> {
  outgoing.writeHead(from.statusCode!, from.statusMessage ?? '', [...endToEnd(from.rawHeaders), ...Object.entries(added).flat()]);
  // A stream may stay silent for long; its reader is told at once that it has begun.
  outgoing.flushHeaders();
  if (from.readableEnded) {
    outgoing.end(begun);
    return;
  }
  if (begun?.length) outgoing.write(begun);
  await pipeline(from, outgoing);
}

/** Writes the head of an answer that was read. Its length and its encoding are no longer the vendor's. */
export function beginRead(from: IncomingMessage, outgoing: ServerResponse, added: Readonly<Record<string, string>> = {}): void {
  const headers = endToEnd(from.rawHeaders, new Set(['content-length', 'content-encoding']));
  outgoing.writeHead(200, from.statusMessage ?? '', [...headers, ...Object.entries(added).flat()]);
  outgoing.flushHeaders();
}

/** Says by headers what became of a request. */
export function headerOf({ outcome, edits, isErased }: Pick<PreparedCall, 'outcome' | 'edits' | 'isErased'>): Record<string, string> {
  return {
    'X-Total-Recall-Window': outcome,
    ...(edits && { 'X-Total-Recall-Edits': edits.join(', ') }),
    ...(isErased && { 'X-Total-Recall-Kept': 'erased' }),
  };
}

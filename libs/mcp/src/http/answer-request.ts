import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Answers a request of node:http by a handler of web requests. The signal of the request fires when the caller goes
 * away. An answer that its reader leaves is no failure.
 */
export async function answerRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await handle(webRequest(incoming, gone.signal));
  if (outgoing.destroyed) return;
  // The rest of a body that was too large is not read, so no further request may come over this connection.
  if (!incoming.complete) outgoing.setHeader('Connection', 'close');
  outgoing.writeHead(response.status, [...response.headers].flat());
  if (response.body === null) {
    outgoing.end();
    return;
  }
  // An answer that stays open tells its reader so at once.
  outgoing.flushHeaders();
  await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
}

function webRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const body = hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {};
  // The host of the URL is never used: Host was checked before, and paths decide.
  return new Request(new URL(url, 'http://localhost'), { method, headers, signal, ...body } as RequestInit);
}

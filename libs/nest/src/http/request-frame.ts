import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Pattern of request ids that a caller may choose. */
export const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;
const ids = new WeakMap<IncomingMessage, string>();

/** Creates a request id: the trace id and a random suffix, as a caller may make many requests in one trace. */
export const newRequestId = (traceId: string): string => `${traceId}-${randomUUID().slice(0, 8)}`;

/**
 * Returns the id of a request: the caller's own if it is well formed, else a new one. Repeated calls return the same
 * id.
 */
export function requestIdOf(request: IncomingMessage, traceId?: string): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : traceId === undefined ? randomUUID() : newRequestId(traceId);
  ids.set(request, id);
  return id;
}

/** Sets the headers of every answer: no answer is a page, a frame or a script, and none is cached. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
}

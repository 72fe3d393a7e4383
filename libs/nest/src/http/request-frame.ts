import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request id that a caller may choose. */
export const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;
const ids = new WeakMap<IncomingMessage, string>();

/** A new id of a request: that of its trace, and a little more, as a caller may make many requests in one trace. */
export const newRequestId = (traceId: string): string => `${traceId}-${randomUUID().slice(0, 8)}`;

/** The id of a request: the caller's own where it is a decent one, else a new one. The same on every call. */
export function requestIdOf(request: IncomingMessage, traceId?: string): string {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : traceId === undefined ? randomUUID() : newRequestId(traceId);
  ids.set(request, id);
  return id;
}

/** Headers that every answer carries: nothing here is a page, a frame or a script, and nothing is kept by a cache. */
export function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
}

import type { IncomingHttpHeaders } from 'node:http';
import { localhostAllowedHostnames, localhostAllowedOrigins, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';

export interface AdmissionRules {
  /** Names under which the server is reached beside those of loopback. */
  readonly hosts: readonly string[];
  /** Host names of web pages that may call it; none but loopback's where empty. */
  readonly origins: readonly string[];
  /** Space of the path `/mcp`. */
  readonly space: string;
  /** Key of callers on this machine that bring none; absent where each has to bring its own. */
  readonly apiKey?: string;
}

export type Admission =
  | { readonly kind: 'admitted'; readonly apiKey: string; readonly space: string }
  | { readonly kind: 'refused'; readonly status: 401 | 403 | 404; readonly code: string; readonly message: string };

/** Says what pages may send, and for how long a browser need not ask again. */
const PAGES = {
  'Access-Control-Allow-Methods': 'POST, GET, DELETE',
  'Access-Control-Allow-Headers':
    'Content-Type, Accept, Authorization, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
  'Access-Control-Max-Age': '600',
};

const PATH = /^\/mcp(?:\/([A-Za-z0-9][A-Za-z0-9._:@-]{0,127}))?\/?$/;
const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

/**
 * Decides whether a request is served, for which space and with which key. Host and Origin are checked first: a web
 * page that makes a browser resolve its own name to this machine must get nothing, not even the default key's answers.
 */
export function admitRequest({ url = '/', headers }: { url?: string; headers: IncomingHttpHeaders }, rules: AdmissionRules): Admission {
  const host = validateHostHeader(headers.host, [...localhostAllowedHostnames(), ...rules.hosts]);
  if (!host.ok) return refused(403, 'forbidden', 'The Host header names no host of this server; allow it with --allow-host.');
  const origin = validateOriginHeader(headers.origin, [...localhostAllowedOrigins(), ...rules.origins]);
  if (!origin.ok) return refused(403, 'forbidden', 'Pages of this origin may not call this server; allow it with --allow-origin.');
  const path = PATH.exec(url.split('?', 1)[0]!);
  if (!path) return refused(404, 'not_found', 'The server answers at /mcp and /mcp/SPACE.');
  const { authorization } = headers;
  // A caller under another host name, such as that of a proxy, may be anybody.
  const isLocal = validateHostHeader(headers.host, localhostAllowedHostnames()).ok;
  const apiKey = authorization === undefined ? (isLocal ? rules.apiKey : undefined) : BEARER.exec(authorization)?.[1];
  if (apiKey === undefined) return refused(401, 'unauthenticated', 'Send an API key of the memory service: Authorization: Bearer tr_...');
  return { kind: 'admitted', apiKey, space: path[1] ?? rules.space };
}

/**
 * Returns the headers by which a browser lets a page that may call the server read its answers; none for other callers. A
 * page of this machine is anybody's who serves one here, so where callers need no key of their own it has to be named.
 */
export function pageHeaders(headers: IncomingHttpHeaders, rules: AdmissionRules): Readonly<Record<string, string>> {
  const { host, origin } = headers;
  const isAllowed =
    origin !== undefined &&
    validateHostHeader(host, [...localhostAllowedHostnames(), ...rules.hosts]).ok &&
    validateOriginHeader(origin, [...(rules.apiKey === undefined ? localhostAllowedOrigins() : []), ...rules.origins]).ok;
  return isAllowed ? { 'Access-Control-Allow-Origin': origin, Vary: 'Origin' } : {};
}

/** Returns the headers that answer a browser's question, ahead of a call by a page, whether it may make it; undefined for all else. */
export function preflightHeaders(
  { method, headers }: { method?: string; headers: IncomingHttpHeaders },
  rules: AdmissionRules,
): Readonly<Record<string, string>> | undefined {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
  const allowed = pageHeaders(headers, rules);
  return Object.keys(allowed).length === 0 ? undefined : { ...allowed, ...PAGES };
}

function refused(status: 401 | 403 | 404, code: string, message: string): Admission {
  return { kind: 'refused', status, code, message };
}

import type { IncomingHttpHeaders } from 'node:http';
import type { ToolsMode } from '../window/plan-call.ts';

export interface AdmissionRules {
  /**
   * Names under which the proxy is reached beside those of this machine; any where each caller brings a key, which no web
   * page has.
   */
  readonly hosts: readonly string[] | 'any';
  /** Host names of web pages that may call it; none but this machine's where empty. */
  readonly origins: readonly string[];
  /** Space of calls that name none. */
  readonly space: string;
  /** Key of callers on this machine that bring none; absent where each has to bring its own. */
  readonly apiKey?: string;
}

export type Admission =
  | {
      readonly kind: 'admitted';
      readonly apiKey: string;
      readonly space: string;
      readonly session?: string;
      readonly tools?: ToolsMode;
      /** Path and query for the upstream, without what was ours in them. */
      readonly target: string;
    }
  /** A route of the proxy's own, which programs of this machine may read without a key. */
  | { readonly kind: 'own'; readonly route: 'metrics' | 'health' }
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 403; readonly code: string; readonly message: string };

export const KEY_HEADER = 'x-total-recall-key';
export const SPACE_HEADER = 'x-total-recall-space';
export const SESSION_HEADER = 'x-total-recall-session';
export const TOOLS_HEADER = 'x-total-recall-tools';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
/** A key and a space may stand before the vendor's path: /tr_..., /@space, or both. Some programs write the space as %40space. */
const PATH = /^(?:\/(tr_[\w-]+))?(?:\/(?:@|%40)([^/?]+))?(\/.*)?$/;
/** SDKs of Anthropic's add the version to a base, also to one that has it; no vendor has a route with both. */
const TWICE_VERSIONED = /^\/v1(?=\/v1\/)/;
/** A key anywhere else in a path, in a query or in a header of the vendor's: it would go on to the vendor. */
export const MISPLACED_KEY = /(?:\b|%[\da-fA-F]{2})tr_[0-9a-z]{16}_[\w-]{43}/;
/** Names of headers in which vendors and gateways read keys: a key of ours there is a mistake that its caller has to be told. */
const CREDENTIALS = /(?:^|-)(?:(?:api)?key|token|auth(?:orization)?|cookie)$/;
/**
 * A step up or in place: behind the path of the upstream's own base it would lead out of it. Servers in Java drop what stands
 * behind a semicolon of a step before they walk.
 */
const DOTS = /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\?#;]|%2f|%5c|%3b|$)/i;
/** Headers that every server on the way needs: a request without them would be another one to the next server. */
const NEVER_OF_CONNECTION: ReadonlySet<string> = new Set(['content-length', 'host', 'transfer-encoding']);
const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Decides whether a call is served, for which key and space. Host and Origin are checked first: a web page that makes a
 * browser resolve its own name to this machine must get nothing. The upstream's key is never looked at.
 */
export function admitCall({ url = '/', headers }: { url?: string; headers: IncomingHttpHeaders }, rules: AdmissionRules): Admission {
  const host = nameOf(`http://${headers.host ?? ''}`);
  const isLocal = host !== undefined && OWN_NAMES.has(host);
  if (!isLocal && (host === undefined || !(rules.hosts === 'any' || rules.hosts.includes(host))))
    return refused(403, 'forbidden', 'The Host header names no host of this proxy; allow it with --allow-host.');
  const origin = headers.origin === undefined ? 'localhost' : nameOf(headers.origin);
  if (origin === undefined || (!OWN_NAMES.has(origin) && !rules.origins.includes(origin)))
    return refused(403, 'forbidden', 'Pages of this origin may not call this proxy; allow it with --allow-origin.');
  // Under any name a caller may say that it is of this machine; the operations port has the metrics there.
  if (rules.hosts !== 'any' && isLocal && (url === '/-/metrics' || url === '/-/health'))
    return { kind: 'own', route: url === '/-/metrics' ? 'metrics' : 'health' };
  const kept = connectionNames(headers.connection ?? '').find((name) => NEVER_OF_CONNECTION.has(name));
  if (kept !== undefined)
    return refused(400, 'invalid_request', `The header Connection may not name ${kept}, which goes on to the vendor.`);
  const [, inPath, space, path = '/'] = PATH.exec(url) ?? [];
  const target = path.replace(TWICE_VERSIONED, '');
  if (MISPLACED_KEY.test(target))
    return refused(400, 'invalid_request', 'A key of the memory stands first in the path: /tr_.../v1, or /tr_.../@SPACE/v1.');
  if (DOTS.test(target.split('?', 1)[0]!)) return refused(400, 'invalid_request', 'A path has no steps named . or .. in it.');
  const misplaced = Object.keys(headers).find(
    (name) => !name.startsWith('x-total-recall-') && CREDENTIALS.test(name) && MISPLACED_KEY.test(String(headers[name])),
  );
  if (misplaced !== undefined)
    return refused(
      400,
      'invalid_request',
      `The header ${misplaced} goes on to the vendor, and has a key of the memory. Send that in ${KEY_HEADER}, or as /tr_.../ before the path.`,
    );
  // Who calls under another name, such as that of a reverse proxy, may be anybody.
  const apiKey = one(headers[KEY_HEADER]) ?? inPath ?? (isLocal ? rules.apiKey : undefined);
  if (apiKey === undefined)
    return refused(401, 'unauthenticated', `Send a key of the memory: the header ${KEY_HEADER}, or /tr_.../ before the path.`);
  const named = one(headers[SPACE_HEADER]) ?? (space === undefined ? rules.space : decoded(space));
  const session = one(headers[SESSION_HEADER]);
  for (const name of [named, ...(session === undefined ? [] : [session])])
    if (!NAME.test(name))
      return refused(400, 'invalid_request', 'A space or a session has letters, digits and . _ : @ - only, at most 128.');
  const tools = one(headers[TOOLS_HEADER]);
  if (tools !== undefined && !isToolsMode(tools))
    return refused(
      400,
      'invalid_request',
      `The header ${TOOLS_HEADER} says shown, for calls of recall and open to reach you, or off, for no such tools.`,
    );
  return { kind: 'admitted', apiKey, space: named, ...(session !== undefined && { session }), ...(tools && { tools }), target };
}

function isToolsMode(value: string): value is ToolsMode {
  return value === 'shown' || value === 'off';
}

/** Returns the names of headers, in lower case, that a header Connection says to be of one connection alone. */
export function connectionNames(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim().toLowerCase());
}

/** Returns a part of a path without its percent signs; as it is where they say nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function nameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname || undefined : undefined;
}

function refused(status: 400 | 401 | 403, code: string, message: string): Admission {
  return { kind: 'refused', status, code, message };
}

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { connectionNames, MISPLACED_KEY } from './admit-call.ts';
import type { Vendor } from './call-kind.ts';

/** Variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in upper or lower case. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

export interface UpstreamCall {
  readonly method: string;
  /** Path and query, behind the upstream's own base. */
  readonly target: string;
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** Whole body; absent where `stream` brings it. */
  readonly body?: Buffer;
  readonly stream?: NodeJS.ReadableStream;
  /** True where the answer has to be read here, so it must come uncompressed. */
  readonly readsAnswer?: boolean;
  readonly signal: AbortSignal;
}

export interface Upstream {
  /** Sends a call and resolves with the head of its answer. Rejects where no answer comes. */
  send(call: UpstreamCall): Promise<IncomingMessage>;
  close(): void;
}

/** Headers that belong to one connection, not to what is said over it. Source: RFC 9110 §7.6.1. */
const HOP_HEADERS = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** A version in the path of a base, such as /v1beta/openai. */
const VERSIONED = /\/v\d[a-z0-9]*(?:\/|$)/;

/**
 * Creates the way to a vendor, through the proxy that the environment names for it. A base that ends in /v1, as SDKs
 * write it, is the same as one without. Behind one of OpenAI's SDK with another version in it, routes have none.
 */
export function createUpstream(vendor: Vendor, base: string, proxies: ProxyEnvironment = {}): Upstream {
  const trimmed = base.replace(/\/+$/, '');
  const url = new URL(trimmed.replace(/\/v1$/, ''));
  const isVersioned = vendor === 'openai' && !trimmed.endsWith('/v1') && VERSIONED.test(url.pathname);
  const secure = url.protocol === 'https:';
  const alive = { keepAlive: true, proxyEnv: proxies as NodeJS.ProcessEnv };
  const agent = secure ? new HttpsAgent(alive) : new HttpAgent(alive);
  return {
    send: ({ method, target, rawHeaders, body, stream, readsAnswer = false, signal }) =>
      new Promise((resolve, reject) => {
        const path = `${url.pathname === '/' ? '' : url.pathname}${isVersioned ? target.replace(/^\/v1(?=[/?]|$)/, '') : target}`;
        const left = new Set([...(body ? ['content-length'] : []), ...(readsAnswer ? ['accept-encoding'] : [])]);
        const kept = withoutKeys(endToEnd(rawHeaders, left));
        // A stream that was announced by nothing has no bytes, and written without a frame they would be another request.
        const isStreamed = stream !== undefined && hasHeader(rawHeaders, FRAMES);
        const headers = [
          'Host',
          url.host,
          ...kept,
          ...(body ? ['Content-Length', String(body.length)] : []),
          // Node adds it by itself for some methods only.
          ...(isStreamed && !hasHeader(kept, LENGTH) ? ['Transfer-Encoding', 'chunked'] : []),
          ...(readsAnswer ? ['Accept-Encoding', 'identity'] : []),
        ];
        const options = { agent, method, path, hostname: url.hostname.replace(/^\[|\]$/g, ''), port: url.port, headers, signal };
        const sent = secure ? httpsRequest(options, resolve) : httpRequest(options, resolve);
        sent.on('error', reject);
        if (isStreamed) stream.pipe(sent);
        else sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

const LENGTH: ReadonlySet<string> = new Set(['content-length']);
/** Headers that say where a request's body ends; without either it has none. Source: RFC 9112 §6.3. */
const FRAMES: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

function hasHeader(rawHeaders: readonly string[], names: ReadonlySet<string>): boolean {
  return rawHeaders.some((name, at) => at % 2 === 0 && names.has(name.toLowerCase()));
}

const BETA_HEADER = 'anthropic-beta';

/** Returns headers that name features of Anthropic's, beside those that the caller names. */
export function withBetas(rawHeaders: readonly string[], betas: readonly string[]): readonly string[] {
  if (betas.length === 0) return rawHeaders;
  const at = rawHeaders.findIndex((name, place) => place % 2 === 0 && name.toLowerCase() === BETA_HEADER);
  if (at < 0) return [...rawHeaders, BETA_HEADER, betas.join(',')];
  const named = rawHeaders[at + 1]!.split(',').map((value) => value.trim());
  return rawHeaders.with(at + 1, [...new Set([...named, ...betas])].join(','));
}

/** Returns headers that go on to the other side: none of the connection's, and none of ours. */
export function endToEnd(rawHeaders: readonly string[], left: ReadonlySet<string> = new Set()): string[] {
  const kept: string[] = [];
  const named = namedByConnection(rawHeaders);
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!HOP_HEADERS.has(name) && !named.has(name) && !left.has(name) && !name.startsWith('x-total-recall-'))
      kept.push(rawHeaders[at]!, rawHeaders[at + 1]!);
  }
  return kept;
}

/** Returns headers none of which holds a key of ours: gateways add the path that they were asked for, which may begin with one. */
function withoutKeys(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !MISPLACED_KEY.test(rawHeaders[at % 2 === 0 ? at + 1 : at]!));
}

/** Headers that the header Connection says to be of this connection alone. */
function namedByConnection(rawHeaders: readonly string[]): ReadonlySet<string> {
  const lists = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === 'connection');
  return new Set(lists.flatMap(connectionNames));
}

import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Metrics } from '@total-recall/observability';
import { createDrain, DEFAULT_FAMILY, inTime, toTotalRecallError } from '@total-recall/runtime';
import type { AgentCallDeps, CallPlace } from '../calls/agent-call.ts';
import { createAgentCalls } from '../calls/agent-calls.ts';
import { createFallbackLog } from '../calls/log-fallbacks.ts';
import { systemErrorIn } from '../calls/system-error.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { admitCall, KEY_HEADER, type AdmissionRules } from './admit-call.ts';
import { wantsWebSocket, type Vendor } from './call-kind.ts';
import { createForwarder, PreparingError } from './forward-call.ts';
import { refuse, type Refusal } from './refuse.ts';
import { createUpstream, type ProxyEnvironment } from './upstream.ts';

/** Families of models; some share their ranks. */
const FAMILIES = ['o200k', 'cl100k', 'claude'];

/** The one answer upon which Codex goes on over HTTP at once; upon others it tries again for a while. */
const NO_WEBSOCKETS: Refusal = {
  status: 426,
  code: 'websockets_not_served',
  message: 'responses are served over HTTP here, not over WebSockets.',
};

export interface ProxyOptions extends AdmissionRules, AgentCallDeps {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where the vendors are reached. */
  readonly upstreams: Readonly<Record<Vendor, string>>;
  /** Environment that names proxies on the way to them; none where absent. */
  readonly proxies?: ProxyEnvironment;
  /** Bytes of an answer that are read; `PROXY_LIMITS.answerBytes` where absent. */
  readonly answerBytes?: number;
  /** Bytes of requests that are held at once, half of them of one tenant; `PROXY_LIMITS.heldBodyBytes` where absent. */
  readonly heldBodyBytes?: number;
  /** Certificate and key (PEM); plaintext where absent. */
  readonly tls?: { readonly cert?: string; readonly key?: string };
  /**
   * Checks a key before anything is sent on. Resolves to the tenant whose keys share what one may hold; to nothing where
   * each key is on its own. Rejects with `unauthenticated`, `key_expired`, `key_revoked`, `forbidden` or
   * `rate_limited` for a call to refuse. Any other failure costs the memory, not the call.
   */
  readonly authenticate?: (place: CallPlace, address: string | undefined) => Promise<string | void>;
  /** Returns the address that a call comes from; its peer's where absent. */
  readonly addressOf?: (incoming: IncomingMessage) => string | undefined;
  /** Called with each new connection before any of its bytes are read; it may destroy the socket. */
  readonly onConnection?: (socket: Socket) => void;
}

export interface ProxyServer {
  readonly url: string;
  /** Stops listening, lets calls under way finish until the deadline, and then ends them. Default: at once. */
  close(deadlineMs?: number): Promise<void>;
}

/** Serves the APIs of the vendors: calls of a model with the window in place of the history, all else as it comes. */
export async function serveProxy(options: ProxyOptions): Promise<ProxyServer> {
  await loadRanks(options);
  const upstreamOf = (vendor: Vendor) => createUpstream(vendor, options.upstreams[vendor], options.proxies);
  const upstreams = { openai: upstreamOf('openai'), anthropic: upstreamOf('anthropic') };
  const calls = createAgentCalls(options);
  const logFallback = createFallbackLog(options.logger, options.clock);
  const forward = createForwarder({
    calls,
    upstreams,
    metrics: options.metrics,
    clock: options.clock,
    scheduler: options.scheduler,
    answerBytes: options.answerBytes ?? PROXY_LIMITS.answerBytes,
    heldBodyBytes: options.heldBodyBytes ?? PROXY_LIMITS.heldBodyBytes,
  });
  const server = serverOf(options, (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      options.logger.error({ error }, 'A call could not be answered.');
      refuse(outgoing, { status: 500, code: 'proxy_failed', message: 'The proxy failed; its log says why.' });
    });
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const admission = admitCall(incoming, options);
    if (admission.kind === 'refused') return refuse(outgoing, admission);
    if (admission.kind === 'own') return answerOwn(admission.route, outgoing, options.metrics);
    if (wantsWebSocket(admission.target, incoming.headers)) return refuse(outgoing, NO_WEBSOCKETS);
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const address = options.addressOf ? options.addressOf(incoming) : incoming.socket.remoteAddress;
    const entry = await enter(options, admission, address);
    if (entry.kind === 'refused') return refuse(outgoing, entry.refusal);
    try {
      await forward(incoming, outgoing, { ...admission, holder: entry.tenant ?? admission.apiKey }, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      options.metrics.proxyCalls.inc({ route: 'any', outcome: 'no_answer' });
      if (error instanceof PreparingError) throw error;
      logFallback({ part: 'upstream', error }, 'The upstream did not answer.');
      refuse(outgoing, {
        status: 502,
        code: 'upstream_unreachable',
        // The names of machines behind are for the operator, in the log, as anybody may call.
        message: `the upstream did not answer, or broke off its answer${options.hosts === 'any' ? '' : why(error)}.`,
      });
    }
  }

  server.maxConnections = PROXY_LIMITS.connections;
  server.headersTimeout = PROXY_LIMITS.headersMs;
  const drain = createDrain(server, options.scheduler);
  if (options.onConnection) server.on('connection', options.onConnection);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `${options.tls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close(deadlineMs = 0) {
      await drain(deadlineMs);
      upstreams.openai.close();
      upstreams.anthropic.close();
      await calls.settle();
    },
  };
}

function why(error: unknown): string {
  const said = systemErrorIn(error);
  return said ? ` (${said.message})` : '';
}

async function answerOwn(route: 'metrics' | 'health', outgoing: ServerResponse, metrics: Metrics): Promise<void> {
  const [type, text] = route === 'metrics' ? [metrics.contentType, await metrics.render()] : ['application/json', '{"status":"ok"}'];
  outgoing.writeHead(200, { 'Content-Type': type }).end(text);
}

/** Lets the counter load its ranks before the first call: it would take its silence for a failure. */
async function loadRanks({ tokens, scheduler }: Pick<ProxyOptions, 'tokens' | 'scheduler'>): Promise<void> {
  const counted = Promise.all(FAMILIES.map((family) => tokens.count(family, ['ready']))).catch(() => undefined);
  // This thread counts markers, so it needs the ranks that most models share, too.
  tokens.countNow?.(DEFAULT_FAMILY, 'ready');
  await inTime(counted, { scheduler, ms: PROXY_LIMITS.loadMs });
}

function serverOf({ tls }: ProxyOptions, listener: RequestListener): Server {
  return tls ? createSecureServer(tls, listener) : createServer(listener);
}

/** Refusals of a key, which the memory words for its own callers: their header is the vendor's here. */
const KEY_REFUSED: ReadonlySet<string> = new Set(['unauthenticated', 'key_expired', 'key_revoked']);
const REFUSED = { unauthenticated: 401, key_expired: 401, key_revoked: 401, forbidden: 403, rate_limited: 429 } as const;

type Entry = { readonly kind: 'let_in'; readonly tenant?: string } | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Lets a call in, or refuses it. Where its key cannot be checked in time it goes on: without its key it has no memory. */
async function enter({ authenticate, scheduler, apiKey }: ProxyOptions, place: CallPlace, address?: string): Promise<Entry> {
  if (!authenticate) return { kind: 'let_in' };
  try {
    const told = await inTime(authenticate(place, address), { scheduler, ms: PROXY_LIMITS.silentMs });
    return { kind: 'let_in', ...(told.kind === 'done' && typeof told.value === 'string' && { tenant: told.value }) };
  } catch (error) {
    const { code, message, retryAfterMs } = toTotalRecallError(error);
    if (!Object.hasOwn(REFUSED, code)) return { kind: 'let_in' };
    const said = KEY_REFUSED.has(code) ? keyRefused(code, place.apiKey === apiKey) : message;
    return {
      kind: 'refused',
      refusal: { status: REFUSED[code as keyof typeof REFUSED], code, message: said, ...(retryAfterMs !== undefined && { retryAfterMs }) },
    };
  }
}

function keyRefused(code: string, isOwn: boolean): string {
  const why = code === 'key_expired' ? 'has expired' : code === 'key_revoked' ? 'was revoked' : 'is not known to the memory';
  const send = `the header ${KEY_HEADER}, or /tr_.../ before the path. The Authorization header is the vendor's.`;
  return isOwn
    ? `the key that this proxy was started with ${why}. Start it with one that is valid, or send one: ${send}`
    : `the key ${why}. Send one that is valid: ${send}`;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '@total-recall/observability';
import { createAgentCalls, type AgentCallDeps } from '../agent-calls.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { admitCall, type Admission, type AdmissionRules } from './admit-call.ts';
import { kindOfCall, type Vendor } from './call-kind.ts';
import { readBody } from './read-body.ts';
import { refuse } from './refuse.ts';
import { pass, relayAnswer } from './relay-answer.ts';
import { relayCount } from './relay-count.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/** Families of models; some share their ranks. */
const FAMILIES = ['o200k', 'cl100k', 'claude'];

export interface ProxyOptions extends AdmissionRules, AgentCallDeps {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where the vendors are reached. */
  readonly upstreams: Readonly<Record<Vendor, string>>;
}

export interface ProxyServer {
  readonly url: string;
  /** Ends open calls and stops listening. */
  close(): Promise<void>;
}

/** Serves the APIs of the vendors: calls of a model with the window in place of the history, all else as it comes. */
export async function serveProxy(options: ProxyOptions): Promise<ProxyServer> {
  await loadRanks(options);
  const upstreams = { openai: createUpstream(options.upstreams.openai), anthropic: createUpstream(options.upstreams.anthropic) };
  const calls = createAgentCalls(options);
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      options.logger.error({ error }, 'A call could not be answered.');
      refuse(outgoing, { status: 500, code: 'proxy_failed', message: 'The proxy failed; its log says why.' });
    });
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const admission = admitCall(incoming, options);
    if (admission.kind === 'refused') return refuse(outgoing, admission);
    if (admission.kind === 'own') return answerOwn(admission.route, outgoing, options.metrics);
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    try {
      await forward(incoming, outgoing, admission, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      options.metrics.proxyCalls.inc({ route: 'any', outcome: 'no_answer' });
      options.logger.warn({ error }, 'The upstream did not answer.');
      refuse(outgoing, { status: 502, code: 'upstream_unreachable', message: 'the upstream did not answer, or broke off its answer.' });
    }
  }

  async function forward(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    admission: Extract<Admission, { kind: 'admitted' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const { method = 'GET', headers, rawHeaders } = incoming;
    const { target } = admission;
    const { vendor, dialect, counts } = kindOfCall(method, target, headers);
    const upstream: Upstream = upstreams[vendor];
    const call = { method, target, rawHeaders, signal };
    if (!dialect) {
      options.metrics.proxyCalls.inc({ route: 'other', outcome: 'untouched' });
      return pass(await upstream.send({ ...call, stream: incoming }), outgoing);
    }
    const body = await readBody(incoming);
    if (!body)
      return refuse(outgoing, {
        status: 413,
        code: 'request_too_large',
        message: `a request has at most ${PROXY_LIMITS.bodyBytes} bytes.`,
      });
    if (counts) {
      const count = await calls.prepareCount(dialect, body, admission);
      const send = () => upstream.send({ ...call, body: count?.body ?? body, readsAnswer: count !== undefined });
      options.metrics.proxyCalls.inc({ route: 'count_tokens', outcome: count?.outcome ?? 'unread' });
      return count ? relayCount(send, outgoing, count, signal) : pass(await send(), outgoing);
    }
    const prepared = await calls.prepare(dialect, body, admission);
    if (!prepared) return pass(await upstream.send({ ...call, body }), outgoing, { 'X-Total-Recall-Window': 'unread' });
    const sendAgain = (next: Buffer) => upstream.send({ ...call, body: next, readsAnswer: true });
    return relayAnswer({ from: await sendAgain(prepared.body), outgoing, call: prepared, sendAgain, signal });
  }

  server.maxConnections = PROXY_LIMITS.connections;
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      upstreams.openai.close();
      upstreams.anthropic.close();
      await calls.settle();
    },
  };
}

async function answerOwn(route: 'metrics' | 'health', outgoing: ServerResponse, metrics: Metrics): Promise<void> {
  const [type, text] = route === 'metrics' ? [metrics.contentType, await metrics.render()] : ['application/json', '{"status":"ok"}'];
  outgoing.writeHead(200, { 'Content-Type': type }).end(text);
}

/** Lets the counter load its ranks before the first call: it would take its silence for a failure. */
async function loadRanks({ tokens, scheduler }: Pick<ProxyOptions, 'tokens' | 'scheduler'>): Promise<void> {
  const loaded = new AbortController();
  const counted = Promise.all(FAMILIES.map((family) => tokens.count(family, ['ready']))).catch(() => undefined);
  await Promise.race([counted, scheduler.delay(PROXY_LIMITS.loadMs, loaded.signal).catch(() => undefined)]);
  loaded.abort();
}

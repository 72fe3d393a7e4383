import { ERROR_CODES, type RouteId } from '@total-recall/contracts';
import type { NewEvent } from '@total-recall/domain';
import type { Gateway } from '@total-recall/gateway';
import type { Logger, Metrics } from '@total-recall/observability';
import { createClientAddresses, limitConnections } from '@total-recall/nest';
import type { AppendResult, Clock } from '@total-recall/ports';
import { isModelMistake, PROXY_LIMITS, quotedIn, serveProxy, type Memory, type StoredPage } from '@total-recall/proxy';
import {
  createSystemScheduler,
  createTokenCounter,
  readTlsFiles,
  TotalRecallError,
  type ApiConfig,
  type ErasureNews,
} from '@total-recall/runtime';

const MIB = 1024 * 1024;
/** Connections of one address, unless it is a trusted proxy: half of all that the proxy takes. */
const CONNECTIONS_PER_ADDRESS = 512;

export interface MountDeps {
  readonly gateway: Gateway;
  readonly metrics: Metrics;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Memory that the process may take beside its program. */
  readonly memoryBytes: number;
  /** Registers what to do when something is erased, for what holds texts; absent where nobody tells. */
  readonly onErased?: ErasureNews['onErased'];
}

export interface MountedProxy {
  listen(): Promise<{ readonly url: string }>;
  /** Lets calls under way finish until the deadline, then cuts them. */
  close(deadlineMs: number): Promise<void>;
}

/**
 * Mounts the proxy before the gateway's own operations, where a port is set for it: each of its calls is one of the
 * caller's key, with the key's permissions, rates and quotas, and stands in the audit as any other.
 */
export function mountProxy(
  config: ApiConfig,
  { gateway, metrics, logger, clock, memoryBytes, onErased }: MountDeps,
): MountedProxy | undefined {
  const { proxyPort: port, host, proxyWindowTokens: windowTokens, tlsCertFile: certFile, tlsKeyFile: keyFile } = config;
  if (port === 'off') return undefined;
  const tokens = createTokenCounter();
  const addresses = createClientAddresses(config.trustedProxies);
  let close = (_deadlineMs: number): Promise<void> => Promise.resolve();
  return {
    async listen() {
      const server = await serveProxy({
        host,
        port,
        hosts: 'any',
        origins: config.proxyOrigins,
        space: config.proxySpace,
        upstreams: { openai: config.proxyOpenaiUrl, anthropic: config.proxyAnthropicUrl },
        proxies: process.env,
        ...(windowTokens !== undefined && { windowTokens }),
        modelWindows: config.proxyModelWindows,
        ...(certFile !== undefined && keyFile !== undefined && { tls: readTlsFiles({ certFile, keyFile }) }),
        addressOf: addresses.of,
        onConnection: limitConnections(addresses, CONNECTIONS_PER_ADDRESS),
        answerBytes: config.proxyAnswerMb * MIB,
        heldBodyBytes: Math.min(PROXY_LIMITS.heldBodyBytes, memoryBytes / 4),
        addsTools: config.proxyTools,
        open: (apiKey) => memoryBehind(gateway, apiKey),
        authenticate: async ({ apiKey, space }, address) => {
          const caller = await gateway.enter(`Bearer ${apiKey}`, address);
          gateway.admit({ routeId: 'appendEvents', caller, params: { space } });
          return caller.tenant;
        },
        tokens,
        clock,
        scheduler: createSystemScheduler(),
        metrics,
        logger,
        ...(onErased && { onErased }),
      });
      ({ close } = server);
      return server;
    },
    async close(deadlineMs) {
      await close(deadlineMs);
      await tokens.close();
    },
  };
}

/** Returns a key's memory as the gateway gives it to any caller. A failure of the caller's is told apart from one of ours. */
function memoryBehind(gateway: Gateway, apiKey: string): Memory {
  async function call(
    routeId: RouteId,
    params: Record<string, string>,
    body: unknown,
    query: Record<string, string> = {},
  ): Promise<unknown> {
    const caller = await gateway.enter(`Bearer ${apiKey}`);
    gateway.admit({ routeId, caller, params });
    const reply = await gateway.call(routeId, caller, { params, query, headers: {}, body });
    if (reply.kind !== 'json') throw new TotalRecallError('internal', `${routeId} does not answer with JSON.`);
    return reply.body;
  }
  return {
    append: async ({ space, session, source, events }) =>
      (await call('appendEvents', { space, session }, { source, events: events.map(asJson) })) as AppendResult,
    async ask({ tool, space, session, callId, arguments: args }) {
      try {
        const answer = await call(tool, { space }, { arguments: args, callId, session });
        const { rendered, ...quoting } = answer as { rendered: string } & Parameters<typeof quotedIn>[0];
        return { text: rendered, isError: false, evidence: quotedIn(quoting) };
      } catch (error) {
        if (error instanceof TotalRecallError && isMistake(error)) return { text: `${error.code}: ${error.message}`, isError: true };
        throw error;
      }
    },
    async events({ space, session, fromOrdinal }) {
      const query = { fromOrdinal: String(fromOrdinal), limit: String(PROXY_LIMITS.notesPage) };
      return (await call('listEvents', { space, session }, undefined, query)) as StoredPage;
    },
    async refuseErased({ space, eventId }) {
      await call('getEvent', { space, eventId }, undefined);
    },
  };
}

function isMistake({ code, httpStatus: status }: TotalRecallError): boolean {
  return isModelMistake({ status, retryable: ERROR_CODES[code].retryable });
}

function asJson({ attachments, ...event }: NewEvent): unknown {
  const files = attachments?.map(({ data, ...rest }) => ({ ...rest, data: Buffer.from(data).toString('base64') }));
  return { ...event, ...(files && { attachments: files }) };
}

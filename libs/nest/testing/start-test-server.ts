import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { createGateway, GATEWAY_DEFAULTS, type Gateway, type GatewayConfig } from '@total-recall/gateway';
import type { ControlStore, Scope, Tracer } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, createSystemScheduler } from '@total-recall/runtime';
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../src/http-server.ts';
import { recordingServices, type RecordingServices } from './recording-services.ts';

export interface TestServer {
  readonly url: string;
  readonly operationsUrl: string;
  readonly control: ControlStore;
  readonly services: RecordingServices;
  readonly gateway: Gateway;
  readonly http: HttpServer;
  /** Everything that the server logged, as text. */
  readonly log: string[];
  /** Creates a key, of tenant `acme` unless another is named. */
  key(
    scopes: readonly Scope[],
    more?: { tenant?: string; spaces?: readonly string[]; expiresAt?: number },
  ): Promise<{ keyId: string; apiKey: string }>;
  stop(): Promise<void>;
}

/**
 * Starts the real gateway behind the real HTTP shell, with tenants `acme`, `other` and `system`. Ingest and retriever
 * only record.
 */
export async function startTestServer(
  options: {
    limits?: HttpServerOptions['limits'];
    config?: Partial<GatewayConfig>;
    tls?: HttpServerOptions['tls'];
    trustedProxies?: HttpServerOptions['trustedProxies'];
    artifact?: Uint8Array;
    eventText?: string;
    tracer?: Tracer;
    room?: HttpServerOptions['room'];
    answers?: HttpServerOptions['answers'];
  } = {},
): Promise<TestServer> {
  const { tracer, tls, trustedProxies, room, answers } = options;
  const control = createMemoryControlStore();
  const services = recordingServices(options.artifact ?? new TextEncoder().encode('0123456789'), options.eventText);
  const system = { clock: createSystemClock(), random: createSystemRandom(), scheduler: createSystemScheduler() };
  const gateway = createGateway(
    { ...system, control, ingest: services.ingest, retriever: services.retriever, families: ['o200k'], ...(tracer && { tracer }) },
    { ...GATEWAY_DEFAULTS, ...options.config },
  );
  for (const id of ['system', 'acme', 'other']) await control.putTenant({ id, name: id, createdAt: system.clock.now() });
  const log: string[] = [];
  const write = (fields: object, message: string) => void log.push(JSON.stringify({ ...fields, message }));
  const http = await createHttpServer({
    gateway,
    logger: { info: write, warn: write, error: write },
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0-test',
    limits: options.limits,
    ...(room && { room }),
    ...(answers && { answers }),
    ...(tls && { tls }),
    ...(trustedProxies && { trustedProxies }),
    ...(tracer && { tracer }),
    operations: {
      host: '127.0.0.1',
      port: 0,
      metrics: async () => ({ contentType: 'text/plain', text: 'total_recall_up 1\n' }),
      ready: async () => ({ ready: true, checks: { log: 'ok' } }),
    },
  });
  const { url, operationsUrl } = await http.listen();
  return {
    url,
    operationsUrl,
    control,
    services,
    gateway,
    http,
    log,
    key: (scopes, { tenant = 'acme', ...more } = {}) => gateway.issueKey(tenant, { name: 'test', scopes, ...more }),
    async stop() {
      await http.close(1_000);
      await gateway.stop();
      await control.close();
    },
  };
}

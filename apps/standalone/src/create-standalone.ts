import { createGateway, type Bootstrap, type Gateway, type GatewayMeter } from '@total-recall/gateway';
import { createHttpMeter, createHttpServer, openGrpcServer, type GrpcServer, type GrpcServerOptions } from '@total-recall/nest';
import type { Logger, Metrics } from '@total-recall/observability';
import { startInOrder, type AppConfig, type Component, type StopReport } from '@total-recall/runtime';
import { createCores, policyDefaults, type Cores, type CoresHooks } from './create-cores.ts';

export interface Standalone {
  readonly cores: Cores;
  readonly gateway: Gateway;
  readonly url: string;
  readonly operationsUrl: string;
  /** Host and port of the API over gRPC, where that is on. */
  readonly grpcAddress?: string;
  /** The tenant and key that the first start made; the key is nowhere else. */
  readonly bootstrap: Bootstrap;
  stop(): Promise<StopReport>;
}

/** The whole service in one process: embedded stores, cores, gateway, HTTP. Resolves when it answers. */
export async function createStandalone(config: AppConfig, logger: Logger, version: string, hooks: CoresHooks = {}): Promise<Standalone> {
  const cores = await createCores(config, logger, hooks);
  const { metrics, stores, clock, random, scheduler } = cores;
  metrics.buildInfo.set({ version, mode: 'standalone' }, 1);
  const gateway = createGateway(
    {
      ingest: cores.ingest,
      retriever: cores.retriever,
      control: stores.control,
      clock,
      random,
      scheduler,
      families: cores.tokens.families.map(({ name }) => name),
      policyDefaults: policyDefaults(config),
      meter: meterGateway(metrics),
    },
    { quotas: { requestsPerSecond: config.rateLimitPerSecond, burst: config.rateLimitBurst }, keyCacheMs: 5_000, auditFlushMs: 1_000 },
  );
  let urls: Pick<Standalone, 'url' | 'operationsUrl' | 'grpcAddress'> = { url: '', operationsUrl: '' };
  let bootstrap: Bootstrap = { kind: 'present', tenants: 0 };
  const meter = createHttpMeter(metrics);
  const grpc = await openGrpc(config, { gateway, logger, meter });
  const server = await createHttpServer({
    gateway,
    operations: {
      host: config.opsHost,
      port: config.opsPort,
      metrics: async () => ({ contentType: metrics.contentType, text: await metrics.render() }),
      ready: async () => {
        const health = await running.health();
        return {
          ready: health.ready,
          checks: Object.fromEntries(
            Object.entries(health.components).map(([name, part]) => [
              name,
              part.ready ? (part.detail ?? 'ok') : (part.detail ?? 'not ready'),
            ]),
          ),
        };
      },
    },
    logger,
    meter,
    host: config.host,
    port: config.port,
    version,
    limits: { bodyBytes: config.bodyBytes, requestTimeoutMs: config.requestTimeoutMs },
  });
  const front: Component = {
    name: 'gateway',
    start: async () => {
      bootstrap = await gateway.bootstrap(config.tenant);
      const address = await grpc?.listen();
      urls = { ...(await server.listen()), ...(address && { grpcAddress: address.address }) };
    },
    stop: async () => {
      await Promise.all([server.close(config.shutdownDeadlineMs), grpc?.close(config.shutdownDeadlineMs)]);
      await gateway.stop();
    },
  };
  const running = await startInOrder([...cores.components, front], {
    scheduler,
    deadlineMs: Math.max(config.startDeadlineMs, config.shutdownDeadlineMs),
    onStep: ({ component, action, ok }) =>
      ok || action === 'started' ? logger.debug({ component, ok }, action) : logger.error({ component }, 'not stopped in time'),
  });
  return { cores, gateway, ...urls, bootstrap, stop: () => running.stop() };
}

/** The API over gRPC, where a port is named for it. */
async function openGrpc(
  { grpcPort, host, bodyBytes }: AppConfig,
  shell: Pick<GrpcServerOptions, 'gateway' | 'logger' | 'meter'>,
): Promise<GrpcServer | undefined> {
  return grpcPort === 'off' ? undefined : openGrpcServer({ ...shell, host, port: Number(grpcPort), limits: { bodyBytes } });
}

function meterGateway(metrics: Metrics): GatewayMeter {
  return {
    limited: (limit) => metrics.gatewayRateLimited.inc({ limit }),
    auditDropped: (entries) => metrics.limitsHit.inc({ limit: 'audit_queue' }, entries),
  };
}

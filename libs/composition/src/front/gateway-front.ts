import { createGateway, GATEWAY_DEFAULTS, type Bootstrap, type Gateway, type GatewayDeps, type GatewayMeter } from '@total-recall/gateway';
import {
  createAnswerRoom,
  createHttpMeter,
  createHttpServer,
  createRequestBudget,
  openGrpcServer,
  type GrpcServer,
  type GrpcServerOptions,
} from '@total-recall/nest';
import type { Logger, Metrics, Tracer } from '@total-recall/observability';
import {
  createHeldMemory,
  createSystemScheduler,
  memoryOf,
  sumOf,
  type AggregateHealth,
  type ApiConfig,
  type Component,
  type CoreConfig,
  type ErasureNews,
  type HeldMemory,
} from '@total-recall/runtime';
import { drainMsOf } from '../lifecycle-of.ts';
import { showMemory, watchMemory } from '../memory/watch-memory.ts';
import { watchReadiness } from '../watch-readiness.ts';
import { mountProxy } from './mount-proxy.ts';
import { policyDefaults } from '../cores/policy-defaults.ts';

/** Addresses of a front, and the key of its first start. */
export interface FrontAddresses {
  readonly url: string;
  readonly operationsUrl: string;
  /** Host and port of the gRPC API; set if it is on. */
  readonly grpcAddress?: string;
  /** Address at which the proxy answers; set if it is on. */
  readonly proxyUrl?: string;
  /** The tenant and key that the first start made. The key is stored nowhere else. */
  readonly bootstrap: Bootstrap;
}

export interface GatewayFront extends Component {
  readonly gateway: Gateway;
  addresses(): FrontAddresses;
}

export interface FrontDeps extends Omit<GatewayDeps, 'policyDefaults' | 'meter' | 'tracer'> {
  readonly metrics: Metrics;
  readonly tracing: Tracer;
  readonly logger: Logger;
  readonly version: string;
  /** Reads the health of the whole process. */
  readonly health: () => Promise<AggregateHealth>;
  /** Name that this process counts quotas under; set only if no other process of the service can have it. */
  readonly counter?: string;
  /** Registers what to do when something is erased, for what holds texts; absent where nobody tells. */
  readonly onErased?: ErasureNews['onErased'];
  /** Knows what the caches of the process hold; without it only bodies are counted. */
  readonly held?: HeldMemory;
}

/** Longest wait for a change of keys or of a tenant on a cluster: brokers that hang are asked again for half a minute and more. */
const CHANGE_WITHIN_MS = 10_000;

/** Creates the gateway and opens its ports, over cores in this process or in others. */
export async function openFront(config: ApiConfig & CoreConfig, deps: FrontDeps): Promise<GatewayFront> {
  const { metrics, logger, tracing: tracer, version, health, counter } = deps;
  const gateway = createGateway(
    { ...deps, tracer, policyDefaults: policyDefaults(config), meter: meterGateway(metrics) },
    {
      ...GATEWAY_DEFAULTS,
      ...(counter === undefined ? { changeWithinMs: CHANGE_WITHIN_MS } : { counter }),
      quotas: { requestsPerSecond: config.rateLimitPerSecond, burst: config.rateLimitBurst },
      unknownKeys: { perSecond: config.unknownKeysPerSecond, burst: 20 * config.unknownKeysPerSecond },
    },
  );
  let addresses: FrontAddresses = { url: '', operationsUrl: '', bootstrap: { kind: 'present', tenants: 0 } };
  const meter = createHttpMeter(metrics);
  const memory = memoryOf(config);
  const held = deps.held ?? createHeldMemory();
  const watch = watchMemory(sumOf(memory), held);
  const room = createRequestBudget(createSystemScheduler(), {
    bytes: memory.bodies,
    deadlineMs: config.workDeadlineMs,
    mostAtOnce: watch.mostAtOnce,
    onRefused: () => metrics.limitsHit.inc({ limit: 'memory' }),
  });
  // Answers are a part of the work, and may take as much as bodies do.
  const answers = createAnswerRoom(createSystemScheduler(), {
    bytes: memory.bodies,
    deadlineMs: config.workDeadlineMs,
    onRefused: () => metrics.limitsHit.inc({ limit: 'answers' }),
  });
  held.count('bodies', () => room.held);
  held.count('work', () => answers.held);
  showMemory(metrics, memory, watch, held);
  const grpc = await openGrpc(config, { gateway, logger, meter, tracer, room, answers });
  const proxy = mountProxy(config, { ...deps, gateway, memoryBytes: sumOf(memory) });
  const server = await createHttpServer({
    gateway,
    operations: { host: config.opsHost, port: config.opsPort, ...operationsOf(metrics, health, logger) },
    logger,
    meter,
    tracer,
    room,
    answers,
    host: config.host,
    ...tlsOf(config),
    port: config.port,
    version,
    trustedProxies: config.trustedProxies,
    limits: { bodyBytes: config.bodyBytes, requestTimeoutMs: config.requestTimeoutMs },
  });
  return {
    name: 'gateway',
    gateway,
    addresses: () => addresses,
    start: async () => {
      const address = await grpc?.listen();
      const proxied = await proxy?.listen();
      const others = { ...(address && { grpcAddress: address.address }), ...(proxied && { proxyUrl: proxied.url }) };
      const listening = await server.listen();
      // The first key is made last: a start that ends before, at a port in use, would have made one that nobody sees.
      addresses = { ...listening, ...others, bootstrap: await gateway.bootstrap(config.tenant) };
    },
    stop: async () => {
      const drainMs = drainMsOf(config);
      await Promise.all([proxy?.close(drainMs), server.close(drainMs), grpc?.close(drainMs)]);
      await gateway.stop();
    },
  };
}

/** Builds the answers of a process's operations port. Metrics say which parts are not ready, whether anybody probes or not. */
export function operationsOf(metrics: Metrics, health: () => Promise<AggregateHealth>, logger: Logger) {
  const watched = watchReadiness(health, { metrics, logger });
  return {
    metrics: async () => {
      await watched();
      return { contentType: metrics.contentType, text: await metrics.render() };
    },
    ready: async () => {
      const { ready, isDegraded, components } = await watched();
      const checks = Object.entries(components).map(([name, part]) => [name, part.detail ?? (part.ready ? 'ok' : 'not ready')]);
      return { ready, status: statusOf(ready, isDegraded), checks: Object.fromEntries(checks) as Record<string, string> };
    },
  };
}

/** Opens the gRPC API if a port is set for it. */
async function openGrpc(
  config: ApiConfig,
  shell: Pick<GrpcServerOptions, 'gateway' | 'logger' | 'meter' | 'tracer' | 'room' | 'answers'>,
): Promise<GrpcServer | undefined> {
  const { grpcPort, host, bodyBytes, trustedProxies } = config;
  if (grpcPort === 'off') return undefined;
  return openGrpcServer({ ...shell, ...tlsOf(config), host, port: grpcPort, trustedProxies, limits: { bodyBytes } });
}

/** Reads the certificate of the public ports from the settings, if there is one. */
function tlsOf({ tlsCertFile: certFile, tlsKeyFile: keyFile }: ApiConfig): Pick<GrpcServerOptions, 'tls'> {
  return certFile === undefined || keyFile === undefined ? {} : { tls: { certFile, keyFile } };
}

function meterGateway(metrics: Metrics): GatewayMeter {
  return {
    limitReached: (limit) => metrics.gatewayRateLimited.inc({ limit }),
    auditDropped: (entries) => metrics.limitsHit.inc({ limit: 'audit_queue' }, entries),
  };
}

function statusOf(ready: boolean, isDegraded: boolean): 'ok' | 'degraded' | 'unready' {
  if (!ready) return 'unready';
  return isDegraded ? 'degraded' : 'ok';
}

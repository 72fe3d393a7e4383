import { readFile } from 'node:fs/promises';
import { connectService, type ConnectedService } from '@total-recall/adapter-grpc';
import { createKafkaControlStore } from '@total-recall/adapter-kafka';
import {
  callerSecurity,
  createGatewayFront,
  kafkaOf,
  lifecycleOf,
  NEEDED_SETTINGS,
  recordTraces,
  required,
  type RunningService,
  type ServiceProcess,
} from '@total-recall/composition';
import { createMetrics } from '@total-recall/observability';
import {
  createServiceTokenSigner,
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  readSigningKey,
  startInOrder,
  TOKEN_FAMILIES,
  type AppConfig,
  type Component,
} from '@total-recall/runtime';

const HEALTH_MS = 1_000;

/** The gateway: the public API over the services. Resolves when it answers, which is not before they do. */
export async function startGateway({ config, logger, tracing, version }: ServiceProcess): Promise<RunningService> {
  const { ingestAddress, retrieverAddress, serviceKeyFile } = required(config, NEEDED_SETTINGS.gateway);
  const metrics = createMetrics({ processMetrics: true });
  metrics.buildInfo.set({ version, mode: 'gateway' }, 1);
  const clock = createSystemClock();
  const scheduler = createSystemScheduler({ onError: (error) => logger.error({ err: error }, 'a scheduled task failed') });
  const tokens = createServiceTokenSigner({ key: readSigningKey(await readFile(serviceKeyFile, 'utf8')), clock });
  const traces = await recordTraces(config, { logger, metrics, tracing, role: 'gateway', version, scheduler });
  const options = { tokens, clock, scheduler, tracer: tracing, timeoutMs: config.requestTimeoutMs, security: callerSecurity(config) };
  const ingest = await connectService('ingest', { ...options, address: ingestAddress });
  const retriever = await connectService('retriever', { ...options, address: retrieverAddress });
  const control = await createKafkaControlStore(kafkaOf(config, logger));
  const front = await createGatewayFront(config, {
    ingest,
    retriever,
    control,
    clock,
    random: createSystemRandom(),
    scheduler,
    families: TOKEN_FAMILIES.map(({ name }) => name),
    metrics,
    logger,
    tracing,
    version,
    health: () => running.health(),
  });
  const components: Component[] = [
    ...traces,
    { name: 'control', stop: () => control.close() },
    connection('ingest', ingest, config),
    connection('retriever', retriever, config),
    front,
  ];
  const running = await startInOrder(components, lifecycleOf(config, { logger, scheduler }));
  const { url, operationsUrl, grpcAddress, bootstrap } = front.addresses();
  return {
    addresses: { api: url, operations: operationsUrl, ...(grpcAddress !== undefined && { grpc: grpcAddress }) },
    ...(bootstrap.kind === 'created' && { apiKey: bootstrap.apiKey }),
    stop: () => running.stop(),
  };
}

function connection(name: string, service: Pick<ConnectedService<unknown>, 'ready' | 'close'>, config: AppConfig): Component {
  return {
    name,
    start: () => service.ready(config.startDeadlineMs),
    stop: () => service.close(config.shutdownDeadlineMs),
    health: async () => {
      await service.ready(HEALTH_MS);
      return { ready: true };
    },
  };
}

import { readFile } from 'node:fs/promises';
import { connectService, type ConnectedService } from '@total-recall/adapter-grpc';
import { createKafkaControlStore, createKafkaProbe } from '@total-recall/adapter-kafka';
import {
  createGatewayFront,
  followOwedErasures,
  kafkaSettings,
  remoteEraser,
  remoteRetention,
  serverProbe,
  startService,
  type RunningService,
  type ServiceBase,
  type ServiceProcess,
} from '@total-recall/composition';
import {
  createServiceTokenSigner,
  createSystemRandom,
  readSigningKey,
  TOKEN_FAMILIES,
  type Component,
  type GatewayConfig,
} from '@total-recall/runtime';

const HEALTH_MS = 1_000;

/** Starts the gateway: the public API over the services. Resolves when it answers, which is after the services do. */
export function startGateway(service: ServiceProcess<GatewayConfig>): Promise<RunningService> {
  return startService('gateway', service, async (base) => {
    const { config, logger } = base;
    const topics = kafkaSettings(config, logger);
    const { ingest, retriever, consolidator } = await connectServices(base);
    const control = await base.keep(createKafkaControlStore(topics));
    const brokers = await base.keep(createKafkaProbe({ ...topics, topic: `${topics.prefix}.control` }));
    const owed = await followOwedErasures(base);
    const front = await createGatewayFront(config, {
      ...base,
      owed,
      ingest,
      retriever,
      control,
      random: createSystemRandom(),
      families: TOKEN_FAMILIES.map(({ name }) => name),
      ...(consolidator && { eraser: remoteEraser(consolidator), retention: remoteRetention(consolidator) }),
    });
    return {
      components: [
        // Tenants and keys are cached in memory, so the known ones are served without the brokers.
        serverProbe('kafka', () => brokers.ask(), { ...base, needed: [] }),
        connection('ingest', ingest, base),
        connection('retriever', retriever, base),
        ...(consolidator ? [optionalConnection('consolidator', consolidator)] : []),
        owed,
        front,
      ],
      answers: () => {
        const { url, operationsUrl, grpcAddress, bootstrap } = front.addresses();
        return {
          addresses: { api: url, operations: operationsUrl, ...(grpcAddress !== undefined && { grpc: grpcAddress }) },
          ...(bootstrap.kind === 'created' && { apiKey: bootstrap.apiKey }),
        };
      },
    };
  });
}

async function connectServices({ config, clock, scheduler, tracing, keep }: ServiceBase<GatewayConfig>) {
  const tokens = createServiceTokenSigner({ key: readSigningKey(await readFile(config.serviceKeyFile, 'utf8')), clock });
  const options = { tokens, clock, scheduler, tracer: tracing, timeoutMs: config.requestTimeoutMs, security: config.callSecurity };
  const ingest = await connectService('ingest', { ...options, address: config.ingestAddress });
  await keep({ close: () => ingest.close(config.shutdownDeadlineMs) });
  const retriever = await connectService('retriever', { ...options, address: config.retrieverAddress });
  await keep({ close: () => retriever.close(config.shutdownDeadlineMs) });
  const { consolidatorAddress } = config;
  if (consolidatorAddress === undefined) return { ingest, retriever };
  const consolidator = await connectService('consolidator', { ...options, address: consolidatorAddress });
  await keep({ close: () => consolidator.close(config.shutdownDeadlineMs) });
  return { ingest, retriever, consolidator };
}

/** Creates the component of an optional service: the process stays ready without it. */
function optionalConnection(name: string, service: Pick<ConnectedService<unknown>, 'ready'>): Component {
  return {
    name,
    health: () =>
      service.ready(HEALTH_MS).then(
        () => ({ ready: true }),
        () => ({ ready: true, detail: 'work goes on without it: nothing can be erased at the moment' }),
      ),
  };
}

function connection(name: string, service: Pick<ConnectedService<unknown>, 'ready'>, { config }: ServiceBase<GatewayConfig>): Component {
  return {
    name,
    start: () => service.ready(config.startDeadlineMs),
    health: async () => {
      await service.ready(HEALTH_MS);
      return { ready: true };
    },
  };
}

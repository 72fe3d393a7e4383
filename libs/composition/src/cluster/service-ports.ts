import { createOperationsServer, createServiceServer, type ServiceModule, type ServiceServer } from '@total-recall/nest';
import { memoryOf, readVerifyingKeys, sumOf, type Component, type MemoryDivision, type RetrieverConfig } from '@total-recall/runtime';
import { drainMsOf } from '../lifecycle-of.ts';
import { operationsOf } from '../front/gateway-front.ts';
import { showMemory, watchMemory } from '../memory/watch-memory.ts';
import type { ServiceProcess } from './run-service.ts';
import { readKeyFile } from './read-key-file.ts';

export interface ServicePortsComponent extends Component {
  /** Set once it has started. */
  addresses(): { readonly service: string; readonly operations: string };
}

/**
 * Opens the ports of a service: its core over gRPC, for callers with a token of the gateway, and metrics and probes
 * beside it, among them what it has of its memory, which is divided so. The core's port closes first.
 */
export function createServicePorts(
  module: ServiceModule,
  service: ServiceProcess<RetrieverConfig>,
  memory: MemoryDivision = memoryOf(service.config),
): ServicePortsComponent {
  const { config, metrics, life, logger, held } = service;
  showMemory(metrics, memory, watchMemory(sumOf(memory), held), held);
  let server: ServiceServer | undefined;
  let isClosing = false;
  const operations = createOperationsServer(
    { host: config.opsHost, port: config.opsPort, ...operationsOf(metrics, life.health, logger) },
    () => isClosing,
  );
  let addresses = { service: '', operations: '' };
  return {
    name: 'ports',
    addresses: () => addresses,
    start: async () => {
      server = await openServer(module, service);
      const { address } = await server.listen();
      addresses = { service: address, operations: await operations.listen() };
    },
    stop: async () => {
      isClosing = true;
      await server?.close(drainMsOf(config));
      await operations.close();
    },
  };
}

async function openServer(
  module: ServiceModule,
  { config, clock, scheduler, logger, tracing }: ServiceProcess<RetrieverConfig>,
): Promise<ServiceServer> {
  return createServiceServer({
    module,
    keys: await readKeyFile('TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE', config.servicePublicKeysFile, readVerifyingKeys),
    host: config.serviceHost,
    port: config.servicePort,
    security: config.portSecurity,
    clock,
    scheduler,
    tracer: tracing,
    onFailure: ({ service, method, error }) => logger.error({ service, method, err: error }, 'a call failed'),
  });
}

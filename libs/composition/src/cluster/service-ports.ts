import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOperationsServer, createServiceServer, type ServiceModule } from '@total-recall/nest';
import type { Logger, Metrics, Tracer } from '@total-recall/observability';
import { readVerifyingKeys, type AggregateHealth, type AppConfig, type Clock, type Component, type Scheduler } from '@total-recall/runtime';
import { operationsOf } from '../front/gateway-front.ts';
import { required } from './cluster-settings.ts';
import { serviceSecurity } from './connections.ts';

export interface ServicePortsDeps {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing: Tracer;
  readonly health: () => Promise<AggregateHealth>;
}

/** The ports of a service: its core over gRPC for whom the gateway signed a token, metrics and probes beside it. The core's comes first to go. */
export async function openServicePorts(config: AppConfig, module: ServiceModule, deps: ServicePortsDeps) {
  const { clock, scheduler, logger, metrics, tracing, health } = deps;
  const { servicePublicKeysFile } = required(config, ['servicePublicKeysFile']);
  const server = await createServiceServer({
    module,
    keys: readVerifyingKeys(await readFile(servicePublicKeysFile, 'utf8')),
    host: config.serviceHost,
    port: config.servicePort,
    security: serviceSecurity(config),
    clock,
    scheduler,
    tracer: tracing,
    onFailure: ({ service, method, error }) => logger.error({ service, method, err: error }, 'a call failed'),
  });
  let isClosing = false;
  const operations = createOperationsServer(
    { host: config.opsHost, port: config.opsPort, ...operationsOf(metrics, health) },
    () => isClosing,
  );
  let addresses = { service: '', operations: '' };
  const component: Component = {
    name: 'ports',
    start: async () => {
      const { address: service } = await server.listen();
      await listen(operations, config);
      addresses = {
        service,
        operations: `http://${config.opsHost}:${(operations.address() as AddressInfo).port}`,
      };
    },
    stop: async () => {
      isClosing = true;
      await server.close(config.shutdownDeadlineMs);
      operations.closeAllConnections();
      await new Promise<void>((resolve) => operations.close(() => resolve()));
    },
  };
  return { component, addresses: () => addresses };
}

function listen(server: Server, { opsHost, opsPort }: AppConfig): Promise<void> {
  return new Promise((resolve, reject) => server.once('error', reject).listen(opsPort, opsHost, () => resolve()));
}

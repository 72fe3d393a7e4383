import type { ServiceModule } from '@total-recall/nest';
import { createMetrics } from '@total-recall/observability';
import { startInOrder, type Component } from '@total-recall/runtime';
import { wireCores, type Wiring } from '../cores/wire-cores.ts';
import { lifecycleOf } from '../lifecycle-of.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import type { RunningService, ServiceProcess } from './running-service.ts';
import { openServicePorts } from './service-ports.ts';

/** What a service runs of what was wired: the rpcs it serves, and what starts after its stores, in order. */
export interface Core {
  readonly module: ServiceModule;
  readonly components: readonly Component[];
}

/** Opens the stores of the cluster, and serves a core over them. Resolves when it answers. */
export async function runCore(
  mode: string,
  { config, logger, version }: ServiceProcess,
  coreOf: (wiring: Wiring) => Core,
): Promise<RunningService> {
  const metrics = createMetrics({ processMetrics: true });
  metrics.buildInfo.set({ version, mode }, 1);
  const wiring = await wireCores(await openClusterStores(config, { logger, metrics }), config, { logger, metrics, isOnlyWriter: false });
  const core = coreOf(wiring);
  const { clock, scheduler } = wiring;
  const ports = await openServicePorts(config, core.module, { clock, scheduler, logger, metrics, health: () => running.health() });
  const running = await startInOrder(
    [...wiring.foundation, ...core.components, ports.component],
    lifecycleOf(config, { logger, scheduler }),
  );
  return { addresses: ports.addresses(), stop: () => running.stop() };
}

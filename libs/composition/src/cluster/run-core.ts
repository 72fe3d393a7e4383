import type { ServiceModule } from '@total-recall/nest';
import { createMetrics } from '@total-recall/observability';
import { startInOrder, type Component } from '@total-recall/runtime';
import { wireCores, type Wiring } from '../cores/wire-cores.ts';
import { lifecycleOf } from '../lifecycle-of.ts';
import { recordTraces } from '../observe-process.ts';
import { NEEDED_SETTINGS, required } from './cluster-settings.ts';
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
  mode: 'ingest' | 'retriever',
  { config, logger, tracing, version }: ServiceProcess,
  coreOf: (wiring: Wiring) => Core,
): Promise<RunningService> {
  required(config, NEEDED_SETTINGS[mode]);
  const metrics = createMetrics({ processMetrics: true });
  metrics.buildInfo.set({ version, mode }, 1);
  const observers = { logger, metrics, tracing };
  const wiring = await wireCores(await openClusterStores(config, observers), config, { ...observers, isOnlyWriter: false });
  const core = coreOf(wiring);
  const { clock, scheduler } = wiring;
  const traces = await recordTraces(config, { ...observers, role: mode, version, scheduler });
  const ports = await openServicePorts(config, core.module, { ...observers, clock, scheduler, health: () => running.health() });
  const running = await startInOrder(
    [...traces, ...wiring.foundation, ...core.components, ports.component],
    lifecycleOf(config, { logger, scheduler }),
  );
  return { addresses: ports.addresses(), stop: () => running.stop() };
}

import type { ServiceModule } from '@total-recall/nest';
import type { Ledger } from '@total-recall/ports';
import type { ClusterConfig, Component, RetrieverConfig } from '@total-recall/runtime';
import { wireCores, type Wiring, type WiringOptions } from '../cores/wire-cores.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import type { RunningService, ServiceProcess } from './running-service.ts';
import { createServicePorts } from './service-ports.ts';
import { startService, type ServiceBase } from './start-service.ts';

/** A core of a service: the RPCs it serves, and the components that start before them, in order. */
export interface Core {
  readonly module: ServiceModule;
  readonly components: readonly Component[];
  /** Components that start once the service answers at its address. They stop before its port closes. */
  readonly whenServed?: (address: () => string) => readonly Component[];
}

/** Starts a service that other services call. Resolves when it answers. */
export function startCore<Config extends RetrieverConfig>(
  mode: 'ingest' | 'retriever' | 'consolidator',
  process: ServiceProcess<Config>,
  coreOf: (base: ServiceBase<Config>) => Promise<Core>,
): Promise<RunningService> {
  return startService(mode, process, async (base) => {
    const { module, components, whenServed } = await coreOf(base);
    const ports = createServicePorts(module, base);
    const served = whenServed?.(() => ports.addresses().service) ?? [];
    return { components: [...components, ports, ...served], answers: () => ({ addresses: ports.addresses() }) };
  });
}

/**
 * Opens the stores of the cluster and wires the cores over them. Pass a ledger only in a process
 * that owns a share of it.
 */
export async function wireCluster(
  { config, logger, metrics, tracing, version }: ServiceBase<ClusterConfig>,
  { owners, ledger }: Pick<WiringOptions, 'owners'> & { readonly ledger?: Ledger } = {},
): Promise<Wiring> {
  const observers = { logger, metrics, tracing };
  const stores = await openClusterStores(config, observers);
  const options = { ...observers, version, isOnlyWriter: false, ...(owners && { owners }) };
  return wireCores({ ...stores, ...(ledger && { ledger }) }, config, options);
}

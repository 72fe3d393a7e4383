import {
  createGatewayFront,
  lifecycleOf,
  recordTraces,
  sealIngestPositions,
  sealRetrieverPositions,
  type CoresHooks,
  type FrontAddresses,
} from '@total-recall/composition';
import type { Gateway } from '@total-recall/gateway';
import { createTracing, type Logger } from '@total-recall/observability';
import { createServiceSigner, createSystemRandom, startInOrder, type StandaloneConfig, type StopReport } from '@total-recall/runtime';
import { createCores, type Cores } from './create-cores.ts';

export interface Standalone extends FrontAddresses {
  readonly cores: Cores;
  readonly gateway: Gateway;
  stop(): Promise<StopReport>;
}

/** Creates the whole service in one process: embedded stores, cores, gateway, HTTP. Resolves when it answers. */
export async function createStandalone(
  config: StandaloneConfig,
  logger: Logger,
  version: string,
  hooks: CoresHooks = {},
): Promise<Standalone> {
  const tracing = hooks.tracing ?? createTracing({ random: createSystemRandom() });
  const cores = await createCores(config, logger, { ...hooks, tracing, version });
  const { metrics, scheduler } = cores;
  metrics.buildInfo.set({ version, mode: 'standalone' }, 1);
  const traces = await recordTraces(config, { logger, metrics, tracing, role: 'standalone', version, scheduler });
  const front = await createGatewayFront(config, {
    ...cores,
    ingest: sealIngestPositions(cores.ingest, cores.positions),
    retriever: sealRetrieverPositions(cores.retriever, cores.positions),
    control: cores.stores.control,
    families: cores.tokens.families.map(({ name }) => name),
    logger,
    tracing,
    version,
    health: () => running.health(),
    counter: 'standalone',
    auditSigner: createServiceSigner(cores.stores, 'audit-heads', 'total-recall audit heads 1'),
  });
  const running = await startInOrder([...traces, ...cores.components, front], lifecycleOf(config, { logger, scheduler }));
  return { cores, gateway: front.gateway, ...front.addresses(), stop: () => running.stop() };
}

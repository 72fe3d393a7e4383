import {
  createAuditSigner,
  keepAudit,
  loadFront,
  openProcess,
  sealIngestPositions,
  sealRetrieverPositions,
  type CoresHooks,
  type FrontAddresses,
} from '@total-recall/composition';
import { coresOver, openFolder, type Cores } from '@total-recall/data-folder';
import type { Gateway } from '@total-recall/gateway';
import { createTracing, type Logger } from '@total-recall/observability';
import { createSystemRandom, type Component, type StandaloneConfig, type StopReport } from '@total-recall/runtime';

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
  const service = await openProcess(config, { role: 'standalone', version, logger, tracing });
  const { life } = service;
  const loading = loadFront();
  // Nobody waits for it if the stores refuse to open; else it is awaited below.
  loading.catch(() => undefined);
  try {
    const folder = await openFolder(config, service);
    await life.keep('stores', folder.stores);
    const cores = await coresOver(folder, config, { ...hooks, ...service });
    const { openFront } = await loading;
    const front = await openFront(config, {
      ...service,
      ...cores,
      health: life.health,
      ingest: sealIngestPositions(cores.ingest, cores.positions),
      retriever: sealRetrieverPositions(cores.retriever, cores.positions),
      control: cores.stores.control,
      families: cores.tokens.families.map(({ name }) => name),
      counter: 'standalone',
      auditSigner: createAuditSigner(cores.stores),
      onErased: (run) => cores.stores.keys.onDestroyed(run),
    });
    const keeper = keepAudit({ ...cores, logger }, { signsForAll: false });
    const auditing: Component = { name: 'audit', start: () => keeper.take(), stop: () => keeper.stop() };
    await life.start(...cores.components, auditing, front);
    return { cores, gateway: front.gateway, ...front.addresses(), stop: life.stop };
  } catch (error) {
    await life.stop();
    throw error;
  }
}

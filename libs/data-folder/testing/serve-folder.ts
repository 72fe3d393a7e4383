import type { CoresHooks } from '@total-recall/composition';
import { SILENT_LOGGER, type Logger } from '@total-recall/observability';
import { startInOrder, type Running } from '@total-recall/runtime';
import { createCores, type Cores, type CoresConfig } from '../src/create-cores.ts';

type ServedFolder = Cores & Pick<Running, 'health' | 'stop'>;

/** Starts the cores of a data folder, as a service does, in one thread for its stores. */
export async function serveFolder(config: CoresConfig, logger: Logger = SILENT_LOGGER, hooks: CoresHooks = {}): Promise<ServedFolder> {
  const cores = await createCores({ threads: 'one', ...config }, logger, hooks);
  const running = await startInOrder(cores.components, { scheduler: cores.scheduler, startDeadlineMs: 30_000, stopDeadlineMs: 30_000 });
  return { ...cores, health: () => running.health(), stop: () => running.stop() };
}

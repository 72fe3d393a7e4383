import { SILENT_LOGGER } from '@total-recall/observability';
import { startInOrder } from '@total-recall/runtime';
import { createCores } from '../src/create-cores.ts';

type CoresConfig = Parameters<typeof createCores>[0];
type ServedFolder = Awaited<ReturnType<typeof createCores>> & { stop(): Promise<unknown> };

/** Starts the cores of a data folder, as a service does, in one thread for its stores. */
export async function serveFolder(config: CoresConfig): Promise<ServedFolder> {
  const cores = await createCores({ ...config, threads: 'one' }, SILENT_LOGGER);
  const running = await startInOrder(cores.components, { scheduler: cores.scheduler, startDeadlineMs: 30_000, stopDeadlineMs: 30_000 });
  return { ...cores, stop: () => running.stop() };
}

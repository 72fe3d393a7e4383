import { SILENT_LOGGER, type Logger } from '@total-recall/observability';
import { startInOrder, type Running } from '@total-recall/runtime';
import { createCores } from '../src/create-cores.ts';

type CoresConfig = Parameters<typeof createCores>[0];
type CoresHooks = NonNullable<Parameters<typeof createCores>[2]>;
type ServedFolder = Awaited<ReturnType<typeof createCores>> & Pick<Running, 'health' | 'stop'>;

/** Starts the cores of a data folder, as a service does, in one thread for its stores. */
export async function serveFolder(config: CoresConfig, logger: Logger = SILENT_LOGGER, hooks: CoresHooks = {}): Promise<ServedFolder> {
  const cores = await createCores({ threads: 'one', ...config }, logger, hooks);
  const running = await startInOrder(cores.components, { scheduler: cores.scheduler, startDeadlineMs: 30_000, stopDeadlineMs: 30_000 });
  return { ...cores, health: () => running.health(), stop: () => running.stop() };
}

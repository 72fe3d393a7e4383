import { createMetrics, type Metrics } from '@total-recall/observability';
import {
  createSystemClock,
  createSystemScheduler,
  startInOrder,
  type AggregateHealth,
  type Clock,
  type Component,
  type Scheduler,
} from '@total-recall/runtime';
import { lifecycleOf } from '../lifecycle-of.ts';
import { recordTraces } from '../observe-process.ts';
import { keepOpen, type KeptOpen } from '../keep-open.ts';
import type { RunningService, ServiceProcess } from './running-service.ts';

/** What a service is assembled with. */
export interface ServiceBase extends ServiceProcess {
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** What is kept is closed last, and also where the start fails half way. */
  readonly keep: KeptOpen['keep'];
  /** Of the whole process, once it runs. */
  readonly health: () => Promise<AggregateHealth>;
}

export interface AssembledService {
  /** In the order they start. */
  readonly components: readonly Component[];
  /** Asked once all have started. */
  readonly answers: () => Omit<RunningService, 'stop'>;
}

/** Assembles a service and starts it in order. Resolves when it answers; where anything fails, all that was opened is closed again. */
export async function startService(
  mode: string,
  process: ServiceProcess,
  assemble: (base: ServiceBase) => Promise<AssembledService>,
): Promise<RunningService> {
  const { config, logger, tracing, version } = process;
  const metrics = createMetrics({ processMetrics: true });
  metrics.buildInfo.set({ version, mode }, 1);
  const scheduler = createSystemScheduler({ onError: (error) => logger.error({ err: error }, 'a scheduled task failed') });
  const { keep, close } = keepOpen();
  try {
    const { components, answers } = await assemble({
      ...process,
      metrics,
      clock: createSystemClock(),
      scheduler,
      keep,
      health: () => running.health(),
    });
    const traces = await recordTraces(config, { logger, metrics, tracing, role: mode, version, scheduler });
    const connections: Component = { name: 'connections', stop: close };
    const running = await startInOrder([...traces, connections, ...components], lifecycleOf(config, { logger, scheduler }));
    return { ...answers(), stop: () => running.stop() };
  } catch (error) {
    await close();
    throw error;
  }
}

import { createMetrics, type Metrics } from '@total-recall/observability';
import {
  createSystemClock,
  createSystemScheduler,
  startInOrder,
  type AggregateHealth,
  type Clock,
  type Component,
  type Scheduler,
  type TopicsConfig,
} from '@total-recall/runtime';
import { lifecycleOf } from '../lifecycle-of.ts';
import { recordTraces } from '../observe-process.ts';
import { keepOpen, type KeptOpen } from '../keep-open.ts';
import type { RunningService, ServiceProcess } from './running-service.ts';

/** Everything a service is assembled from. */
export interface ServiceBase<Config = TopicsConfig> extends ServiceProcess<Config> {
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Registers something to close. It is closed last, also when the start fails. */
  readonly keep: KeptOpen['keep'];
  /** Reads the health of the whole process; only for use after the start. */
  readonly health: () => Promise<AggregateHealth>;
}

export interface AssembledService {
  /** In the order they start. */
  readonly components: readonly Component[];
  /** Called once all components have started. */
  readonly answers: () => Omit<RunningService, 'stop'>;
}

/**
 * Assembles a service and starts its components in order. Resolves when it answers. If anything fails,
 * closes all that was opened.
 */
export async function startService<Config extends TopicsConfig>(
  mode: string,
  process: ServiceProcess<Config>,
  assemble: (base: ServiceBase<Config>) => Promise<AssembledService>,
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

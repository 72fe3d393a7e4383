import { createMetrics, openRecorder, type Logger, type Metrics } from '@total-recall/observability';
import {
  createLifecycle,
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  type Clock,
  type Lifecycle,
  type ProcessConfig,
  type Random,
  type Scheduler,
} from '@total-recall/runtime';
import { lifecycleOf } from './lifecycle-of.ts';
import { serviceName, type ProcessObservers } from './observe-process.ts';
import { showCertificates, type CertifiedConfig } from './show-certificates.ts';

/** Parts that everything in a process is made with. */
export interface ProcessParts {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
}

/** A process that serves. */
export interface OpenProcess extends ProcessParts, ProcessObservers {
  readonly version: string;
  /** Keeps what the process opens and starts from here on, and ends it in the reverse order. */
  readonly life: Lifecycle;
}

export interface ProcessOptions extends ProcessObservers {
  readonly role: string;
  readonly version: string;
}

/** Opens a process: metrics, clocks, its lifecycle, and traces if the settings name a collector. */
export async function openProcess(
  config: ProcessConfig & CertifiedConfig,
  { role, version, logger, tracing }: ProcessOptions,
): Promise<OpenProcess> {
  const parts = processParts(logger);
  const { metrics, scheduler } = parts;
  metrics.buildInfo.set({ version, mode: role }, 1);
  showCertificates(metrics, config);
  const life = createLifecycle(lifecycleOf(config, { logger, scheduler }));
  const { tracesEndpoint: endpoint, tracesRatio: ratio } = config;
  if (endpoint !== undefined) {
    const service = serviceName(config, role);
    const recorder = await openRecorder({ endpoint, ratio, service, version, logger, metrics, scheduler });
    tracing.recordWith(recorder);
    // Closed last of all, so that the spans of the others' end are sent too.
    await life.keep('traces', { close: () => recorder.close(config.shutdownDeadlineMs / 2) });
  }
  return { ...parts, tracing, version, life };
}

/** Makes the parts of a process; tools and tests need no more than these. */
export function processParts(logger: Logger, metrics: Metrics = createMetrics({ processMetrics: true })): ProcessParts {
  return {
    logger,
    metrics,
    clock: createSystemClock(),
    random: createSystemRandom(),
    scheduler: createSystemScheduler({ onError: (error) => logger.error({ err: error }, 'a scheduled task failed') }),
  };
}

import {
  createLogger,
  createTracing,
  openRecorder,
  type Logger,
  type LoggerOptions,
  type Metrics,
  type Tracing,
} from '@total-recall/observability';
import { createSystemRandom, type Component, type ProcessConfig, type Scheduler } from '@total-recall/runtime';

/** Logger and tracing of a process. */
export interface ProcessObservers {
  readonly logger: Logger;
  readonly tracing: Tracing;
}

type ObservedConfig = Pick<ProcessConfig, 'logLevel' | 'logFormat' | 'serviceName'>;

/** Creates a logger whose lines name the service, the trace and the tenant. No traces are exported yet. */
export function observeProcess(
  config: ObservedConfig,
  role: string,
  output: Pick<LoggerOptions, 'format' | 'destination'> = {},
): ProcessObservers {
  const tracing = createTracing({ random: createSystemRandom() });
  const format = config.logFormat === 'text' ? 'text' : 'json';
  const logger = createLogger({
    level: config.logLevel,
    format,
    service: serviceName(config, role),
    context: tracing.logFields,
    ...output,
  });
  return { logger, tracing };
}

export interface TraceDeps extends ProcessObservers {
  readonly role: string;
  readonly version: string;
  readonly scheduler: Scheduler;
  readonly metrics: Metrics;
}

/**
 * Starts exporting traces if the settings name a collector. The returned components must start first, so that they stop
 * last and send what is left.
 */
export async function recordTraces(
  config: Pick<ProcessConfig, 'tracesEndpoint' | 'tracesRatio' | 'serviceName' | 'shutdownDeadlineMs'>,
  { tracing, role, ...deps }: TraceDeps,
): Promise<readonly Component[]> {
  if (config.tracesEndpoint === undefined) return [];
  const recorder = await openRecorder({
    ...deps,
    endpoint: config.tracesEndpoint,
    ratio: config.tracesRatio,
    service: serviceName(config, role),
  });
  tracing.recordWith(recorder);
  return [{ name: 'traces', stop: () => recorder.close(config.shutdownDeadlineMs / 2) }];
}

function serviceName(config: Pick<ProcessConfig, 'serviceName'>, role: string): string {
  return config.serviceName ?? `total-recall-${role}`;
}

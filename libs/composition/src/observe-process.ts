import { createLogger, createTracing, type Logger, type LoggerOptions, type Tracing } from '@total-recall/observability';
import { createSystemRandom, type ProcessConfig } from '@total-recall/runtime';

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

/** Returns the name of a process in logs and traces. */
export function serviceName(config: Pick<ProcessConfig, 'serviceName'>, role: string): string {
  return config.serviceName ?? `total-recall-${role}`;
}

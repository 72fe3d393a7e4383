import type { Logger } from '@total-recall/observability';
import type { LifecycleOptions, ProcessConfig, Scheduler } from '@total-recall/runtime';

/** Reads from the settings how the components of a process start and stop. */
export function lifecycleOf(
  config: Pick<ProcessConfig, 'startDeadlineMs' | 'shutdownDeadlineMs'>,
  { logger, scheduler }: { readonly logger: Logger; readonly scheduler: Scheduler },
): LifecycleOptions {
  return {
    scheduler,
    deadlineMs: Math.max(config.startDeadlineMs, config.shutdownDeadlineMs),
    onStep: ({ component, action, ok }) =>
      ok || action === 'started' ? logger.debug({ component, ok }, action) : logger.error({ component }, 'not stopped in time'),
  };
}

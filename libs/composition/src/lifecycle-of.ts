import type { Logger } from '@total-recall/observability';
import type { LifecycleOptions, ProcessConfig, Scheduler } from '@total-recall/runtime';

/** Reads from the settings how the components of a process start and stop. */
export function lifecycleOf(
  config: Pick<ProcessConfig, 'startDeadlineMs' | 'shutdownDeadlineMs'>,
  { logger, scheduler }: { readonly logger: Logger; readonly scheduler: Scheduler },
): LifecycleOptions {
  return {
    scheduler,
    startDeadlineMs: config.startDeadlineMs,
    stopDeadlineMs: config.shutdownDeadlineMs,
    onStep: ({ component, action, ok }) =>
      ok || action === 'started' ? logger.debug({ component, ok }, action) : logger.error({ component }, 'not stopped in time'),
  };
}

/** Returns how long requests may go on while a component stops. It needs the rest of its deadline to end what they used. */
export function drainMsOf({ shutdownDeadlineMs }: Pick<ProcessConfig, 'shutdownDeadlineMs'>): number {
  return Math.floor((3 * shutdownDeadlineMs) / 4);
}

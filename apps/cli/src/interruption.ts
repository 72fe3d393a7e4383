import type { Clock, Scheduler } from '@total-recall/ports';
import { EXIT } from './exit-code.ts';

// Time in which repeated signals count as one: npm and a terminal may both send the signal of one Ctrl-C.
const SAME_PRESS_MS = 500;
const PARENT_EVERY_MS = 500;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Removes the signal handlers. */
  dispose(): void;
}

/**
 * Watches for Ctrl-C, SIGTERM, a closed terminal, and the end of the parent process: npm, or the same program under an
 * older Node. The first of them asks the command to stop; a second Ctrl-C ends the process at once.
 */
export function watchInterruption(
  process: NodeJS.Process,
  { clock, scheduler }: { clock: Pick<Clock, 'monotonicMs'>; scheduler: Pick<Scheduler, 'every'> },
): Interruption {
  const controller = new AbortController();
  let firstMs: number | undefined;
  const onSignal = (): void => {
    const now = clock.monotonicMs();
    if (firstMs === undefined) {
      firstMs = now;
      controller.abort();
    } else if (now - firstMs > SAME_PRESS_MS) process.exit(EXIT.interrupted);
  };
  const onDisconnect = (): void => controller.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  if (process.connected) {
    process.on('disconnect', onDisconnect);
    process.channel?.unref();
  }
  // The shell between npm and this process dies of a signal without passing it on.
  const parent = process.ppid;
  const fromNpm = process.env['npm_lifecycle_event'] !== undefined && process.platform !== 'win32';
  const timer = fromNpm ? scheduler.every(PARENT_EVERY_MS, () => void (process.ppid !== parent && controller.abort())) : undefined;
  return {
    signal: controller.signal,
    dispose() {
      timer?.cancel();
      for (const signal of signals) process.off(signal, onSignal);
      process.off('disconnect', onDisconnect);
    },
  };
}

import type { Clock } from '@total-recall/ports';
import { EXIT } from './exit-code.ts';

// npm and a terminal may both send the signal of one Ctrl-C.
const SAME_PRESS_MS = 500;

export interface Interruption {
  readonly signal: AbortSignal;
  /** Takes the handlers away again. */
  dispose(): void;
}

/**
 * Watches for Ctrl-C, SIGTERM, a closed terminal, and the end of the process that started this one. The first asks the command to
 * stop; a second Ctrl-C ends the process at once.
 */
export function watchInterruption(process: NodeJS.Process, clock: Pick<Clock, 'monotonicMs'>): Interruption {
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
  return {
    signal: controller.signal,
    dispose() {
      for (const signal of signals) process.off(signal, onSignal);
      process.off('disconnect', onDisconnect);
    },
  };
}

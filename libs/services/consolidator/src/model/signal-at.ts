import type { Clock, Scheduler } from '@total-recall/ports';

/** Creates a signal that fires at a time of the monotonic clock, unless it is cancelled before. */
export function signalAt(
  { clock, scheduler }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly scheduler: Pick<Scheduler, 'delay'> },
  atMs: number,
): { readonly signal: AbortSignal; cancel(): void } {
  const [fires, cancelled] = [new AbortController(), new AbortController()];
  void scheduler.delay(Math.max(0, Math.ceil(atMs - clock.monotonicMs())), cancelled.signal).then(
    () => fires.abort(),
    // Cancelled.
    () => undefined,
  );
  return { signal: fires.signal, cancel: () => cancelled.abort() };
}

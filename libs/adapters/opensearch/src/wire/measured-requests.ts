import type { Metrics } from '@total-recall/observability';
import { TotalRecallError, type Clock } from '@total-recall/runtime';
import { isAway, isFailure, isTimeout, statusOf } from './opensearch-errors.ts';

/** Metrics of the requests of one connection. */
export interface MeasuredRequests {
  /** Sends one request and measures it. */
  send<T>(kind: 'read' | 'write', request: () => Promise<T>): Promise<T>;
  retried(): void;
  /** Counts a call that failed with this error, possibly without a request because the circuit is open. */
  refused(error: unknown): void;
  /** Counts an opened (1) or closed (-1) circuit. */
  circuit(by: 1 | -1): void;
  /** Ends the metrics of the connection, and those of an open circuit with it. */
  ended(): void;
}

export function measureRequests(metrics: Metrics | undefined, clock: Pick<Clock, 'monotonicMs'>): MeasuredRequests {
  let open = 0;
  const circuit = (by: number): void => {
    open += by;
    metrics?.indexCircuitOpen.inc(by);
  };
  return {
    send: async (kind, request) => {
      const from = clock.monotonicMs();
      try {
        return await request();
      } catch (error) {
        metrics?.indexFailures.inc({ reason: reasonOf(error) });
        throw error;
      } finally {
        metrics?.indexRequestSeconds.observe({ kind }, (clock.monotonicMs() - from) / 1_000);
      }
    },
    retried: () => metrics?.indexRetries.inc(),
    refused: (error) => {
      if (error instanceof TotalRecallError && error.code === 'unavailable') metrics?.indexFailures.inc({ reason: 'resting' });
    },
    circuit,
    ended: () => circuit(-open),
  };
}

function reasonOf(error: unknown): string {
  if (isTimeout(error)) return 'slow';
  if (!isAway(error) || isFailure(error)) return 'refused';
  return statusOf(error) === undefined ? 'unreachable' : 'busy';
}

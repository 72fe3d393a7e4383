import { TotalRecallError } from '@total-recall/runtime';

export interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. One does not count where another call was answered while it was under way. */
  readonly failures: number;
  /** Time for which calls are refused before one may try, in milliseconds. */
  readonly openMs: number;
  readonly monotonicMs: () => number;
  /** Called when the circuit opens (1), and when a later call succeeds (-1). */
  readonly onChange?: (by: 1 | -1) => void;
}

/** Refuses calls at once after repeated failures, so that callers do not wait for a server that is down. */
export interface CircuitBreaker {
  /**
   * Runs a call, or throws `unavailable` with a delay. `isFailure` returns true for errors that count against the
   * server.
   */
  run<T>(call: () => Promise<T>, isFailure: (error: unknown) => boolean): Promise<T>;
}

export function createCircuitBreaker({ failures, openMs, monotonicMs, onChange }: CircuitBreakerOptions): CircuitBreaker {
  let inARow = 0;
  let opensAt = 0;
  let isTrying = false;
  let answers = 0;

  const note = (failed: number): void => {
    const wasOpen = inARow >= failures;
    inARow = failed;
    if (wasOpen !== inARow >= failures) onChange?.(wasOpen ? -1 : 1);
  };
  const refuseWhileOpen = (): void => {
    if (inARow < failures) return;
    const leftMs = opensAt - monotonicMs();
    if (leftMs <= 0 && !isTrying) return;
    throw new TotalRecallError('unavailable', 'OpenSearch has failed several times in a row and is left alone for a moment. Try again.', {
      retryAfterMs: Math.max(1, Math.ceil(leftMs)),
    });
  };
  return {
    run: async (call, isFailure) => {
      refuseWhileOpen();
      const tries = inARow >= failures;
      if (tries) isTrying = true;
      const before = answers;
      const answered = (): void => {
        answers += 1;
        note(0);
      };
      try {
        const answer = await call();
        answered();
        return answer;
      } catch (error) {
        if (!isFailure(error)) {
          answered();
        } else if (answers === before) {
          opensAt = monotonicMs() + openMs;
          note(inARow + 1);
        }
        throw error;
      } finally {
        if (tries) isTrying = false;
      }
    },
  };
}

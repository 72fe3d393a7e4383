import type { Erasure } from '@total-recall/ports';
import { TotalRecallError, type createSerialQueue } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';

interface TimedRequest {
  /** Calls `onRequested` once the request is in the ledger. */
  readonly request: (onRequested: (id: string) => void) => Promise<Erasure>;
  readonly running: (id: string) => Erasure;
}

/**
 * Answers a request when it is done, or after a time that it is running. If its turn has not come by then, it is
 * refused and never starts.
 */
export function answerInTime(
  { answerWithinMs, scheduler }: Pick<EraseDeps, 'answerWithinMs' | 'scheduler'>,
  inTurn: ReturnType<typeof createSerialQueue>,
  { request, running }: TimedRequest,
): Promise<Erasure> {
  if (answerWithinMs === undefined) return inTurn(() => request(() => undefined));
  let stage: 'waiting' | 'begun' | 'refused' = 'waiting';
  let requested: string | undefined;
  const busy = new TotalRecallError('unavailable', 'Other erasures are under way. Try again.', { retryAfterMs: 10_000 });
  const done = inTurn(async () => {
    if (stage === 'refused') throw busy;
    stage = 'begun';
    return request((id) => (requested = id));
  });
  const answered = new AbortController();
  const late = async (): Promise<Erasure> => {
    await scheduler.delay(answerWithinMs, answered.signal);
    if (stage === 'waiting') {
      stage = 'refused';
      throw busy;
    }
    // Planning may take as long as reading the space. Only a request in the ledger can be called running.
    return requested === undefined ? done : running(requested);
  };
  const inTime = late();
  inTime.catch(() => undefined);
  done.catch(() => undefined);
  return Promise.race([done, inTime]).finally(() => answered.abort());
}

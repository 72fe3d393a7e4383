import { ERASURES_UNDER_WAY, type Erasure } from '@total-recall/ports';
import { asNothingErased, TotalRecallError, type createSerialQueue } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';

interface TimedRequest {
  readonly request: (progress: RequestProgress) => Promise<Erasure>;
  /** Returns a requested erasure as it is now. */
  readonly running: (requested: Erasure) => Erasure;
}

export interface RequestProgress {
  /** Called before the request is written to the ledger. */
  readonly onWrite: () => void;
  /** Called once the request is in the ledger. */
  readonly onRequested: (erasure: Erasure) => void;
}

/** Failures of an erasure in the ledger that do not end it: it goes on by itself, or in the next process. */
const LEFT_TO_RUN: ReadonlySet<string> = new Set(['not_caught_up', 'unavailable', 'closed']);

/**
 * Answers a request when it is done, or after a time that it is running. If its turn has not come by then, it is
 * refused and never starts. One that is in the ledger is never refused: whoever was told to try again would ask for a
 * second. Errors: as `request`, and `unavailable`; marked with `nothingErased` for one that was not written there.
 */
export function answerInTime(
  { answerWithinMs, scheduler }: Pick<EraseDeps, 'answerWithinMs' | 'scheduler'>,
  inTurn: ReturnType<typeof createSerialQueue>,
  { request, running }: TimedRequest,
): Promise<Erasure> {
  let stage: 'waiting' | 'begun' | 'written' | 'refused' = 'waiting';
  let requested: Erasure | undefined;
  const recorded = Promise.withResolvers<Erasure>();
  const done = inTurn(async () => {
    if (stage === 'refused') throw busy();
    stage = 'begun';
    return request({
      onWrite: () => (stage = 'written'),
      onRequested: (erasure) => {
        requested = erasure;
        recorded.resolve(erasure);
      },
    });
  }).catch((error: unknown) => {
    const code = error instanceof TotalRecallError ? error.code : undefined;
    if (code !== undefined && LEFT_TO_RUN.has(code) && requested !== undefined) return running(requested);
    // Another process takes it when this one has stopped.
    const failure = code === 'closed' && answerWithinMs !== undefined ? busy() : error;
    throw stage === 'written' ? failure : asNothingErased(failure);
  });
  if (answerWithinMs === undefined) return done;
  const answered = new AbortController();
  const late = async (): Promise<Erasure> => {
    await scheduler.delay(answerWithinMs, answered.signal);
    if (stage === 'waiting') {
      stage = 'refused';
      throw asNothingErased(busy());
    }
    // Planning may take as long as reading the space. Only a request in the ledger can be called running.
    return requested === undefined ? Promise.race([done, recorded.promise]) : running(requested);
  };
  const inTime = late();
  inTime.catch(() => undefined);
  done.catch(() => undefined);
  return Promise.race([done, inTime]).finally(() => answered.abort());
}

const busy = (): TotalRecallError =>
  new TotalRecallError('unavailable', 'Other erasures are under way. Try again.', {
    retryAfterMs: 10_000,
    details: { problem: ERASURES_UNDER_WAY },
  });

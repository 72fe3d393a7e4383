import {
  ERASURES_UNDER_WAY,
  type Clock,
  type Erasure,
  type Eraser,
  type EraseRequest,
  type ErasureService,
  type Holds,
  type Retention,
  type Scheduler,
} from '@total-recall/ports';
import { TotalRecallError, untilAborted } from '@total-recall/runtime';

/** Tenant name for calls that concern no tenant: the certificate key is one for all. No tenant can have this name. */
const NOBODY = '_service';

/** Time after which the other process answers a request that is not done, and the pause between two looks at it. */
const ANSWER_MS = 2_000;
const LOOK_MS = 500;

export interface RemoteEraserOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly scheduler: Pick<Scheduler, 'delay'>;
  /** Time for which an erasure that runs is waited for. */
  readonly withinMs: number;
  /**
   * Fires when this process stops: whoever waits for an erasure is answered then that it runs, or a moment later that it
   * is not known whether it will, where it is still planned.
   */
  readonly stopping: AbortSignal;
}

/**
 * Calls the eraser and the holds of another process. A call about one space carries a token for that space only. An
 * erasure is asked after again and again, so that a process which stops is not held up by one call.
 */
export function remoteEraser(service: ErasureService, options: RemoteEraserOptions): Eraser & Holds {
  return {
    erase: (request) => eraseRemotely(service, request, options),
    erasure: async (tenant, id) => (await service.erasure({ tenant, id })).erasure,
    erasures: (tenant, limit, spaces) => service.erasures({ tenant, limit, ...(spaces && { spaces }) }),
    owes: () => false,
    placeHold: (request) => service.placeHold(request),
    releaseHold: async (request) => (await service.releaseHold(request)).hold,
    hold: async (tenant, id) => (await service.hold({ tenant, id })).hold,
    holds: (tenant, options) => service.holds({ tenant, ...options }),
    certificateKey: () => service.certificateKey({ tenant: NOBODY }),
  };
}

async function eraseRemotely(
  service: ErasureService,
  request: EraseRequest,
  { clock, scheduler, withinMs, stopping }: RemoteEraserOptions,
): Promise<Erasure> {
  const { scope, tenant } = request;
  const untilMs = clock.monotonicMs() + withinMs;
  const isOver = (): boolean => stopping.aborted || clock.monotonicMs() >= untilMs;
  const pause = (): Promise<void> => scheduler.delay(LOOK_MS, stopping).catch(() => undefined);
  const asked = { ...request, ...('space' in scope && scope.space !== undefined && { space: scope.space }), answerWithinMs: ANSWER_MS };
  const ask = async (): Promise<Erasure> => {
    for (;;)
      try {
        return await untilStopped(service.erase(asked), { scheduler, stopping });
      } catch (error) {
        if (!isNotItsTurn(error)) throw error;
        // Its problem is a word between the two processes.
        const { problem: _problem, ...details } = error.details ?? {};
        if (isOver()) throw new TotalRecallError(error.code, error.message, { retryAfterMs: error.retryAfterMs, details });
        await pause();
      }
  };
  let erasure = await ask();
  while (erasure.status === 'running' && !isOver()) {
    await pause();
    // It is in the ledger and goes on, also where that process is away.
    const { erasure: seen = erasure } = await service.erasure({ tenant, id: erasure.id }).catch(() => ({ erasure }));
    erasure = seen;
  }
  return erasure;
}

/** Waits for the answer of the other process, and for as long as that may take once this process stops. */
async function untilStopped(
  asked: Promise<Erasure>,
  { scheduler, stopping }: Pick<RemoteEraserOptions, 'scheduler' | 'stopping'>,
): Promise<Erasure> {
  const [late, answered] = [new AbortController(), new AbortController()];
  const wait = (): void =>
    void scheduler.delay(ANSWER_MS, answered.signal).then(
      () => late.abort(),
      () => undefined,
    );
  if (stopping.aborted) wait();
  else stopping.addEventListener('abort', wait, { once: true, signal: answered.signal });
  // The plan of an erasure may take as long as reading its space, and an entry is written behind it.
  return untilAborted(asked, late.signal, stoppedWhilePlanned).finally(() => answered.abort());
}

const stoppedWhilePlanned = (): TotalRecallError =>
  new TotalRecallError(
    'unavailable',
    'This process stops while the erasure is planned, so it is not known yet whether it is carried out. ' +
      'List the erasures in a minute, or ask again: what is erased already is not erased twice.',
    { retryAfterMs: 10_000 },
  );

const isNotItsTurn = (error: unknown): error is TotalRecallError =>
  error instanceof TotalRecallError && error.code === 'unavailable' && error.details?.['problem'] === ERASURES_UNDER_WAY;

/** Asks another process what retention would erase. */
export function remoteRetention(service: ErasureService): Pick<Retention, 'expired'> {
  return { expired: (tenant, space) => service.expired({ tenant, ...(space !== undefined && { space }) }) };
}

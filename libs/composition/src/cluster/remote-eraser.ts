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
import { TotalRecallError } from '@total-recall/runtime';

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
  /** Fires when this process stops: whoever waits for an erasure is answered then that it runs. */
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
        return await service.erase(asked);
      } catch (error) {
        if (!isNotItsTurn(error)) throw error;
        // Its problem is a word between the two processes.
        if (isOver()) throw new TotalRecallError(error.code, error.message, { retryAfterMs: error.retryAfterMs });
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

const isNotItsTurn = (error: unknown): error is TotalRecallError =>
  error instanceof TotalRecallError && error.code === 'unavailable' && error.details?.['problem'] === ERASURES_UNDER_WAY;

/** Asks another process what retention would erase. */
export function remoteRetention(service: ErasureService): Pick<Retention, 'expired'> {
  return { expired: (tenant, space) => service.expired({ tenant, ...(space !== undefined && { space }) }) };
}

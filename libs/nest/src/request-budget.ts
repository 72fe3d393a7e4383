import { TotalRecallError, type Scheduler } from '@total-recall/runtime';
import { createTenantGate } from './tenant-gate.ts';

/** Memory budget that the requests in flight share. */
export interface RequestBudget {
  /**
   * Reads a body once its bytes fit, then runs `work` once the process has memory for it. In both waits the requests of
   * one tenant keep their order, tenants take turns, and one that has its share holds up nobody else. One body and one
   * work are always admitted. A body of unknown length is admitted with 0 bytes; `read` adds those that arrive. Errors:
   * `overloaded` when there was no room before the deadline, or for bytes that were added; `work` has not run then.
   */
  within<Body, T>(tenant: string, bytes: number, read: (add: AddBytes) => Promise<Body>, work: (body: Body) => Promise<T>): Promise<T>;
  /** Runs `act` while the bytes of a body that was read elsewhere count, once they fit. Errors: `overloaded`. */
  holding<T>(tenant: string, bytes: number, act: () => Promise<T>): Promise<T>;
  /** Runs `work` on a request of `bytes` that was read elsewhere, once the process has memory for it. Errors: `overloaded`. */
  workOn<T>(tenant: string, bytes: number, work: () => Promise<T>): Promise<T>;
  /** Returns true while a body waits for the room that one of the tenant holds. */
  isWaitedFor(tenant: string): boolean;
  /** Bytes of the bodies of requests in flight; each counts for half of the room at most. */
  readonly held: number;
}

/** Counts more bytes of a body. Errors: `overloaded` if they do not fit beside other bodies. */
export type AddBytes = (bytes: number) => void;

export interface RequestBudgetLimits {
  /** Limit on the bytes of all bodies in flight. One tenant may have half of it. */
  readonly bytes: number;
  /**
   * Bodies up to this size are counted but do not queue, so that slow senders of large bodies do not hold them up.
   * Default: 64 KiB.
   */
  readonly smallBytes?: number;
  /** Longest time that a request waits, for its body and again for its work. */
  readonly deadlineMs: number;
  /**
   * Returns how many requests may be worked on at once as memory is now. One always may, and `LIGHT_AT_ONCE` of up to
   * `LIGHT_BYTES` beside it, which then wait only for each other. Of several larger ones a tenant may have all but one.
   * Default: any number.
   */
  readonly mostAtOnce?: () => number;
  /** Called when a request is refused. */
  readonly onRefused?: () => void;
}

/** Largest body that is counted but does not queue, unless the limits set another. */
export const SMALL_BYTES = 64 * 1024;
/** Largest request of the light kind: a question, a window, an append of a few events. A recall of eight long queries is larger. */
export const LIGHT_BYTES = 32 * 1024;
export const LIGHT_AT_ONCE = 4;

export function createRequestBudget(scheduler: Pick<Scheduler, 'delay'>, limits: RequestBudgetLimits): RequestBudget {
  const { bytes: most, smallBytes = SMALL_BYTES, deadlineMs, mostAtOnce = () => Infinity, onRefused } = limits;
  const refused = (): TotalRecallError => {
    onRefused?.();
    return new TotalRecallError('overloaded', 'The memory of the service is in use. Try again in a moment.', { retryAfterMs: 1_000 });
  };
  const share = most / 2;
  const bodies = createTenantGate(scheduler, {
    hasShare: (held, more) => held === 0 || held + more <= share,
    hasRoom: (held, more) => held === 0 || held + more <= most,
    freeSize: smallBytes,
    // A body that is larger than the share of its tenant leaves others theirs.
    mostCounted: share,
    deadlineMs,
    refused,
  });
  const light = createTenantGate(scheduler, {
    hasShare: () => true,
    hasRoom: (underWay) => underWay < LIGHT_AT_ONCE || underWay < mostAtOnce(),
    deadlineMs,
    refused,
  });
  const large = createTenantGate(scheduler, {
    hasShare: (underWay) => underWay === 0 || underWay < mostAtOnce() - 1,
    hasRoom: (underWay) => underWay === 0 || underWay < mostAtOnce(),
    deadlineMs,
    refused,
  });
  const workOn = <T>(tenant: string, bytes: number, work: () => Promise<T>): Promise<T> =>
    (bytes <= LIGHT_BYTES ? light : large).within(tenant, 1, work);
  return {
    get held() {
      return bodies.held;
    },
    within: (tenant, bytes, read, work) =>
      bodies.within(tenant, bytes, async (grow) => {
        let own = bytes;
        const body = await read((more) => {
          grow(more);
          own += more;
        });
        return workOn(tenant, own, () => work(body));
      }),
    holding: (tenant, bytes, act) => bodies.within(tenant, bytes, act),
    isWaitedFor: bodies.isWaitedFor,
    workOn,
  };
}

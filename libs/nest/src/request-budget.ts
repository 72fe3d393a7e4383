import { TotalRecallError, type Scheduler } from '@total-recall/runtime';

/** Memory budget that the requests in flight share. */
export interface RequestBudget {
  /**
   * Reads a body once its bytes fit, then runs `work` once the process has memory for it. Both waits are first come,
   * first served. One body and one work are always admitted. A body of unknown length is admitted with 0 bytes; `read`
   * adds those that arrive. Errors: `overloaded` when there was no room before the deadline, or for bytes that were
   * added; `work` has not run then.
   */
  within<Body, T>(bytes: number, read: (add: AddBytes) => Promise<Body>, work: (body: Body) => Promise<T>): Promise<T>;
  /** Runs `act` while the bytes of a body that was read elsewhere count, once they fit. Errors: `overloaded`. */
  holding<T>(bytes: number, act: () => Promise<T>): Promise<T>;
  /** Runs `work` on a request of `bytes` that was read elsewhere, once the process has memory for it. Errors: `overloaded`. */
  workOn<T>(bytes: number, work: () => Promise<T>): Promise<T>;
  /** Bytes of the bodies of requests in flight. */
  readonly held: number;
}

/** Counts more bytes of a body. Errors: `overloaded` if they do not fit beside other bodies. */
export type AddBytes = (bytes: number) => void;

export interface RequestBudgetLimits {
  /** Limit on the bytes of all bodies in flight. */
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
   * `LIGHT_BYTES` beside it, which then wait only for each other. Default: any number.
   */
  readonly mostAtOnce?: () => number;
  /** Called when a request is refused. */
  readonly onRefused?: () => void;
}

const SMALL_BYTES = 64 * 1024;
/** Largest request of the light kind: a question, a window, an append of a few events. A recall of eight long queries is larger. */
export const LIGHT_BYTES = 32 * 1024;
export const LIGHT_AT_ONCE = 4;

export function createRequestBudget(scheduler: Pick<Scheduler, 'delay'>, limits: RequestBudgetLimits): RequestBudget {
  const { bytes: most, smallBytes = SMALL_BYTES, mostAtOnce = () => Infinity } = limits;
  const isSmall = (bytes: number): boolean => bytes <= smallBytes;
  const bodies = createGate(scheduler, limits, (held, more) => isSmall(more) || held === 0 || held + more <= most, isSmall);
  const light = createGate(scheduler, limits, (underWay) => underWay < LIGHT_AT_ONCE || underWay < mostAtOnce());
  const large = createGate(scheduler, limits, (underWay) => underWay === 0 || underWay < mostAtOnce());
  const workOn = <T>(bytes: number, work: () => Promise<T>): Promise<T> => (bytes <= LIGHT_BYTES ? light : large).within(1, work);
  const hasRoom = (own: number, more: number): boolean => isSmall(own + more) || bodies.held === own || bodies.held + more <= most;
  return {
    get held() {
      return bodies.held;
    },
    within: (bytes, read, work) =>
      bodies.within(bytes, async (grow) => {
        let own = bytes;
        const body = await read((more) => {
          if (!hasRoom(own, more)) throw refusedFor(limits);
          own += more;
          grow(more);
        });
        return workOn(own, () => work(body));
      }),
    holding: (bytes, act) => bodies.within(bytes, act),
    workOn,
  };
}

interface Gate {
  readonly held: number;
  /** `grow` adds to the size while the act runs. */
  within<T>(size: number, act: (grow: (more: number) => void) => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly size: number;
  readonly enter: () => void;
}

/**
 * Creates a queue for a shared resource. `fits` returns true when one more act may start beside those held; `passes`
 * returns true when it may start ahead of those that wait.
 */
function createGate(
  scheduler: Pick<Scheduler, 'delay'>,
  limits: RequestBudgetLimits,
  fits: (held: number, more: number) => boolean,
  passes: (size: number) => boolean = () => false,
): Gate {
  const queue = new Set<Waiting>();
  let held = 0;
  const letIn = (): void => {
    for (const first of queue) {
      if (!fits(held, first.size)) return;
      queue.delete(first);
      held += first.size;
      first.enter();
    }
  };
  const waited = (size: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const over = new AbortController();
      const waiting: Waiting = {
        size,
        enter: () => {
          over.abort();
          resolve();
        },
      };
      const refuse = (): void => {
        if (!queue.delete(waiting)) return;
        reject(refusedFor(limits));
        // The acts behind the refused one may be smaller and fit now.
        letIn();
      };
      queue.add(waiting);
      scheduler.delay(limits.deadlineMs, over.signal).then(refuse, () => undefined);
    });
  return {
    get held() {
      return held;
    },
    async within(size, act) {
      if ((queue.size === 0 || passes(size)) && fits(held, size)) held += size;
      else await waited(size);
      let own = size;
      try {
        return await act((more) => {
          own += more;
          held += more;
        });
      } finally {
        held -= own;
        letIn();
      }
    },
  };
}

function refusedFor({ onRefused }: RequestBudgetLimits): TotalRecallError {
  onRefused?.();
  return new TotalRecallError('overloaded', 'The memory of the service is in use. Try again in a moment.', { retryAfterMs: 1_000 });
}

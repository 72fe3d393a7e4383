import { TotalRecallError, type Scheduler } from '@total-recall/runtime';

/** The memory that requests under way share. */
export interface RequestRoom {
  /**
   * Reads a body once there is room for its bytes, and works on it once the process may take on more; both wait in the order they came. One body and one
   * work always may. Errors: `overloaded` where there was no room before the deadline: nothing was worked on then.
   */
  within<Body, T>(bytes: number, read: () => Promise<Body>, work: (body: Body) => Promise<T>): Promise<T>;
  /** Bytes of the bodies of requests under way. */
  readonly held: number;
}

export interface RequestRoomLimits {
  /** Of the bodies of all requests under way. */
  readonly bytes: number;
  /** A body of so many is counted and waits for nobody, so that those who send large ones slowly hold up no others. 64 KiB. */
  readonly smallBytes?: number;
  /** Longest that a request waits at a time. */
  readonly deadlineMs: number;
  /** Whether the process has more memory than it may: one request at a time is worked on until it has not. */
  readonly isTight?: () => boolean;
  /** Told when a request was refused. */
  readonly onRefused?: () => void;
}

const SMALL_BYTES = 64 * 1024;

export function createRequestRoom(scheduler: Pick<Scheduler, 'delay'>, limits: RequestRoomLimits): RequestRoom {
  const { bytes: most, smallBytes = SMALL_BYTES, isTight = () => false } = limits;
  const isSmall = (bytes: number): boolean => bytes <= smallBytes;
  const bodies = createGate(scheduler, limits, (held, more) => isSmall(more) || held === 0 || held + more <= most, isSmall);
  const works = createGate(scheduler, limits, (underWay) => underWay === 0 || !isTight());
  return {
    get held() {
      return bodies.held;
    },
    within: (bytes, read, work) =>
      bodies.within(bytes, async () => {
        const body = await read();
        return works.within(1, () => work(body));
      }),
  };
}

interface Gate {
  readonly held: number;
  within<T>(size: number, act: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly size: number;
  readonly enter: () => void;
}

/** Acts that share something: `fits` says whether one more may begin beside what is held, `passes` whether it may go before those that wait. */
function createGate(
  scheduler: Pick<Scheduler, 'delay'>,
  { deadlineMs, onRefused }: RequestRoomLimits,
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
        onRefused?.();
        reject(new TotalRecallError('overloaded', 'The memory of the service is in use. Try again in a moment.', { retryAfterMs: 1_000 }));
        // Those behind it may be smaller.
        letIn();
      };
      queue.add(waiting);
      scheduler.delay(deadlineMs, over.signal).then(refuse, () => undefined);
    });
  return {
    get held() {
      return held;
    },
    async within(size, act) {
      if ((queue.size === 0 || passes(size)) && fits(held, size)) held += size;
      else await waited(size);
      try {
        return await act();
      } finally {
        held -= size;
        letIn();
      }
    },
  };
}

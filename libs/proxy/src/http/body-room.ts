import type { Scheduler } from '@total-recall/ports';
import { createTally } from '@total-recall/runtime';
import { PROXY_LIMITS } from '../limits.ts';

/** Memory that the bodies of calls share until their answers have gone. */
export interface BodyRoom {
  /** Opens the room of one call until `signal` aborts. `holder` names the tenant, or the key, whose bodies share a half. */
  open(holder: string, signal: AbortSignal): CallRoom;
  /** Bytes of all bodies that are held. */
  readonly held: number;
}

/** Room for the body of one call. */
export interface CallRoom {
  /** Takes bytes at once. Returns false, and takes none, where they do not fit. */
  take(bytes: number): boolean;
  /** Takes bytes as soon as they fit. Resolves to false where they did not in time, or the call has ended. */
  wait(bytes: number): Promise<boolean>;
}

export interface BodyRoomOptions {
  readonly scheduler: Pick<Scheduler, 'delay'>;
  /** Limit on the bytes of all bodies; those of one holder take at most half of it. */
  readonly bytes?: number;
  /** Bodies up to this size are counted, but always fit. */
  readonly smallBytes?: number;
  readonly waitMs?: number;
}

export function createBodyRoom({
  scheduler,
  bytes: most = PROXY_LIMITS.heldBodyBytes,
  smallBytes = PROXY_LIMITS.smallBodyBytes,
  waitMs = PROXY_LIMITS.bodyWaitMs,
}: BodyRoomOptions): BodyRoom {
  const mostOfHolder = most / 2;
  const held = createTally();
  /** Takers in the order in which they came. */
  const waiting = new Set<() => void>();
  return {
    get held() {
      return held.total;
    },
    open(holder, signal) {
      let own = 0;
      const release = (): void => {
        held.add(holder, -own);
        for (const takeNow of waiting) takeNow();
      };
      signal.addEventListener('abort', release, { once: true });
      const take = (bytes: number): boolean => {
        if (signal.aborted) return false;
        const fits = held.total + bytes <= most && held.of(holder) + bytes <= mostOfHolder;
        if (!fits && own + bytes > smallBytes) return false;
        own += bytes;
        held.add(holder, bytes);
        return true;
      };
      return {
        take,
        async wait(bytes) {
          if (take(bytes)) return true;
          const over = new AbortController();
          const { promise, resolve } = Promise.withResolvers<boolean>();
          const takeNow = (): void => {
            if (!take(bytes)) return;
            waiting.delete(takeNow);
            resolve(true);
          };
          waiting.add(takeNow);
          signal.addEventListener('abort', () => resolve(false), { once: true });
          scheduler.delay(waitMs, over.signal).then(
            () => resolve(false),
            () => undefined,
          );
          const isTaken = await promise;
          waiting.delete(takeNow);
          over.abort();
          return isTaken;
        },
      };
    },
  };
}

import { LIMITS, ROUTES, type Route, type RouteId } from '@total-recall/contracts';
import { createTally, TotalRecallError, type Scheduler } from '@total-recall/runtime';

/** Room that large answers share, from when they are made until their readers have taken them. */
export interface AnswerRoom {
  /**
   * Runs `act` once an answer of up to `bytes` fits, in the order of arrival; a tenant that has its share holds up nobody
   * else. `resize` says how large the answer is; the room is free again when `act` has settled. Answers of up to 64 KiB
   * take no room and never wait, and one large answer is always admitted. Errors: `overloaded` when there was no room
   * before the deadline, or for what an answer has beyond the bytes that were announced.
   */
  within<T>(tenant: string, bytes: number, act: (resize: (bytes: number) => void) => Promise<T>): Promise<T>;
  /** Bytes of the large answers that are made or sent. */
  readonly held: number;
}

export interface AnswerRoomLimits {
  /** Bytes of all large answers together. */
  readonly bytes: number;
  /** Bytes of those of one tenant. Default: half of `bytes`. One large answer of a tenant is always within its share. */
  readonly tenantBytes?: number;
  /** Longest time that an answer waits for room. */
  readonly deadlineMs: number;
  /** Called when an answer is refused. */
  readonly onRefused?: () => void;
}

const SMALL_BYTES = 64 * 1024;

/** The largest answers of routes whose answers may be large. Their room is taken before they are made. */
const LARGEST: Partial<Record<RouteId, number>> = { listEvents: LIMITS.pageBytes, expandMarker: LIMITS.pageBytes };

/** Returns the bytes that an answer may have, where they are worth announcing; 0 for others. */
export function largestAnswer(routeId: RouteId): number {
  const { response }: Route = ROUTES[routeId];
  return LARGEST[routeId] ?? (response.kind === 'bytes' ? LIMITS.attachmentBytes : 0);
}

/**
 * Returns true for routes that change nothing, whose answers may be refused once they are made. What others answer is
 * small, and was done.
 */
export function isRefusable(routeId: RouteId): boolean {
  const { method, scope }: Route = ROUTES[routeId];
  return method === 'GET' || scope === 'read';
}

interface Waiting {
  readonly tenant: string;
  readonly bytes: number;
  readonly enter: () => void;
}

export function createAnswerRoom(scheduler: Pick<Scheduler, 'delay'>, limits: AnswerRoomLimits): AnswerRoom {
  const { bytes: most, tenantBytes = most / 2, deadlineMs, onRefused } = limits;
  const held = createTally();
  const queue = new Set<Waiting>();

  /** `own` bytes of the answer are held already. */
  const fitsShare = (tenant: string, more: number, own: number): boolean =>
    held.of(tenant) === own || held.of(tenant) + more <= tenantBytes;
  const fitsRoom = (more: number, own: number): boolean => held.total === own || held.total + more <= most;
  /** One answer counts as its tenant's share at most, so that others have the rest of the room. */
  const counted = (bytes: number): number => sized(Math.min(bytes, tenantBytes));
  const letIn = (): void => {
    for (const waiting of queue) {
      if (!fitsShare(waiting.tenant, waiting.bytes, 0)) continue;
      if (!fitsRoom(waiting.bytes, 0)) return;
      queue.delete(waiting);
      held.add(waiting.tenant, waiting.bytes);
      waiting.enter();
    }
  };
  const refused = (): TotalRecallError => {
    onRefused?.();
    return new TotalRecallError('overloaded', 'Too many large answers are being sent. Try again in a moment.', { retryAfterMs: 1_000 });
  };

  function entered(tenant: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const waiting: Waiting = {
        tenant,
        bytes,
        enter: () => {
          over.abort();
          resolve();
        },
      };
      const refuse = (): void => {
        if (!queue.delete(waiting)) return;
        reject(refused());
        // Answers behind the refused one may be smaller and fit now.
        letIn();
      };
      queue.add(waiting);
      letIn();
      if (!over.signal.aborted) scheduler.delay(deadlineMs, over.signal).then(refuse, () => undefined);
    });
  }

  return {
    get held() {
      return held.total;
    },
    async within(tenant, bytes, act) {
      let own = counted(bytes);
      if (own > 0) await entered(tenant, own);
      try {
        return await act((size) => {
          const more = counted(size) - own;
          if (more > 0 && !(fitsShare(tenant, more, own) && fitsRoom(more, own))) throw refused();
          own += more;
          held.add(tenant, more);
          if (more < 0) letIn();
        });
      } finally {
        held.add(tenant, -own);
        letIn();
      }
    },
  };
}

/** Small answers take no room. */
function sized(bytes: number): number {
  return bytes <= SMALL_BYTES ? 0 : bytes;
}

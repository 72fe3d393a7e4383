import { createTally, type Scheduler } from '@total-recall/runtime';

/** Lets acts of tenants in as there is room for them. */
export interface TenantGate {
  /** Sizes of all acts that are in. */
  readonly held: number;
  /**
   * Runs `act` once it fits. Acts of one tenant come in in their order; tenants take turns, and one that has its share
   * holds up nobody else. `grow` adds to the size while the act runs. Errors: as `refused`, when the act did not come in
   * before the deadline; or for what `grow` adds, if it does not fit.
   */
  within<T>(tenant: string, size: number, act: (grow: (more: number) => void) => Promise<T>): Promise<T>;
  /** Returns true while an act waits for what one of the tenant holds: another of its own, or one of others that finds no room. */
  isWaitedFor(tenant: string): boolean;
}

export interface GateRules {
  /** Returns true when a tenant that holds `held` may have `more`. */
  readonly hasShare: (held: number, more: number) => boolean;
  /** Returns true when `more` fits beside what all hold. */
  readonly hasRoom: (held: number, more: number) => boolean;
  /** Acts up to this size are counted as held, but neither wait nor take a part of their tenant's share. Default: none. */
  readonly freeSize?: number;
  /** Most that one act counts for. Default: its size. */
  readonly mostCounted?: number;
  /** Longest time that an act waits. */
  readonly deadlineMs: number;
  /** Makes the error of an act that did not come in. */
  readonly refused: () => Error;
}

interface Waiting {
  readonly size: number;
  readonly enter: () => void;
}

/** Creates a gate whose acts wait first come, first served within a tenant, and tenant by tenant in turn. */
export function createTenantGate(scheduler: Pick<Scheduler, 'delay'>, rules: GateRules): TenantGate {
  const { hasShare, hasRoom, freeSize = -1, mostCounted = Infinity, deadlineMs, refused } = rules;
  /** Those that wait, by tenant; the tenant whose turn is next comes first. */
  const queues = new Map<string, Set<Waiting>>();
  const shares = createTally();
  let held = 0;

  const isFree = (size: number): boolean => size <= freeSize;
  const counted = (size: number): number => Math.min(size, mostCounted);
  const inShare = (size: number): number => (isFree(size) ? 0 : counted(size));
  const count = (tenant: string, before: number, after: number): void => {
    shares.add(tenant, inShare(after) - inShare(before));
    held += counted(after) - counted(before);
  };
  const letIn = (): void => {
    for (const [tenant, queue] of queues) {
      const [first] = queue;
      if (!hasShare(shares.of(tenant), counted(first!.size))) continue;
      if (!hasRoom(held, counted(first!.size))) return;
      leave(queues, tenant, first!);
      count(tenant, 0, first!.size);
      first!.enter();
    }
  };
  const entered = (tenant: string, size: number): Promise<void> =>
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
        if (!leave(queues, tenant, waiting)) return;
        reject(refused());
        // Acts behind the refused one may be smaller and fit now.
        letIn();
      };
      queues.set(tenant, (queues.get(tenant) ?? new Set()).add(waiting));
      letIn();
      if (!over.signal.aborted) scheduler.delay(deadlineMs, over.signal).then(refuse, () => undefined);
    });

  return {
    get held() {
      return held;
    },
    isWaitedFor: (tenant) => queues.has(tenant) || [...queues].some(([other, [first]]) => hasShare(shares.of(other), counted(first!.size))),
    async within(tenant, size, act) {
      if (isFree(size)) count(tenant, 0, size);
      else await entered(tenant, size);
      let own = size;
      try {
        return await act((more) => {
          const [share, all] = [shares.of(tenant) - inShare(own), held - counted(own)];
          const after = own + more;
          if (!isFree(after) && !(hasShare(share, counted(after)) && hasRoom(all, counted(after)))) throw refused();
          count(tenant, own, after);
          own = after;
        });
      } finally {
        count(tenant, own, 0);
        letIn();
      }
    },
  };
}

/** Takes one off its queue, and gives the next turn to another tenant. Returns false for one that does not wait any more. */
function leave(queues: Map<string, Set<Waiting>>, tenant: string, waiting: Waiting): boolean {
  const queue = queues.get(tenant);
  if (!queue?.delete(waiting)) return false;
  queues.delete(tenant);
  if (queue.size > 0) queues.set(tenant, queue);
  return true;
}

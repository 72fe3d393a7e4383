import type { Clock, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { FairSchedule, type FairScheduleLimits, type NoRoom } from './fair-schedule.ts';
import { createWorkTurn, type Turn } from './work-turn.ts';

export type WorkKind = 'recall' | 'window' | 'open' | 'prefetch' | 'parse' | 'known' | 'plan';

export interface Work {
  readonly tenant: string;
  readonly kind: WorkKind;
  /** Estimated cost; 1 is a recall of a few words. */
  readonly cost: number;
}

/** Runs work in the order of `FairSchedule`: a tenant waits for a few steps of others, however much they ask for. */
export interface WorkGate {
  /**
   * Runs `act` when it is the tenant's turn. Errors: `rate_limited` if too much of the tenant waits
   * already; `overloaded` if too much waits overall, or if its turn did not come, or is not expected to
   * come, before the deadline.
   */
  run<T>(work: Work, act: (turn: Turn) => Promise<T>): Promise<T>;
}

export type WorkRefusal = NoRoom | 'deadline';

export interface WorkObserver {
  /** `waitedSeconds` is the time from the request to its first step. */
  started(kind: WorkKind, waitedSeconds: number): void;
  refused(kind: WorkKind, reason: WorkRefusal): void;
  /** Numbers of requests that wait and that are under way. */
  counted(waiting: number, underWay: number): void;
}

export interface WorkGateConfig {
  /** Work holds as many of them as its cost says, at most half. */
  readonly slots: number;
  /** Longest total wait of a request, in milliseconds. */
  readonly deadlineMs: number;
  readonly waitingPerTenant: number;
  readonly waiting: number;
  /** Weight of each tenant relative to others; 1 each if absent. */
  readonly weightOf?: (tenant: string) => number;
}

interface GateDeps {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly observer?: WorkObserver;
}

/** Cost by which a tenant may lead other active ones, and most credit of a returning tenant. */
const LEAD: Pick<FairScheduleLimits, 'lead' | 'credit'> = { lead: 2, credit: 8 };
/** Share of a new observation in the averages of how long work takes. */
const FORGETTING = 0.1;
const LONGEST_RETRY_MS = 30_000;

interface Job extends Work {
  readonly arrivedMs: number;
  start: () => void;
}

export function createWorkGate({ clock, scheduler, observer }: GateDeps, config: WorkGateConfig): WorkGate {
  const schedule = new FairSchedule<Job>({ ...config, ...LEAD }, config.weightOf, ({ cost }) => Math.floor(cost));
  const estimate = createWaitEstimate(config.slots, schedule);

  const dispatch = (): void => {
    for (let job = schedule.next(); job !== undefined; job = schedule.next()) job.start();
    observer?.counted(schedule.waiting, schedule.underWay);
  };

  /** Resolves when the schedule starts the job, possibly at once. */
  async function started(job: Job): Promise<void> {
    let isStarted = false;
    let tell = (): void => undefined;
    job.start = () => {
      isStarted = true;
      tell();
    };
    dispatch();
    if (isStarted) return;
    const timer = new AbortController();
    const begun = new Promise<void>((resolve) => (tell = resolve));
    const late = scheduler.delay(Math.max(0, job.arrivedMs + config.deadlineMs - clock.monotonicMs()), timer.signal);
    await Promise.race([begun, late.catch(() => undefined)]);
    timer.abort();
    if (isStarted) return;
    schedule.remove(job.tenant, job);
    throw refused(job, 'deadline');
  }

  function refused(job: Job, reason: WorkRefusal): TotalRecallError {
    observer?.refused(job.kind, reason);
    const retryAfterMs = Math.min(LONGEST_RETRY_MS, Math.max(1_000, Math.ceil(estimate.waitMs(job.tenant))));
    if (reason === 'tenant')
      return new TotalRecallError('rate_limited', `${config.waitingPerTenant} requests of the tenant wait for its turn already.`, {
        retryAfterMs,
      });
    return new TotalRecallError('overloaded', 'More work waits than can be done in time. Try again later.', { retryAfterMs });
  }

  async function enter(job: Job): Promise<void> {
    if (estimate.waitMs(job.tenant) > config.deadlineMs) throw refused(job, 'deadline');
    const noRoom = schedule.add(job.tenant, job);
    if (noRoom !== undefined) throw refused(job, noRoom);
    const forget = estimate.foresee(job);
    try {
      await started(job);
    } finally {
      forget();
    }
    observer?.started(job.kind, (clock.monotonicMs() - job.arrivedMs) / 1_000);
  }

  return {
    async run({ tenant, kind, cost }, act) {
      const job: Job = { tenant, kind, cost, arrivedMs: clock.monotonicMs(), start: () => undefined };
      await enter(job);
      const turn = createWorkTurn(job, { clock, schedule, started, dispatch });
      let isDone = false;
      try {
        const result = await act(turn);
        isDone = true;
        return result;
      } finally {
        const { heldMs, spent } = turn.end();
        if (isDone) estimate.took(heldMs, Math.max(cost, spent));
        dispatch();
      }
    },
  };
}

/**
 * Estimates waits from the costs that are foreseen and from how long work has taken lately. What waits is foreseen by
 * its estimate, so work that spent a hundredth of it counts with the estimate too, and work that spent more with what it
 * spent. The average is one of sums, so that small work in a slow moment does not set it.
 */
function createWaitEstimate(slots: number, schedule: { readonly tenants: number }) {
  /** Averages over the last jobs; before the first one, of jobs that took no time. */
  const lately = { heldMs: 0, cost: 1 };
  const foreseen = new Map<string, number>();
  return {
    /** Estimates the time until a tenant's queue is done, with as much work of every other tenant beside it. */
    waitMs(tenant: string): number {
      const msPerCost = lately.heldMs / slots / lately.cost;
      return (foreseen.get(tenant) ?? 0) * msPerCost * Math.max(1, schedule.tenants);
    },
    /** Counts the cost of a job that waits, until the function that it returns is called. */
    foresee({ tenant, cost }: Job): () => void {
      foreseen.set(tenant, (foreseen.get(tenant) ?? 0) + cost);
      return () => {
        const left = foreseen.get(tenant)! - cost;
        if (left > 0) foreseen.set(tenant, left);
        else foreseen.delete(tenant);
      };
    },
    took(heldMs: number, cost: number): void {
      lately.heldMs += (heldMs - lately.heldMs) * FORGETTING;
      lately.cost += (cost - lately.cost) * FORGETTING;
    },
  };
}

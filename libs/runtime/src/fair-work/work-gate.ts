import type { Clock, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { yieldToEventLoop } from '../parallel/in-slices.ts';
import { FairSchedule, type FairScheduleLimits, type NoRoom } from './fair-schedule.ts';

export type WorkKind = 'recall' | 'window' | 'open' | 'prefetch' | 'parse';

export interface Work {
  readonly tenant: string;
  readonly kind: WorkKind;
  /** Estimated cost; 1 is a recall of a few words. */
  readonly cost: number;
}

/** A request under way. */
export interface Turn {
  /**
   * Counts the cost of a step and resolves when the next may begin. A request that costs much first lets pending work
   * run. Errors: `overloaded` past the deadline.
   */
  spend(cost: number): Promise<void>;
  /** Waits for something that is no work of this process, without occupying a slot. */
  aside<T>(wait: () => Promise<T>): Promise<T>;
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
/** Cost after which a request lets in what came meanwhile, before it goes on. */
const REST_EACH = 1;
/** How much of a new observation goes into the time that a cost takes. */
const FORGETTING = 0.1;
const LONGEST_RETRY_MS = 30_000;

interface Job extends Work {
  readonly arrivedMs: number;
  start: () => void;
}

export function createWorkGate({ clock, scheduler, observer }: GateDeps, config: WorkGateConfig): WorkGate {
  const schedule = new FairSchedule<Job>({ ...config, ...LEAD }, config.weightOf);
  /** Average milliseconds that all slots together take for a cost of 1. */
  let msPerCost = 0;
  const foreseen = new Map<string, number>();

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
    const retryAfterMs = Math.min(LONGEST_RETRY_MS, Math.max(1_000, Math.ceil(waitMs(job.tenant))));
    if (reason === 'tenant')
      return new TotalRecallError('rate_limited', `${config.waitingPerTenant} requests of the tenant wait for its turn already.`, {
        retryAfterMs,
      });
    return new TotalRecallError('overloaded', 'More work waits than can be done in time. Try again later.', { retryAfterMs });
  }

  /** Estimates the time until a tenant's queue is done, with as much work of every other tenant beside it. */
  const waitMs = (tenant: string): number => (foreseen.get(tenant) ?? 0) * msPerCost * Math.max(1, schedule.tenants);

  function foresee({ tenant, cost }: Job): () => void {
    foreseen.set(tenant, (foreseen.get(tenant) ?? 0) + cost);
    return () => {
      const left = foreseen.get(tenant)! - cost;
      if (left > 0) foreseen.set(tenant, left);
      else foreseen.delete(tenant);
    };
  }

  async function enter(job: Job): Promise<void> {
    if (waitMs(job.tenant) > config.deadlineMs) throw refused(job, 'deadline');
    const noRoom = schedule.add(job.tenant, job);
    if (noRoom !== undefined) throw refused(job, noRoom);
    const forget = foresee(job);
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
      const turn = createTurn(job);
      try {
        return await act(turn);
      } finally {
        const { heldMs, spent } = turn.end();
        if (spent > 0) msPerCost += (heldMs / config.slots / spent - msPerCost) * FORGETTING;
        dispatch();
      }
    },
  };

  /** Creates the turn of a job under way. If a job has several branches, they give way and come back together. */
  function createTurn(job: Job): Turn & { end(): { readonly heldMs: number; readonly spent: number } } {
    let [spent, heldMs, away, sinceMs] = [0, 0, 0, clock.monotonicMs()];
    let sinceRest = 0;
    let isUnderWay = true;
    let waiting: Promise<void> | undefined;
    /** Who asks for little goes on at once: a turn of the loop may be full of what others do. */
    const rest = (cost: number): Promise<void> | undefined => {
      sinceRest += cost;
      if (sinceRest < REST_EACH) return undefined;
      sinceRest = 0;
      return yieldToEventLoop();
    };
    const pause = (): void => {
      isUnderWay = false;
      heldMs += clock.monotonicMs() - sinceMs;
    };
    const resume = (): void => {
      isUnderWay = true;
      sinceMs = clock.monotonicMs();
    };
    const comeBack = (): Promise<void> =>
      (waiting ??= started(job)
        .then(resume)
        .finally(() => void (waiting = undefined)));
    return {
      async spend(cost) {
        spent += cost;
        schedule.charge(job.tenant, cost);
        if (waiting !== undefined) return waiting;
        if (!isUnderWay || !schedule.shouldGiveWay(job.tenant)) return rest(cost);
        pause();
        schedule.giveWay(job.tenant, job);
        await comeBack();
      },
      async aside(wait) {
        away += 1;
        if (isUnderWay) {
          pause();
          schedule.end(job.tenant);
          dispatch();
        }
        try {
          return await wait();
        } finally {
          away -= 1;
          if (away === 0 && !isUnderWay && waiting === undefined) {
            schedule.comeBack(job.tenant, job);
            await comeBack();
          }
        }
      },
      end() {
        if (isUnderWay) {
          pause();
          schedule.end(job.tenant);
        }
        return { heldMs, spent };
      },
    };
  }
}

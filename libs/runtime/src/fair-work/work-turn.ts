import type { Clock } from '@total-recall/ports';
import { yieldToEventLoop } from '../parallel/in-slices.ts';
import type { FairSchedule } from './fair-schedule.ts';

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

interface TurnDeps<Job> {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly schedule: Pick<FairSchedule<Job>, 'charge' | 'shouldGiveWay' | 'giveWay' | 'end' | 'comeBack'>;
  /** Resolves when the schedule starts the job again. */
  readonly started: (job: Job) => Promise<void>;
  /** Starts the jobs that have room now. */
  readonly dispatch: () => void;
}

/** Cost after which a request lets in what came meanwhile, before it goes on. */
const REST_EACH = 1;

/** Creates the turn of a job under way. If a job has several branches, they give way and come back together. */
export function createWorkTurn<Job extends { readonly tenant: string }>(
  job: Job,
  { clock, schedule, started, dispatch }: TurnDeps<Job>,
): Turn & { end(): { readonly heldMs: number; readonly spent: number } } {
  let [spent, heldMs, away, sinceMs] = [0, 0, 0, clock.monotonicMs()];
  let sinceRest = 0;
  let isUnderWay = true;
  let waiting: Promise<void> | undefined;
  /** Small costs go on at once: a turn of the loop may be full of what others do. */
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
        schedule.end(job.tenant, job);
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
        schedule.end(job.tenant, job);
      }
      return { heldMs, spent };
    },
  };
}

import type { Clock, ControlStore, Scheduler } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 1_000;

export interface DailyQuota {
  /**
   * Counts events of a tenant against its quota for the UTC day, and returns a function that gives some of them back.
   * Without a quota nothing is counted. Errors: `quota_exceeded` when they do not all fit; then none is counted;
   * `batch_too_large` when no day has room for as many.
   */
  charge(tenant: string, events: number, perDay: number | undefined): Promise<(events: number) => void>;
  /** Writes the counts that changed since the last write. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

interface QuotaDeps {
  readonly control: Pick<ControlStore, 'usage' | 'putUsage' | 'forgetUsage'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /**
   * Name that this process counts under, which no other running process uses. Counts of its former
   * holder count as its own.
   */
  readonly counter: string;
  readonly onExceeded?: () => void;
}

/**
 * Counts in memory and writes every `flushMs`. A killed process loses what it counted since, and a process sees the
 * counts of others that late.
 */
export function createDailyQuota({ control, clock, scheduler, counter, onExceeded }: QuotaDeps, flushMs: number): DailyQuota {
  let day = -1;
  /** Day up to which counts were forgotten. The first charge of a day begins it, often before anything is written. */
  let forgotten = -1;
  const used = new Map<string, number>();
  const changed = new Set<string>();

  function beginDay(today: number): void {
    if (today === day) return;
    day = today;
    used.clear();
    changed.clear();
  }

  async function write(): Promise<void> {
    const today = Math.floor(clock.now() / DAY_MS);
    beginDay(today);
    await writeCounts(today);
    if (today === forgotten) return;
    await control.forgetUsage(today);
    forgotten = today;
  }

  async function writeCounts(today: number): Promise<void> {
    const tenants = [...changed].slice(0, ROWS_AT_ONCE);
    if (tenants.length === 0) return;
    for (const tenant of tenants) changed.delete(tenant);
    try {
      await control.putUsage(tenants.map((tenant) => ({ day: today, counter, tenant, events: used.get(tenant) ?? 0 })));
    } catch (error) {
      if (today === day) for (const tenant of tenants) changed.add(tenant);
      throw error;
    }
    if (today === day && changed.size > 0 && tenants.length === ROWS_AT_ONCE) await writeCounts(today);
  }

  let writing = Promise.resolve();
  const flush = () => (writing = writing.then(write, write));
  const timer = scheduler.every(flushMs, flush);
  return {
    async charge(tenant, events, perDay) {
      if (perDay === undefined) return () => undefined;
      if (events > perDay && perDay > 0) throw largerThanADay(perDay, events);
      const rows = await control.usage(Math.floor(clock.now() / DAY_MS), tenant);
      const now = clock.now();
      const today = Math.floor(now / DAY_MS);
      beginDay(today);
      const counted = rows.filter((row) => row.day === today);
      const own = used.get(tenant) ?? sum(counted.filter((row) => row.counter === counter));
      const before = own + sum(counted.filter((row) => row.counter !== counter));
      if (before + events > perDay) {
        onExceeded?.();
        throw exceeded({ perDay, before, events, retryAfterMs: (today + 1) * DAY_MS - now });
      }
      const count = (total: number): void => {
        used.set(tenant, Math.max(0, total));
        changed.add(tenant);
      };
      count(own + events);
      return (back) => {
        if (back > 0 && today === day) count(used.get(tenant)! - back);
      };
    },
    flush,
    async stop() {
      timer.cancel();
      await flush();
    },
  };
}

function sum(rows: readonly { readonly events: number }[]): number {
  return rows.reduce((total, { events }) => total + events, 0);
}

function largerThanADay(perDay: number, events: number): TotalRecallError {
  return new TotalRecallError(
    'batch_too_large',
    `${events} events were sent at once, and the quota is ${perDay} a day. Send them in parts over several days, or have the quota changed.`,
    { details: { eventsPerDay: perDay } },
  );
}

function exceeded(of: { perDay: number; before: number; events: number; retryAfterMs: number }): TotalRecallError {
  const { perDay, before, events, retryAfterMs } = of;
  return new TotalRecallError(
    'quota_exceeded',
    `The quota of ${perDay} events a day leaves ${Math.max(0, perDay - before)}; ${events} were sent. It begins again at midnight UTC.`,
    { retryAfterMs, details: { eventsPerDay: perDay, used: before } },
  );
}

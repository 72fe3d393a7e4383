import type { Clock } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

const DAY_MS = 86_400_000;

export interface DailyQuota {
  /** Counts events of a tenant against its quota of the UTC day; `quota_exceeded` where they do not fit, then none count. */
  charge(tenant: string, events: number, perDay: number | undefined): void;
  refund(tenant: string, events: number): void;
}

/** Counted in memory: a restart begins the day again. */
export function createDailyQuota(clock: Clock, onExceeded: () => void = () => undefined): DailyQuota {
  let day = -1;
  const used = new Map<string, number>();
  return {
    charge(tenant, events, perDay) {
      const now = clock.now();
      const today = Math.floor(now / DAY_MS);
      if (today !== day) used.clear();
      day = today;
      const before = used.get(tenant) ?? 0;
      if (perDay !== undefined && before + events > perDay) {
        onExceeded();
        const retryAfterMs = (today + 1) * DAY_MS - now;
        throw new TotalRecallError(
          'quota_exceeded',
          `The quota of ${perDay} events a day leaves ${Math.max(0, perDay - before)}; ${events} were sent. It begins again at midnight UTC.`,
          { retryAfterMs, details: { eventsPerDay: perDay, used: before } },
        );
      }
      used.set(tenant, before + events);
    },
    refund(tenant, events) {
      const before = used.get(tenant);
      if (before !== undefined) used.set(tenant, Math.max(0, before - events));
    },
  };
}

import type { DayUsage } from '@total-recall/ports';

/** Counts of events in memory, for control stores. */
export interface HeldUsage {
  put(usage: DayUsage): void;
  of(day: number, tenant: string): DayUsage[];
  /** Drops days before this one and returns what they held. */
  forgetBefore(day: number): DayUsage[];
  remove(usage: Pick<DayUsage, 'day' | 'counter' | 'tenant'>): void;
}

export function createHeldUsage(): HeldUsage {
  /** By day, then tenant, then counter. */
  const days = new Map<number, Map<string, Map<string, DayUsage>>>();
  return {
    put(usage) {
      const tenants = days.get(usage.day) ?? new Map<string, Map<string, DayUsage>>();
      const counters = tenants.get(usage.tenant) ?? new Map<string, DayUsage>();
      days.set(usage.day, tenants.set(usage.tenant, counters.set(usage.counter, { ...usage })));
    },
    of: (day, tenant) => [...(days.get(day)?.get(tenant)?.values() ?? [])],
    forgetBefore(day) {
      const gone = [...days].filter(([each]) => each < day);
      for (const [each] of gone) days.delete(each);
      return gone.flatMap(([, tenants]) => [...tenants.values()].flatMap((counters) => [...counters.values()]));
    },
    remove: ({ day, tenant, counter }) => void days.get(day)?.get(tenant)?.delete(counter),
  };
}

/** Names a row uniquely by counter, tenant and day. Names of tenants and counters have no slash. */
export function usageId({ day, counter, tenant }: Pick<DayUsage, 'day' | 'counter' | 'tenant'>): string {
  return `${day}/${counter}/${tenant}`;
}

export function usageOfId(id: string): Pick<DayUsage, 'day' | 'counter' | 'tenant'> | undefined {
  const [, day, counter, tenant] = /^(\d+)\/([^/]+)\/([^/]+)$/.exec(id) ?? [];
  return day === undefined ? undefined : { day: Number(day), counter: counter!, tenant: tenant! };
}

import type { EventKind } from '../event/event-kind.ts';
import { DAY_MS } from '../time/utc-day.ts';

/** Maximum age of events: of the named kinds, or of all. */
export interface RetentionRule {
  readonly kinds?: EventKind[];
  /** Days since the service recorded an event. */
  readonly maxAgeDays: number;
}

/**
 * Returns how long an event of a kind is kept, in milliseconds; undefined for ever. Within one level, rules that name
 * the kind win over general ones, and among several the strictest counts. Between levels the strictest counts: a space
 * may keep events for less time than its tenant says, never longer.
 */
export function keptFor(levels: readonly (readonly RetentionRule[] | undefined)[], kind: EventKind): number | undefined {
  const days = levels.map((rules) => daysOf(rules ?? [], kind)).filter((own) => own !== undefined);
  return days.length === 0 ? undefined : Math.min(...days) * DAY_MS;
}

function daysOf(rules: readonly RetentionRule[], kind: EventKind): number | undefined {
  const named = rules.filter(({ kinds }) => kinds?.includes(kind));
  const those = named.length > 0 ? named : rules.filter(({ kinds }) => kinds === undefined);
  return those.length === 0 ? undefined : Math.min(...those.map(({ maxAgeDays }) => maxAgeDays));
}

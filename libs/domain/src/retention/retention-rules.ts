import type { EventKind } from '../event/event-kind.ts';

/** How long events are kept: of the kinds named, or of all. */
export interface RetentionRule {
  readonly kinds?: EventKind[];
  /** Days since the service recorded an event. */
  readonly maxAgeDays: number;
}

const DAY_MS = 86_400_000;

/**
 * How long an event of a kind is kept, in milliseconds, by the rules of all levels; undefined for ever. In one level a rule that names the kind goes before
 * those that name none, and of several the strictest counts. Of the levels the strictest counts: a space may keep for less time than its tenant says, and
 * never for longer.
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

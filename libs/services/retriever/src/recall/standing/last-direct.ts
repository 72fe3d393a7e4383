import type { OpenedEvent } from '../open/open-events.ts';

/**
 * Events found by the request itself that stand before statements of how an output has to be, and how many where the last of
 * them is such a statement, which its own words found.
 */
const DIRECT = { least: 3, most: 5 } as const;

/** Returns the event behind which statements stand that came as facts alone; undefined where there is none. */
export function lastDirect<Event extends { readonly ranked: Pick<OpenedEvent['ranked'], 'factors'> }>(
  found: readonly Event[],
): Event | undefined {
  const isStatement = ({ ranked }: Event): boolean => (ranked.factors['standing'] ?? 0) > 0;
  return found.slice(DIRECT.least, DIRECT.most).findLast(isStatement) ?? found[Math.min(DIRECT.least, found.length) - 1];
}

/** Returns the event behind which pieces of a list stand: the fifth, or the last of fewer; undefined where there is none. */
export function lastBefore<Event>(found: readonly Event[]): Event | undefined {
  return found[Math.min(DIRECT.most, found.length) - 1];
}

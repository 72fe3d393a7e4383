import { rulesOf, timePreference, toldPreference, type ReadQueryTime } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { RankedQuery } from '../rank/rank-query.ts';
import { isOfTool } from './is-of-tool.ts';
import { shareOfShort } from './share-of-short.ts';
import { withGain } from './with-gain.ts';

/** Gain for the best fit where no event of the asked time is there, in standard deviations; the most that dates give. */
const MOST = 3;

/**
 * Raises messages that tell of the time that a query names: what was done in a week is told on its last day or after it,
 * as "last week". They gain what a message of that time gains, long ones less. Among results of tools nothing moves, as
 * dates stand everywhere there.
 */
export function weighToldTimes(
  { readTime }: Pick<RetrieverDeps, 'readTime'>,
  queries: readonly RankedQuery[],
  opened: readonly OpenedEvent[],
): OpenedEvent[] {
  const dated = queries.filter(({ time }) => time.moments.length > 0);
  if (readTime === undefined || dated.length === 0 || opened.some(isOfTool)) return [...opened];
  const gainsOf = dated.map((query) => createGain(query, readTime));
  return opened.map((event) => {
    const { envelope, redacted } = event;
    if (redacted || !rulesOf(envelope.kind).isTalk) return event;
    const told = gainsOf.reduce((most, gainOf) => Math.max(most, gainOf(event)), 0);
    return told === 0 ? event : withGain(event, 'toldTime', told);
  });
}

/** Returns a function that gives what an event gains by the times that it tells of, beyond what its own time gave it. */
function createGain({ time, ranked }: RankedQuery, readTime: ReadQueryTime): (event: OpenedEvent) => number {
  const dates = new Map(ranked.map((event) => [event.eventId, event.dates]));
  const best = dates.values().reduce((most, gain) => Math.max(most, gain), 0) || MOST;
  return ({ envelope: { occurredAt }, body, ranked: { eventId } }) => {
    if (timePreference(occurredAt, time) === 1) return 0;
    const told = toldPreference(readTime(body.text, occurredAt), occurredAt, time);
    return best * shareOfShort(body.text) * told - (dates.get(eventId) ?? 0);
  };
}

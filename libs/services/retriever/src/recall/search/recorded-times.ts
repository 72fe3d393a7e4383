import { isAhead } from '@total-recall/domain';
import type { DocumentPlace, MemoryIndex, SpacePlace } from '@total-recall/ports';

type Hit = Pick<DocumentPlace, 'eventId' | 'occurredAt'>;

/** Most events of which it is read when they were recorded. */
const MOST_READ = 1_000;

/**
 * Returns when events were recorded whose stamps are ahead of now, by their ids: they are ordered by that among others
 * (`orderTimeAmong`). Empty where all of them are ahead.
 */
export async function recordedTimes(
  index: Pick<MemoryIndex, 'events'>,
  { tenant, space }: SpacePlace,
  hits: readonly Hit[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const ahead = [...new Set(hits.filter(({ occurredAt }) => isAhead(occurredAt, now)).map(({ eventId }) => eventId))];
  if (ahead.length === 0 || hits.every(({ occurredAt }) => isAhead(occurredAt, now))) return new Map();
  const events = await index.events(tenant, space, ahead.slice(0, MOST_READ));
  return new Map(events.flatMap((event) => (event ? [[event.record.envelope.id, event.record.envelope.recordedAt] as const] : [])));
}

import { isAhead } from '@total-recall/domain';
import type { Clock, DocumentPlace, MemoryIndex, SpacePlace } from '@total-recall/ports';
import type { Turn } from '@total-recall/runtime';
import { packedCost } from '../../work-costs.ts';

type Hit = Pick<DocumentPlace, 'eventId' | 'occurredAt'>;

/**
 * Returns when events were recorded whose stamps are ahead of now, by their ids: they are ordered by that among others
 * (`orderTimeAmong`). Empty where all of them are ahead.
 */
export type RecordedTimes = (hits: readonly Hit[]) => Promise<ReadonlyMap<string, number>>;

interface RecordedTimesDeps {
  readonly index: Pick<MemoryIndex, 'events'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly turn: Pick<Turn, 'spend'>;
}

/** Most events of which it is read for one query when they were recorded; any others keep their stamps. */
const MOST_READ = 1_000;

/** Creates a reader of times of recording for one query. It reads each event once and charges the turn for it. */
export function createRecordedTimes({ index, clock, turn }: RecordedTimesDeps, { tenant, space }: SpacePlace): RecordedTimes {
  const now = clock.now();
  const known = new Map<string, number | undefined>();
  return async (hits) => {
    const ahead = [...new Set(hits.filter(({ occurredAt }) => isAhead(occurredAt, now)).map(({ eventId }) => eventId))];
    if (ahead.length === 0 || hits.every(({ occurredAt }) => isAhead(occurredAt, now))) return new Map();
    const unread = ahead.filter((id) => !known.has(id)).slice(0, MOST_READ - known.size);
    if (unread.length > 0) {
      await turn.spend(packedCost(unread.length));
      const events = await index.events(tenant, space, unread);
      const times = new Map(
        events.flatMap((event) => (event ? [[event.record.envelope.id, event.record.envelope.recordedAt] as const] : [])),
      );
      for (const id of unread) known.set(id, times.get(id));
    }
    return new Map(
      ahead.flatMap((id) => {
        const at = known.get(id);
        return at === undefined ? [] : [[id, at] as const];
      }),
    );
  };
}

import type { ErasureTargets } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { eventsOf, eventsOfSpace, type OpenedEvent } from './read-space.ts';

/**
 * Reads erased sessions and spaces again and counts the remaining events that open. Errors: `internal` if an
 * erased event still opens.
 */
export async function countStillOpen(
  deps: Pick<EraseDeps, 'index' | 'sessions' | 'sealer'>,
  tenant: string,
  { events, sessions, spaces }: Pick<ErasureTargets, 'events' | 'sessions' | 'spaces'>,
): Promise<number> {
  let staying = 0;
  for (const { space, session, eventIds } of events) {
    const gone = new Set(eventIds);
    staying += await countOpen(eventsOf(deps, { tenant, space, session }), (id) => gone.has(id));
  }
  for (const { space, session } of sessions) await countOpen(eventsOf(deps, { tenant, space, session }), () => true);
  for (const space of spaces) await countOpen(eventsOfSpace(deps, { tenant, space }), () => true);
  return staying;
}

async function countOpen(events: AsyncIterable<OpenedEvent>, isGone: (eventId: string) => boolean): Promise<number> {
  let open = 0;
  for await (const { record } of events) {
    if (typeof record.body === 'string') continue;
    if (isGone(record.envelope.id))
      throw new TotalRecallError('internal', `The erasure is not done: event ${record.envelope.id} opens. It is tried again by itself.`);
    open += 1;
  }
  return open;
}

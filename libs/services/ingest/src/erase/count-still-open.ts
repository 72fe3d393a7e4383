import type { ErasureTargets, EventRecord } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { eventsOf, eventsOfSpace, type OpenedEvent } from './read-space.ts';

/**
 * Reads erased sessions and spaces again and counts the remaining events that open. Errors: `internal` if an
 * erased event still opens, or one that was named by itself still has its key.
 */
export async function countStillOpen(
  deps: Pick<EraseDeps, 'index' | 'sessions' | 'sealer'>,
  tenant: string,
  { events, sessions, spaces }: Pick<ErasureTargets, 'events' | 'sessions' | 'spaces'>,
): Promise<number> {
  let staying = 0;
  for (const { space, session, eventIds } of events) {
    const gone = new Set(eventIds);
    staying += await countOpen(
      eventsOf(deps, { tenant, space, session }),
      ({ body, envelope }) => gone.has(envelope.id) && body !== 'erased',
    );
  }
  const opens = ({ body }: EventRecord): boolean => typeof body !== 'string';
  for (const { space, session } of sessions) await countOpen(eventsOf(deps, { tenant, space, session }), opens);
  for (const space of spaces) await countOpen(eventsOfSpace(deps, { tenant, space }), opens);
  return staying;
}

async function countOpen(events: AsyncIterable<OpenedEvent>, isLeft: (record: EventRecord) => boolean): Promise<number> {
  let open = 0;
  for await (const { record } of events) {
    if (isLeft(record))
      throw new TotalRecallError(
        'internal',
        `The erasure is not done: event ${record.envelope.id} has its key. It is tried again by itself.`,
      );
    if (typeof record.body !== 'string') open += 1;
  }
  return open;
}

import type { EventView, Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

type Query = Parameters<Retriever['events']>[0];

/** Reads all events of a session, so many at a time. Errors: those of the retriever; `internal` where a page does not lead on. */
export async function* allEvents(
  retriever: Pick<Retriever, 'events'>,
  query: Omit<Query, 'fromOrdinal'>,
): AsyncGenerator<EventView, void, undefined> {
  for (let fromOrdinal: number | undefined = 1; fromOrdinal !== undefined;) {
    const page: Awaited<ReturnType<Retriever['events']>> = await retriever.events({ ...query, fromOrdinal });
    yield* page.events;
    if (page.nextOrdinal !== undefined && page.nextOrdinal <= fromOrdinal)
      throw new TotalRecallError('internal', 'A page of events does not lead on.');
    fromOrdinal = page.nextOrdinal;
  }
}

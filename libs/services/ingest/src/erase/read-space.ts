import type { EventRecord } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { walkSessions } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';

const EVENTS_A_PAGE = 500;

export interface OpenedEvent {
  readonly event: IndexedEvent;
  readonly record: EventRecord;
}

type ReadDeps = Pick<EraseDeps, 'index' | 'sealer'>;
type Place = { readonly tenant: string; readonly space: string };

/** Reads the accepted events of a session in order, a page at a time, without opening them. */
export async function* storedEvents(
  { index }: Pick<ReadDeps, 'index'>,
  place: Place & { readonly session: string },
): AsyncGenerator<readonly IndexedEvent[]> {
  for (let fromOrdinal = 1; ;) {
    const events = await index.sessionEvents({ ...place, fromOrdinal, limit: EVENTS_A_PAGE });
    yield events;
    if (events.length < EVENTS_A_PAGE) return;
    fromOrdinal = events.at(-1)!.accepted.ordinal + 1;
  }
}

/** Reads the accepted events of a session that are wanted, in order, opened. */
export async function* eventsOf(
  deps: ReadDeps,
  place: Place & { readonly session: string },
  isWanted: (event: IndexedEvent) => boolean = () => true,
): AsyncGenerator<OpenedEvent> {
  for await (const page of storedEvents(deps, place)) {
    const events = page.filter(isWanted);
    const opened = await deps.sealer.openAll(events.map(({ record }) => record));
    for (const [at, event] of events.entries()) yield { event, record: opened[at]! };
  }
}

export async function* eventsOfSpace(deps: ReadDeps & Pick<EraseDeps, 'sessions'>, place: Place): AsyncGenerator<OpenedEvent> {
  for await (const { session } of walkSessions(deps.sessions, place)) yield* eventsOf(deps, { ...place, session });
}

export async function gather<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of found) all.push(one);
  return all;
}

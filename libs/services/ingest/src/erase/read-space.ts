import type { EventRecord } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { walkSessions } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';

const EVENTS_A_PAGE = 500;

export interface OpenedEvent {
  readonly event: IndexedEvent;
  readonly record: EventRecord;
}

type ReadDeps = Pick<EraseDeps, 'index' | 'sessions' | 'sealer'>;
type Place = { readonly tenant: string; readonly space: string };

/** Reads the accepted events of a session in order, opened; only those that pass the test, where there is one. */
export async function* eventsOf(
  { index, sealer }: Pick<ReadDeps, 'index' | 'sealer'>,
  place: Place & { readonly session: string },
  isWanted: (event: IndexedEvent) => boolean = () => true,
): AsyncGenerator<OpenedEvent> {
  for (let fromOrdinal = 1; ;) {
    const events = await index.sessionEvents({ ...place, fromOrdinal, limit: EVENTS_A_PAGE });
    const wanted = events.filter(isWanted);
    const opened = await sealer.openAll(wanted.map(({ record }) => record));
    for (const [at, event] of wanted.entries()) yield { event, record: opened[at]! };
    if (events.length < EVENTS_A_PAGE) return;
    fromOrdinal = events.at(-1)!.accepted.ordinal + 1;
  }
}

export async function* eventsOfSpace(deps: ReadDeps, place: Place): AsyncGenerator<OpenedEvent> {
  for await (const { session } of walkSessions(deps.sessions, place)) yield* eventsOf(deps, { ...place, session });
}

export async function gather<T>(found: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of found) all.push(one);
  return all;
}

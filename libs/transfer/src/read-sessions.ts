import { TotalRecallApiError, type EventWire, type SpaceClient } from '@total-recall/client';
import { walkList } from '@total-recall/runtime';

export interface ExportedSession {
  readonly session: string;
  /** Last ordinal that is exported. */
  readonly events: number;
}

/** Most events held at one time over all sessions, beside the next one of each. */
const HELD = 2_000;
const PAGE = 200;
const SESSIONS_A_PAGE = 500;

/** Returns the sessions of a space as they are now, also those that go on meanwhile, by name. */
export async function sessionsOf(space: Pick<SpaceClient, 'sessions'>, only: readonly string[] | undefined): Promise<ExportedSession[]> {
  const found: ExportedSession[] = [];
  const all = walkList(
    (from) => space.sessions({ limit: SESSIONS_A_PAGE, ...from }),
    ({ sessions }) => sessions,
    ({ session }) => session,
  );
  for await (const { session, events } of all) if (only === undefined || only.includes(session)) found.push({ session, events });
  return found.sort((a, b) => (a.session < b.session ? -1 : 1));
}

interface Cursor extends ExportedSession {
  page: readonly EventWire[];
  at: number;
}

/** Yields the events of sessions in order of recording. Events of one append stay together. */
export async function* eventsInOrder(space: SpaceClient, sessions: readonly ExportedSession[]): AsyncGenerator<EventWire> {
  let held = 0;
  const read = async (cursor: Cursor, room: number): Promise<void> => {
    const limit = Math.max(1, Math.min(PAGE, room));
    const fromOrdinal = (cursor.page.at(-1)?.ordinal ?? 0) + 1;
    const { events } = await space.session(cursor.session).events({ fromOrdinal, limit }).catch(noneIfErased);
    cursor.page = events.filter(({ ordinal }) => ordinal <= cursor.events);
    cursor.at = 0;
    held += cursor.page.length;
  };
  const open: Cursor[] = [];
  for (const session of sessions) {
    const cursor: Cursor = { ...session, page: [], at: 0 };
    await read(cursor, Math.floor(HELD / sessions.length));
    if (cursor.page.length > 0) open.push(cursor);
  }
  let last: Cursor | undefined;
  while (open.length > 0) {
    const next = earliest(open, last);
    yield next.page[next.at++]!;
    last = next;
    held -= 1;
    if (next.at < next.page.length) continue;
    // Sessions that are not at their turn hold one event, as most of many do: those at theirs are read by large pages.
    const isOver = next.page.at(-1)!.ordinal >= next.events;
    if (!isOver) await read(next, HELD - (held - (open.length - 1)));
    if (isOver || next.page.length === 0) open.splice(open.indexOf(next), 1);
  }
}

/** Returns the session with the earliest event. On a tie, the session that was read last continues. */
function earliest(open: readonly Cursor[], last: Cursor | undefined): Cursor {
  const timeOf = ({ page, at }: Cursor): string => page[at]!.recordedAt;
  return open.reduce((best, cursor) =>
    timeOf(cursor) < timeOf(best) || (timeOf(cursor) === timeOf(best) && cursor === last) ? cursor : best,
  );
}

/** Takes a session that was erased meanwhile for one that ends here. Errors: any other. */
function noneIfErased(error: unknown): { readonly events: readonly EventWire[] } {
  if (error instanceof TotalRecallApiError && error.code === 'erased') return { events: [] };
  throw error;
}

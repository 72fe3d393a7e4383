import type { SessionStore, SessionSummary } from '@total-recall/ports';

type SpaceSummary = Awaited<ReturnType<SessionStore['spaces']>>['spaces'][number];

const ENTRIES_A_PAGE = 200;

/** Yields every page of a list. The next one is read only when it is asked for, so a caller may stop at any page. */
export async function* pagesOf<Page extends { readonly cursor?: string }>(
  read: (from: { readonly cursor?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let from: { readonly cursor?: string } = {}; ;) {
    const page = await read(from);
    yield page;
    if (page.cursor === undefined) return;
    from = { cursor: page.cursor };
  }
}

/**
 * Reads all of a list whose newest entries come first. An entry that changes moves to the front, and may pass the page
 * that is read. So a list of several pages is read again until all of it is known, before anything is done with it.
 */
async function allOf<Entry>(pages: () => AsyncIterable<readonly Entry[]>, nameOf: (entry: Entry) => string): Promise<Iterable<Entry>> {
  const found = new Map<string, Entry>();
  for (let known = -1; known < found.size;) {
    known = found.size;
    let count = 0;
    for await (const entries of pages()) {
      count += 1;
      for (const entry of entries) if (!found.has(nameOf(entry))) found.set(nameOf(entry), entry);
    }
    if (count === 1) break;
  }
  return found.values();
}

/** Yields the spaces of a tenant that have sessions, also those that are written meanwhile. */
export async function* walkSpaces(sessions: Pick<SessionStore, 'spaces'>, tenant: string): AsyncGenerator<SpaceSummary> {
  const pages = async function* () {
    for await (const page of pagesOf((from) => sessions.spaces({ tenant, limit: ENTRIES_A_PAGE, ...from }))) yield page.spaces;
  };
  yield* await allOf(pages, ({ space }) => space);
}

/** Yields the sessions of a space, about in the order of the store, also those that go on meanwhile. */
export async function* walkSessions(
  sessions: Pick<SessionStore, 'list'>,
  { tenant, space }: { readonly tenant: string; readonly space: string },
): AsyncGenerator<SessionSummary> {
  const pages = async function* () {
    for await (const page of pagesOf((from) => sessions.list({ tenant, space, limit: ENTRIES_A_PAGE, ...from }))) yield page.sessions;
  };
  yield* await allOf(pages, ({ session }) => session);
}

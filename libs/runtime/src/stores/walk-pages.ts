import type { SessionStore, SessionSummary } from '@total-recall/ports';

type SpaceSummary = Awaited<ReturnType<SessionStore['spaces']>>['spaces'][number];

const ENTRIES_A_PAGE = 200;
/** Times that a list is read at most: once, for what moved, and for what moved again. */
const MOST_PASSES = 3;

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
 * Yields each entry of a list whose newest come first, as it is read. An entry that changes moves towards the front, and
 * may pass the page that is read. So a list of several pages is read again while that finds more, `MOST_PASSES` times at
 * most, since entries that begin meanwhile need not be found. Each time it is read to its end: the order is by the
 * callers' time, and what an import goes on with does not move to the front.
 */
export async function* walkList<Page extends { readonly cursor?: string }, Entry>(
  read: (from: { readonly cursor?: string }) => Promise<Page>,
  entriesIn: (page: Page) => readonly Entry[],
  nameOf: (entry: Entry) => string,
): AsyncGenerator<Entry> {
  const found = new Set<string>();
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    const known = found.size;
    let pages = 0;
    for await (const page of pagesOf(read)) {
      pages += 1;
      for (const entry of entriesIn(page)) {
        const name = nameOf(entry);
        if (found.has(name)) continue;
        found.add(name);
        yield entry;
      }
    }
    if (pages === 1 || found.size === known) return;
  }
}

/** Yields the spaces of a tenant that have sessions, also those that are written meanwhile. */
export function walkSpaces(sessions: Pick<SessionStore, 'spaces'>, tenant: string): AsyncGenerator<SpaceSummary> {
  return walkList(
    (from) => sessions.spaces({ tenant, limit: ENTRIES_A_PAGE, ...from }),
    ({ spaces }) => spaces,
    ({ space }) => space,
  );
}

/** Yields the sessions of a space, about in the order of the store, also those that go on meanwhile. */
export function walkSessions(
  store: Pick<SessionStore, 'list'>,
  { tenant, space }: { readonly tenant: string; readonly space: string },
): AsyncGenerator<SessionSummary> {
  return walkList(
    (from) => store.list({ tenant, space, limit: ENTRIES_A_PAGE, ...from }),
    ({ sessions }) => sessions,
    ({ session }) => session,
  );
}

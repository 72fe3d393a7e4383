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

/** Yields the spaces of a tenant that have sessions. */
export async function* walkSpaces(sessions: Pick<SessionStore, 'spaces'>, tenant: string): AsyncGenerator<SpaceSummary> {
  for await (const page of pagesOf((from) => sessions.spaces({ tenant, limit: ENTRIES_A_PAGE, ...from }))) yield* page.spaces;
}

/** Yields the sessions of a space, in the order of the store. */
export async function* walkSessions(
  sessions: Pick<SessionStore, 'list'>,
  { tenant, space }: { readonly tenant: string; readonly space: string },
): AsyncGenerator<SessionSummary> {
  for await (const page of pagesOf((from) => sessions.list({ tenant, space, limit: ENTRIES_A_PAGE, ...from }))) yield* page.sessions;
}

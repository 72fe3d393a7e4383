import { sessionKey, type DelegationGrant, type SessionAddress, type SessionState } from '@total-recall/domain';
import { INDEX_LIMITS, type IndexedEvent, type OrdinalRange } from '@total-recall/ports';
import { batchesOf, createLruMap, LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';

/** Sessions that each session delegated to, as far as it was read. */
export type RunSessions = (run: SessionAddress) => Promise<readonly string[]>;

const SESSIONS_HELD = 2_000;
const EVENTS_A_PAGE = 1_000;
/** Sessions whose events are asked for at once: a read of ranges has no limit in bytes. */
const SESSIONS_A_READ = 16;

interface ReadSession {
  /** Ordinal from which it is to be read on. */
  readonly next: number;
  /** Sessions that it delegated to so far. */
  readonly started: readonly string[];
}

const UNREAD: ReadSession = { next: 1, started: [] };

/**
 * Creates the list of the sessions of a run: the one that it began with and all below it, as many as a filter takes.
 * Reads of each session only what came since the last time, and sessions of one level some at a time.
 */
export function createRunSessions({ index, sealer }: Pick<RetrieverDeps, 'index' | 'sealer'>): RunSessions {
  const read = createLruMap<ReadSession>(SESSIONS_HELD);
  const withPage = async ({ next, started }: ReadSession, page: readonly IndexedEvent[]): Promise<ReadSession> => {
    const delegations = page.filter(({ record }) => record.envelope.kind === 'delegation');
    const bodies = (await sealer.openAll(delegations.map(({ record }) => record))).map(({ body }) => body);
    const more = bodies.flatMap((body) => (typeof body !== 'string' && body.delegation ? [body.delegation.session] : []));
    return { next: (page.at(-1)?.accepted.ordinal ?? next - 1) + 1, started: [...started, ...more] };
  };
  const startedBy = async ({ tenant, space }: SessionAddress, sessions: readonly string[]): Promise<string[]> => {
    const keys = sessions.map((session) => sessionKey({ tenant, space, session }));
    const known = keys.map((key) => read.get(key) ?? UNREAD);
    const ranges = sessions.map((session, at) => rangeFrom(session, known[at]!.next));
    const pages = await index.eventsInRanges({ tenant, space, ranges });
    for (const [at, session] of sessions.entries()) {
      let page = pages[at]!;
      known[at] = await withPage(known[at]!, page);
      for (let most: number = INDEX_LIMITS.rangeOrdinals; page.length === most; most = EVENTS_A_PAGE) {
        page = await index.sessionEvents({ tenant, space, session, fromOrdinal: known[at].next, limit: EVENTS_A_PAGE });
        known[at] = await withPage(known[at], page);
      }
      read.set(keys[at]!, known[at]);
    }
    return known.flatMap(({ started }) => started);
  };
  const startedByLevel = async (run: SessionAddress, level: readonly string[]): Promise<string[]> => {
    const started: string[] = [];
    for (const batch of batchesOf(level, SESSIONS_A_READ)) started.push(...(await startedBy(run, batch)));
    return started;
  };
  return async (run) => {
    const found = new Set([run.session]);
    for (let level = [run.session]; level.length > 0;) {
      const below = new Set((await startedByLevel(run, level)).filter((session) => !found.has(session)));
      level = [...below].slice(0, LIMITS.filterValues - found.size);
      for (const session of level) found.add(session);
    }
    return [...found];
  };
}

function rangeFrom(session: string, fromOrdinal: number): OrdinalRange {
  return { session, fromOrdinal, toOrdinal: fromOrdinal + INDEX_LIMITS.rangeOrdinals - 1 };
}

/** Returns the sessions that an asking session may recall from: its own where nothing was granted, and undefined for all. */
export async function grantedSessions(runSessions: RunSessions, state: SessionState | undefined): Promise<readonly string[] | undefined> {
  const grant: DelegationGrant | undefined = state?.parent?.delegation;
  if (state === undefined || grant === undefined || grant.recallAccess === 'space') return undefined;
  const { tenant, space, session } = state;
  if (grant.recallAccess === 'run') {
    const sessions = await runSessions({ tenant, space, session: grant.run });
    return sessions.includes(session) ? sessions : [session, ...sessions.slice(0, LIMITS.filterValues - 1)];
  }
  // A session owns what its window evicted, so it may always ask for that.
  return [session];
}

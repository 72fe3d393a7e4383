import { sessionKey, type DelegationGrant, type RecallRequest, type SessionAddress, type SessionState } from '@total-recall/domain';
import { createLruMap, LIMITS, TotalRecallError } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';

/** Sessions that each session delegated to, as far as it was read. */
export type RunSessions = (run: SessionAddress) => Promise<readonly string[]>;

const SESSIONS_HELD = 2_000;
const EVENTS_A_PAGE = 1_000;

/**
 * Creates the list of the sessions of a run: the one that it began with and all below it, as many as a filter takes.
 * Reads of each session only what came since the last time.
 */
export function createRunSessions({ index, sealer }: Pick<RetrieverDeps, 'index' | 'sealer'>): RunSessions {
  const read = createLruMap<{ readonly next: number; readonly started: readonly string[] }>(SESSIONS_HELD);
  const startedBy = async (address: SessionAddress): Promise<readonly string[]> => {
    const { tenant, space, session } = address;
    const key = sessionKey(address);
    let { next, started } = read.get(key) ?? { next: 1, started: [] };
    for (;;) {
      const page = await index.sessionEvents({ tenant, space, session, fromOrdinal: next, limit: EVENTS_A_PAGE });
      if (page.length === 0) break;
      const delegations = page.filter(({ record }) => record.envelope.kind === 'delegation');
      for (const { body } of await sealer.openAll(delegations.map(({ record }) => record))) {
        if (typeof body !== 'string' && body.delegation) started = [...started, body.delegation.session];
      }
      next = page.at(-1)!.accepted.ordinal + 1;
      if (page.length < EVENTS_A_PAGE) break;
    }
    read.set(key, { next, started });
    return started;
  };
  return async (run) => {
    const found = new Set([run.session]);
    // A set is walked in the order of insertion, so this goes level by level until nothing new comes.
    for (const session of found) {
      for (const below of await startedBy({ ...run, session })) {
        if (found.size < LIMITS.filterValues) found.add(below);
      }
      if (found.size >= LIMITS.filterValues) break;
    }
    return [...found];
  };
}

/**
 * Returns the sessions that an asking session may recall from; undefined for all. What a window pushes is held to its own
 * session where nothing was granted. Errors: `recall_not_granted`.
 */
export async function grantedSessions(
  runSessions: RunSessions,
  request: RecallRequest,
  state: SessionState | undefined,
): Promise<readonly string[] | undefined> {
  const grant: DelegationGrant | undefined = state?.parent?.delegation;
  if (state === undefined || grant === undefined || grant.recallAccess === 'space') return undefined;
  const { tenant, space, session } = state;
  if (grant.recallAccess === 'run') {
    const sessions = await runSessions({ tenant, space, session: grant.run });
    return sessions.includes(session) ? sessions : [session, ...sessions.slice(0, LIMITS.filterValues - 1)];
  }
  if (request.pushed === true) return [session];
  throw new TotalRecallError(
    'recall_not_granted',
    'The delegation of this session grants no recall. Open the evidence that its objective names.',
  );
}

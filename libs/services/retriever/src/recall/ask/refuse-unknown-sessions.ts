import type { RecallRequest } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { PendingLog } from './read-pending-log.ts';

/**
 * Refuses a scope with an unknown session, or within one, which would otherwise answer as if memory were empty. Errors: `not_found`.
 */
export async function refuseUnknownSessions(
  { index }: Pick<RetrieverDeps, 'index'>,
  { tenant, space, session: asking, scope }: RecallRequest,
  { states }: Pick<PendingLog, 'states'>,
): Promise<void> {
  // The asking session may have no events yet, unless nothing but these is asked for.
  const own = scope?.within === 'session' && asking !== undefined ? [asking] : [];
  const others = scope?.sessions?.filter((session) => session !== asking) ?? [];
  const named = new Set([...own, ...others].filter((session) => !states.has(session)));
  if (named.size === 0) return;
  const sessions = [...named];
  const ranges = sessions.map((session) => ({ session, fromOrdinal: 1, toOrdinal: 1 }));
  const firsts = await index.eventsInRanges({ tenant, space, ranges });
  const unknown = sessions.find((_, at) => firsts[at]!.length === 0);
  if (unknown === undefined) return;
  throw new TotalRecallError(
    'not_found',
    // Surfaces call the argument `scope.sessions`, `sessions`, `session` or `--session`, so it is not named here.
    `There is no session ${unknown} in this space. Name none to search all of them, or one that it has.`,
    {
      details: { field: own.includes(unknown) ? 'session' : 'scope.sessions', session: unknown },
    },
  );
}

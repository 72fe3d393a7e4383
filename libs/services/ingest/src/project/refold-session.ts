import { emptySession, evolveSession, type SessionState } from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

const PAGE = 1_000;

/**
 * A session whose saved state is of another version of the fold, folded again from the accepted records in the read model up to where it was
 * saved. Records that were dropped changed nothing but the offset.
 */
export async function refoldSession(deps: Pick<IngestDeps, 'index' | 'sealer'>, saved: SessionState): Promise<SessionState> {
  const { tenant, space, session, ordinal: toOrdinal } = saved;
  let state = emptySession(saved);
  for (let fromOrdinal = 1; fromOrdinal <= toOrdinal;) {
    const events = await deps.index.sessionEvents({ tenant, space, session, fromOrdinal, toOrdinal, limit: PAGE });
    if (events.length === 0) break;
    for (const record of await deps.sealer.openAll(events.map((event) => event.record))) state = evolveSession(state, record).state;
    fromOrdinal = events.at(-1)!.accepted.ordinal + 1;
  }
  return { ...state, offset: Math.max(state.offset, saved.offset) };
}

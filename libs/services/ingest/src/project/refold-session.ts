import { createSessionFold, emptySession, type SessionAddress, type SessionState } from '@total-recall/domain';
import { createSlices } from '@total-recall/runtime';
import type { IngestDeps } from '../ingest-deps.ts';

const PAGE = 1_000;
/** Work of a step of the fold, in characters to analyse. */
const STEP_CHARS = 256;

type RefoldDeps = Pick<IngestDeps, 'index' | 'sealer'>;

/**
 * Folds a session again whose saved state has another fold version, from the accepted records in the read model, up to
 * where it was saved. Dropped records only advanced the offset.
 */
export async function refoldSession(deps: RefoldDeps, saved: SessionState): Promise<SessionState> {
  const state = await foldFromIndex(deps, saved, { toOrdinal: saved.ordinal });
  return { ...state, offset: Math.max(state.offset, saved.offset) };
}

/** Folds a session from the accepted records in the read model, up to an ordinal or a log offset. */
export async function foldFromIndex(
  deps: RefoldDeps,
  address: SessionAddress,
  { toOrdinal = Number.MAX_SAFE_INTEGER, toOffset = Infinity }: { readonly toOrdinal?: number; readonly toOffset?: number },
): Promise<SessionState> {
  const { tenant, space, session } = address;
  const slices = createSlices();
  const fold = createSessionFold(emptySession(address));
  for (let fromOrdinal = 1; fromOrdinal <= toOrdinal;) {
    const events = await deps.index.sessionEvents({ tenant, space, session, fromOrdinal, toOrdinal, limit: PAGE });
    const within = events.filter(({ record }) => record.position.offset <= toOffset);
    for (const record of await deps.sealer.openAll(within.map((event) => event.record))) {
      fold.add(record);
      await slices(STEP_CHARS);
    }
    if (events.length === 0 || within.length < events.length) break;
    fromOrdinal = events.at(-1)!.accepted.ordinal + 1;
  }
  return fold.state();
}

import { emptySession, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { AppendRequest } from '@total-recall/ports';
import { createLruMap } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { assignIds, type IdentifiedEvent } from './assign-ids.ts';
import { findFirstCopies, refuseOtherContent } from './find-first-copies.ts';
import { notCaughtUp } from '../follow/not-caught-up.ts';
import { originConflict } from './origin-conflict.ts';
import { createRecentOrigins } from './recent-origins.ts';

/** Sessions for which the last offset written by this process is cached. */
const REMEMBERED_SESSIONS = 20_000;

export interface ResolvedOrigins {
  readonly state: SessionState;
  /** The events with their ids; a repeat has the id of the first copy. */
  readonly events: readonly IdentifiedEvent[];
  /**
   * Must be called once the append is done or has failed, with the offset of its last record if it wrote any, and that of
   * each event's record by its id.
   */
  settle(written: boolean, lastOffset?: number, offsets?: ReadonlyMap<string, number>): void;
}

export interface OriginOptions {
  readonly newId: (tenant: string) => string;
  /** Loads a session as last folded. */
  readonly loadFolded: (address: SessionAddress) => SessionState | undefined | Promise<SessionState | undefined>;
}

export type OriginDeps = Pick<IngestDeps, 'log' | 'marks' | 'clock' | 'index' | 'sealer'>;

/**
 * Finds the repeats in an append: by the fold, and by what this process wrote since. If another process wrote to the
 * session, or this one has just started, it waits up to a limit for the fold to reach the end of the log. Errors:
 * `sequence_conflict`, `idempotency_key_reused`, `sequence_gap`, `not_caught_up`.
 */
export function createOriginResolver(deps: OriginDeps, config: Pick<IngestConfig, 'foldTimeoutMs'>, { newId, loadFolded }: OriginOptions) {
  const claimOrigins = createRecentOrigins(async (address, event, { id, offset }) => {
    const [first] = await deps.sealer.openAll(await deps.log.read(deps.log.partitionOf(sessionKey(address)), offset, 1));
    if (first?.envelope.id !== id) throw originConflict(event.origin!, id);
    refuseOtherContent(event, first);
  });
  const knownTo = createLruMap<number>(REMEMBERED_SESSIONS);

  /** Loads the state to compare with. For events without an origin it may lag behind. */
  async function knownState(request: AppendRequest): Promise<SessionState> {
    const load = async () => (await loadFolded(request)) ?? emptySession(request);
    const state = await load();
    if (!isNamed(request)) return state;
    const key = sessionKey(request);
    const end = await deps.log.lastOffset(key);
    if (end <= Math.max(state.offset, knownTo.get(key) ?? -1)) return state;
    if (!(await deps.marks.waitFor(deps.log.partitionOf(key), end, 'searchable', config.foldTimeoutMs))) throw notCaughtUp();
    return load();
  }

  return async function resolve(request: AppendRequest): Promise<ResolvedOrigins> {
    const state = await knownState(request);
    const identified = assignIds(request, state, { newId, nowMs: deps.clock.now() });
    // A state may name repeats whose first copies no search finds yet.
    if (identified.some(({ duplicate }) => duplicate)) {
      const partition = deps.log.partitionOf(sessionKey(request));
      if (!(await deps.marks.waitFor(partition, state.offset, 'searchable', config.foldTimeoutMs))) throw notCaughtUp();
    }
    const claimed = await claimOrigins(request, await withFirstCopies(deps, request, identified));
    return {
      state,
      events: claimed.events,
      settle(written, lastOffset, offsets) {
        claimed.settle(written, offsets);
        if (lastOffset !== undefined && isNamed(request)) knownTo.set(sessionKey(request), lastOffset);
      },
    };
  };
}

function isNamed({ source, idempotencyKey }: AppendRequest): boolean {
  return source !== undefined || idempotencyKey !== undefined;
}

async function withFirstCopies(
  deps: Pick<IngestDeps, 'index' | 'sealer'>,
  request: AppendRequest,
  events: readonly IdentifiedEvent[],
): Promise<readonly IdentifiedEvent[]> {
  const repeats = events.filter(({ duplicate }) => duplicate);
  if (repeats.length === 0) return events;
  const firstCopies = await findFirstCopies(deps, request, repeats);
  const found = new Map(repeats.map((repeat, at) => [repeat, firstCopies[at]!]));
  return events.map((event) => found.get(event) ?? event);
}

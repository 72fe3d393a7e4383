import { sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { ArtifactContent, EventView, IndexedEvent, Retriever } from '@total-recall/ports';
import { LIMITS, TotalRecallError } from '@total-recall/runtime';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { notFound, viewOf } from './views.ts';

/** The state of a session, waiting, bounded, until all of its log is folded. Errors: `not_found`, `not_caught_up`. */
export async function foldedSession(
  deps: Pick<RetrieverDeps, 'log' | 'marks' | 'sessions'>,
  config: Pick<RetrieverConfig, 'foldTimeoutMs'>,
  address: SessionAddress,
): Promise<SessionState> {
  const key = sessionKey(address);
  const end = await deps.log.lastOffset(key);
  if (end < 0) throw notFound('session');
  const folded = await deps.marks.waitFor(deps.log.partitionOf(key), end, 'folded', config.foldTimeoutMs);
  if (!folded)
    throw new TotalRecallError('not_caught_up', 'The session is not folded up to the log end yet. Try again shortly.', {
      retryAfterMs: 500,
    });
  const state = await deps.sessions.load(address);
  if (state === undefined) throw notFound('session');
  return state;
}

/** Point reads and pages of events, and artifacts. */
export function createEventReader(deps: RetrieverDeps, config: RetrieverConfig): Pick<Retriever, 'events' | 'event' | 'artifact'> {
  return {
    async events(query) {
      await foldedSession(deps, config, query);
      const limit = Math.max(1, Math.min(query.limit, LIMITS.pageSize));
      const { tenant, space, session } = query;
      const found = await deps.index.sessionEvents({ tenant, space, session, fromOrdinal: query.fromOrdinal ?? 1, limit: limit + 1 });
      const events = await viewsOf(deps, found.slice(0, limit));
      const next = found[limit];
      return next === undefined ? { events } : { events, nextOrdinal: next.accepted.ordinal };
    },
    async event({ tenant, space, eventId }) {
      const [found] = await deps.index.events(tenant, space, [eventId]);
      if (found === undefined) throw notFound('event');
      return (await viewsOf(deps, [found]))[0]!;
    },
    async artifact({ tenant, space, artifactId, range }): Promise<ArtifactContent> {
      if (!/^art_[0-9a-f]{32}$/.test(artifactId))
        throw new TotalRecallError('invalid_artifact_id', 'An artifact id is "art_" and 32 hex digits.');
      const place = { tenant, space, artifactId };
      const [read, stat] = await Promise.all([deps.artifacts.read(place, range), deps.artifactStore.stat(place)]);
      if (read === undefined) throw notFound('artifact');
      const { mime, sizeBytes, sha256, createdAt } = read.header;
      return { id: artifactId, mime, sizeBytes, sha256, createdAt, tier: stat?.tier ?? 'hot', bytes: read.bytes, range: read.range };
    },
  };
}

/** Opened views, in the order given. */
export async function viewsOf(deps: Pick<RetrieverDeps, 'sealer'>, events: readonly IndexedEvent[]): Promise<EventView[]> {
  const opened = await deps.sealer.openAll(events.map((event) => event.record));
  return events.map((event, i) => viewOf(event, opened[i]!));
}

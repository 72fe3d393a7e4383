import type { ArtifactContent, EventView, IndexedEvent, Retriever } from '@total-recall/ports';
import { LIMITS, TotalRecallError } from '@total-recall/runtime';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { missingArtifactError } from './missing-artifact-error.ts';
import { damaged, erased, viewOf } from './views.ts';
import { findEvent } from './find-event.ts';
import { foldedSession, type ReadDeps } from './folded-session.ts';
import { readPage } from './read-page.ts';

/** Reads single events, pages of events, and artifacts. */
export function createEventReader(deps: ReadDeps, config: RetrieverConfig): Pick<Retriever, 'events' | 'event' | 'artifact'> {
  return {
    async events(query) {
      const { index } = await foldedSession(deps, config, query);
      const limit = Math.max(1, Math.min(query.limit, LIMITS.pageSize));
      const { tenant, space, session } = query;
      const { kinds, fromOrdinal = 1 } = query;
      const isWanted = ({ record }: IndexedEvent): boolean => !kinds || kinds.includes(record.envelope.kind);
      return readPage({ ...deps, index }, { tenant, space, session, fromOrdinal, limit, isWanted, countsAll: true });
    },
    async event({ tenant, space, eventId, session }) {
      const view = (await viewsOf(deps, [await findEvent(deps, config, { tenant, space, session, ref: eventId })]))[0]!;
      if (view.missing === 'erased') throw erased('event');
      if (view.missing !== undefined) throw damaged(view);
      return view;
    },
    async artifact({ tenant, space, artifactId, range }): Promise<ArtifactContent> {
      if (!/^art_[0-9a-f]{32}$/.test(artifactId))
        throw new TotalRecallError('invalid_artifact_id', 'An artifact id is "art_" and 32 hex digits.');
      const place = { tenant, space, artifactId };
      const [read, stat] = await Promise.all([deps.artifacts.read(place, range), deps.artifactStore.stat(place)]);
      if (read === undefined) throw await missingArtifactError(deps, place);
      const { mime, sizeBytes, sha256, createdAt } = read.header;
      return { id: artifactId, mime, sizeBytes, sha256, createdAt, tier: stat?.tier ?? 'hot', bytes: read.bytes, range: read.range };
    },
  };
}

/** Opens events into views, in the order given. */
export async function viewsOf(deps: Pick<RetrieverDeps, 'sealer'>, events: readonly IndexedEvent[]): Promise<EventView[]> {
  const opened = await deps.sealer.openAll(events.map((event) => event.record));
  return events.map((event, i) => viewOf(event, opened[i]!));
}

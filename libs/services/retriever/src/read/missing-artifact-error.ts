import type { ArtifactPlace } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { RetrieverDeps } from '../retriever-deps.ts';
import { erased, notFound } from './views.ts';

/**
 * Makes the error for an artifact without a file: `damaged` if an event refers to it, so its bytes are lost, which is
 * reported; `erased` if an erasure removed it; otherwise `not_found`.
 */
export async function missingArtifactError(
  deps: Pick<RetrieverDeps, 'index' | 'wasErased' | 'observer'>,
  place: ArtifactPlace,
): Promise<TotalRecallError> {
  const [eventId] = await deps.index.eventsOfArtifact({ ...place, limit: 1 });
  if (eventId !== undefined) {
    deps.observer.artifactAbsent?.(place);
    return new TotalRecallError('damaged', 'The artifact is lost: its file is gone, and an event refers to it. Tell the operator.', {
      details: { artifactId: place.artifactId, eventId },
    });
  }
  return (await deps.wasErased?.(place)) ? erased('artifact') : notFound('artifact');
}

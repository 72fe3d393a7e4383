import type { ArtifactPlace, ArtifactStore } from '@total-recall/ports';

export interface DeleteDeps {
  readonly store: Pick<ArtifactStore, 'get' | 'put' | 'delete'>;
  /** Returns true where an event that stays refers to an artifact, as far as the log is folded. */
  readonly isHeld: (place: ArtifactPlace) => Promise<boolean>;
  /** Resolves when all is folded that the log held at this call; throws where that takes too long. */
  readonly untilFolded: () => Promise<void>;
}

/** Most artifacts, and stored bytes beyond the first, that are deleted before it is looked whether an event came for them. */
const DELETED_AT_ONCE = { artifacts: 64, bytes: 16 * 1024 * 1024 };

interface Deleted {
  readonly place: ArtifactPlace;
  readonly stored: Uint8Array;
}

/**
 * Deletes artifacts that nothing refers to, and puts back those that were sent again meanwhile: who appends stores content
 * first, and looks for it again when its event is in the log. Resolves to the number of those that stay deleted. Errors:
 * those of `untilFolded`, with what was deleted last put back, as it is not known then what refers to it.
 */
export async function deleteUnheld(deps: DeleteDeps, places: Iterable<ArtifactPlace>): Promise<number> {
  const { store, isHeld } = deps;
  let gone = 0;
  let deleted: Deleted[] = [];
  let bytes = 0;
  for (const place of places) {
    if (await isHeld(place)) continue;
    const stored = await store.get(place);
    if (!stored) continue;
    deleted.push({ place, stored });
    bytes += stored.length;
    await store.delete(place);
    if (deleted.length < DELETED_AT_ONCE.artifacts && bytes < DELETED_AT_ONCE.bytes) continue;
    gone += await putBackHeld(deps, deleted);
    [deleted, bytes] = [[], 0];
  }
  return deleted.length > 0 ? gone + (await putBackHeld(deps, deleted)) : gone;
}

/** Puts back what is held by now. Resolves to the number of the others. */
async function putBackHeld({ store, isHeld, untilFolded }: DeleteDeps, deleted: readonly Deleted[]): Promise<number> {
  let gone = 0;
  const failure = await untilFolded().then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  for (const { place, stored } of deleted)
    if (failure || (await isHeld(place))) await store.put(place, stored);
    else gone += 1;
  if (failure) throw failure.error;
  return gone;
}

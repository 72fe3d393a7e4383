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
 * Deletes artifacts that nothing refers to once all is folded, and puts back those that were sent again meanwhile: who appends
 * stores content first, and looks for it again when its event is in the log. Resolves to the number of those that stay
 * deleted. Errors: the first of the store, of `isHeld` and of `untilFolded`, once all that was deleted last is put
 * back, except what is known to be held by nothing.
 */
export async function deleteUnheld(deps: DeleteDeps, places: readonly ArtifactPlace[]): Promise<number> {
  if (places.length === 0) return 0;
  const { store, isHeld, untilFolded } = deps;
  await untilFolded();
  const deleted: Deleted[] = [];
  let gone = 0;
  let bytes = 0;
  try {
    for (const place of places) {
      if (await isHeld(place)) continue;
      const stored = await store.get(place);
      if (!stored) continue;
      deleted.push({ place, stored });
      bytes += stored.length;
      await store.delete(place);
      if (deleted.length < DELETED_AT_ONCE.artifacts && bytes < DELETED_AT_ONCE.bytes) continue;
      gone += await putBackHeld(deps, deleted.splice(0));
      bytes = 0;
    }
  } catch (error) {
    await putBackHeld(deps, deleted).catch(() => undefined);
    throw error;
  }
  return gone + (await putBackHeld(deps, deleted));
}

/**
 * Puts back what is held by now, or may be where that is not known. Resolves to the number of the others. Errors: the
 * first, once every one was tried.
 */
async function putBackHeld({ store, isHeld, untilFolded }: DeleteDeps, deleted: readonly Deleted[]): Promise<number> {
  if (deleted.length === 0) return 0;
  const failures: unknown[] = [];
  const noteFailure = (error: unknown): true => {
    failures.push(error);
    return true;
  };
  let gone = 0;
  const isUnknown = await untilFolded().then(() => false, noteFailure);
  for (const { place, stored } of deleted)
    if (isUnknown || (await isHeld(place).catch(noteFailure))) await store.put(place, stored).catch(noteFailure);
    else gone += 1;
  if (failures.length > 0) throw failures[0];
  return gone;
}

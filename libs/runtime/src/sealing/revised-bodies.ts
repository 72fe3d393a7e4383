import type { ArtifactPlace, ArtifactStore, KeyStore, RevisedBodies, RevisedEvent } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { hmacHex } from '../ids/hashes.ts';
import { bodyKeyName } from './sealer.ts';

/**
 * Stores revised bodies among the artifacts of their space, each named by a keyed hash of the event's name. Erasing the
 * space's artifacts erases them too. With `opensUnreadable` one that cannot be read is given as bytes that do not open, so
 * that whoever reads goes on; without it reading fails (`damaged`).
 */
export function createRevisedBodies(deps: {
  readonly store: Pick<ArtifactStore, 'get' | 'put' | 'delete'>;
  readonly keys: Pick<KeyStore, 'spaceKey'>;
  readonly opensUnreadable?: boolean;
}): RevisedBodies {
  const { store, keys, opensUnreadable = false } = deps;
  const placeOf = async ({ tenant, space, id }: RevisedEvent, revision: number): Promise<ArtifactPlace> => {
    const { key } = await keys.spaceKey(tenant, space);
    return { tenant, space, artifactId: `art_${hmacHex(key, 'revised-body', bodyKeyName(id, revision)).slice(0, 32)}` };
  };
  return {
    async read(event, revision) {
      try {
        return await store.get(await placeOf(event, revision));
      } catch (error) {
        const code = error instanceof TotalRecallError ? error.code : undefined;
        // Without the space's key all its revised bodies are gone.
        if (code === 'erased') return 'erased';
        if (opensUnreadable && code === 'damaged') return new Uint8Array(0);
        throw error;
      }
    },
    async write(event, revision, sealed) {
      const place = await placeOf(event, revision);
      await store.delete(place);
      await store.put(place, sealed);
    },
    delete: async (event, revision) => store.delete(await placeOf(event, revision)),
    artifactId: async (event, revision) => (await placeOf(event, revision)).artifactId,
  };
}

import type { ArtifactPlace, ArtifactStore, KeyStore, RevisedBodies, RevisedEvent } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { hmacHex } from '../ids/hashes.ts';
import { bodyKeyName } from './sealer.ts';

/**
 * Stores revised bodies among the artifacts of their space, each named by a keyed hash of the event's name. Erasing the
 * space's artifacts erases them too.
 */
export function createRevisedBodies(deps: {
  readonly store: Pick<ArtifactStore, 'get' | 'put' | 'delete'>;
  readonly keys: Pick<KeyStore, 'spaceKey'>;
}): RevisedBodies {
  const { store, keys } = deps;
  const placeOf = async ({ tenant, space, id }: RevisedEvent, revision: number): Promise<ArtifactPlace> => {
    const { key } = await keys.spaceKey(tenant, space);
    return { tenant, space, artifactId: `art_${hmacHex(key, 'revised-body', bodyKeyName(id, revision)).slice(0, 32)}` };
  };
  return {
    async read(event, revision) {
      try {
        return await store.get(await placeOf(event, revision));
      } catch (error) {
        // Without the space's key all its revised bodies are gone.
        if (error instanceof TotalRecallError && error.code === 'erased') return 'erased';
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

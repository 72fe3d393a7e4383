import type { ArtifactStore } from '@total-recall/ports';
import type { Metrics } from '../metrics/create-metrics.ts';

/** Wraps a store with metrics of writes, reads and archived artifacts. */
export function instrumentArtifactStore(store: ArtifactStore, deps: { readonly metrics: Metrics }): ArtifactStore {
  const { metrics } = deps;
  return {
    async put(place, bytes) {
      const result = await store.put(place, bytes);
      metrics.artifactsWritten.inc({ result: result.created ? 'new' : 'known' });
      if (result.created) metrics.artifactsStoredBytes.inc(bytes.length);
      return result;
    },
    get(place, range) {
      metrics.artifactsReads.inc();
      return store.get(place, range);
    },
    stat: (place) => store.stat(place),
    async archive(olderThan) {
      const archived = await store.archive(olderThan);
      metrics.artifactsArchived.inc(archived);
      return archived;
    },
    rehydrate: (place) => store.rehydrate(place),
    delete: (place) => store.delete(place),
    list: (tenant, space) => store.list(tenant, space),
    ...(store.deleteSpace && { deleteSpace: (place) => store.deleteSpace!(place) }),
    close: () => store.close(),
  };
}

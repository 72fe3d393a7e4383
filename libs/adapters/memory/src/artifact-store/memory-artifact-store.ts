import type { ArtifactPlace, ArtifactStore } from '@total-recall/ports';
import { createClosing, TotalRecallError } from '@total-recall/runtime';

export interface MemoryArtifactStoreOptions {
  /** Clock in epoch milliseconds. Default: the system's. */
  readonly now?: () => number;
}

const ARTIFACT_ID = /^art_[0-9a-f]{32}$/;
const MAX_ARTIFACT_BYTES = 64 * 1024 * 1024;

/** Creates a store of artifacts in memory, with two tiers that differ only by name. */
export function createMemoryArtifactStore(options: MemoryArtifactStoreOptions = {}): ArtifactStore {
  const now = options.now ?? Date.now;
  const stored = new Map<string, { readonly bytes: Uint8Array; readonly storedAt: number; tier: 'hot' | 'cold' }>();
  const { refuseClosed, close } = createClosing('The artifact store');

  const nameOf = ({ tenant, space, artifactId }: ArtifactPlace): string => {
    refuseClosed();
    if (!ARTIFACT_ID.test(artifactId)) throw new TotalRecallError('invalid_artifact_id', 'An artifact id is art_ and 32 hex digits.');
    return JSON.stringify([tenant, space, artifactId]);
  };
  return {
    put: async (place, bytes) => {
      const name = nameOf(place);
      if (bytes.length > MAX_ARTIFACT_BYTES)
        throw new TotalRecallError(
          'payload_too_large',
          `A stored artifact has at most ${MAX_ARTIFACT_BYTES} bytes; this one has ${bytes.length}.`,
        );
      if (stored.has(name)) return { created: false };
      stored.set(name, { bytes: Uint8Array.from(bytes), storedAt: now(), tier: 'hot' });
      return { created: true };
    },
    get: async (place, range) => {
      const bytes = stored.get(nameOf(place))?.bytes;
      if (!bytes) return undefined;
      const from = Math.min(bytes.length, Math.max(0, range?.from ?? 0));
      return bytes.slice(from, Math.min(bytes.length, Math.max(from, range?.to ?? bytes.length)));
    },
    stat: async (place) => {
      const found = stored.get(nameOf(place));
      return found && { storedBytes: found.bytes.length, storedAt: found.storedAt, tier: found.tier };
    },
    archive: async (olderThan) => {
      refuseClosed();
      const old = [...stored.values()].filter((artifact) => artifact.tier === 'hot' && artifact.storedAt < olderThan);
      for (const artifact of old) artifact.tier = 'cold';
      return old.length;
    },
    rehydrate: async (place) => {
      const found = stored.get(nameOf(place));
      if (found) found.tier = 'hot';
    },
    delete: async (place) => {
      stored.delete(nameOf(place));
    },
    async *list(tenant, space) {
      refuseClosed();
      for (const [name, { storedAt }] of stored) {
        const [ofTenant, ofSpace, artifactId] = JSON.parse(name) as [string, string, string];
        if (ofTenant === tenant && ofSpace === space) yield { artifactId, storedAt };
      }
    },
    deleteSpace: async ({ tenant, space }) => {
      for (const name of stored.keys()) {
        const [ofTenant, ofSpace] = JSON.parse(name) as [string, string];
        if (ofTenant === tenant && ofSpace === space) stored.delete(name);
      }
    },
    close,
  };
}

/**
 * Sealed payloads by content address, in a hot and a cold tier. Bytes are opaque here: the caller seals and compresses.
 *
 * - `put` of a known id succeeds and writes nothing. It resolves once the bytes are durable.
 * - `get` finds either tier; a range refers to the stored bytes, `to` exclusive, clipped to the size.
 * - An id is `art_` and 32 hex digits; anything else is refused with `invalid_artifact_id` before a path is built from
 *   it.
 */
export interface ArtifactStore {
  put(place: ArtifactPlace, bytes: Uint8Array): Promise<{ created: boolean }>;
  get(place: ArtifactPlace, range?: { from: number; to: number }): Promise<Uint8Array | undefined>;
  stat(place: ArtifactPlace): Promise<ArtifactStat | undefined>;
  /** Moves artifacts stored before `olderThan` (epoch milliseconds) to the cold tier and returns their number. */
  archive(olderThan: number): Promise<number>;
  /** Moves an artifact back to the hot tier. */
  rehydrate(place: ArtifactPlace): Promise<void>;
  delete(place: ArtifactPlace): Promise<void>;
  /** Lists all artifacts of a space, each once, in no order; may include those put or deleted meanwhile. */
  list(tenant: string, space: string): AsyncIterable<ListedArtifact>;
  /** Deletes every artifact of a space. Missing in an adapter that cannot yet. */
  deleteSpace?(place: { readonly tenant: string; readonly space: string }): Promise<void>;
  close(): Promise<void>;
}

export interface ArtifactPlace {
  readonly tenant: string;
  readonly space: string;
  readonly artifactId: string;
}

export interface ArtifactStat {
  readonly storedBytes: number;
  readonly storedAt: number;
  readonly tier: 'hot' | 'cold';
}

export interface ListedArtifact {
  readonly artifactId: string;
  /** Epoch milliseconds. */
  readonly storedAt: number;
}

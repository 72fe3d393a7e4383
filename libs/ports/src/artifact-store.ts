/**
 * Sealed payloads by content address, in a hot and a cold tier. Bytes are opaque here: sealing and compression are the caller's.
 *
 * - `put` of an id that is there is success and writes nothing. It resolves once the bytes are durable.
 * - `get` finds either tier; a range is of the stored bytes, `to` exclusive, clipped to the size.
 * - An id is `art_` and 32 hex digits; anything else is refused with `invalid_artifact_id` before any path is made of it.
 */
export interface ArtifactStore {
  put(place: ArtifactPlace, bytes: Uint8Array): Promise<{ created: boolean }>;
  get(place: ArtifactPlace, range?: { from: number; to: number }): Promise<Uint8Array | undefined>;
  stat(place: ArtifactPlace): Promise<ArtifactStat | undefined>;
  /** Moves to the cold tier what was stored before `olderThan` (epoch ms); resolves to how many. */
  archive(olderThan: number): Promise<number>;
  /** Brings an artifact back to the hot tier. */
  rehydrate(place: ArtifactPlace): Promise<void>;
  delete(place: ArtifactPlace): Promise<void>;
  /** All artifacts of a space, each once, in no order; what is put or deleted meanwhile may be among them. */
  list(tenant: string, space: string): AsyncIterable<ListedArtifact>;
  /** Takes out every artifact of a space. Absent of an adapter that cannot yet. */
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

/** A version of a master key. Neither name reveals anything about the key itself. */
export interface MasterKeyVersion {
  readonly keyId: string;
  readonly version: string;
}

/**
 * The keys that wrap space keys, in the way a key management service offers them: the key itself need never leave it.
 *
 * - Wrapping is bound to a name, so that one wrapped key cannot replace another. Wrapped bytes are in the adapter's own
 *   format; the caller stores them with their version.
 * - `versions` reads afresh with each call. An unknown version is looked up again before it is refused, so that a
 *   running process finds versions added later.
 * - A rotation makes a new version, wraps everything under it, and retires the others, in this order. `make` and
 *   `retireAllBut` are absent where an outside system manages the keys; it does both.
 * - Errors: `unavailable` where a version is missing or unreachable; `invalid_request` where the stored bytes are no
 *   key.
 */
export interface MasterKeys {
  /** Place of the keys, in words for people: "the file /keys/master.key". */
  readonly source: string;
  /** Returns all versions that can unwrap keys, at least one. The first is the one to wrap with. */
  versions(): Promise<readonly MasterKeyVersion[]>;
  wrap(version: MasterKeyVersion, name: string, key: Uint8Array): Promise<Uint8Array>;
  /** Returns undefined where the bytes were not wrapped under this version and name. */
  unwrap(version: MasterKeyVersion, name: string, wrapped: Uint8Array): Promise<Uint8Array | undefined>;
  /** Makes a new version to wrap with from now on. Durable when it resolves. */
  make?(): Promise<MasterKeyVersion>;
  /** Deletes every other version for good. Keys that they wrapped can no longer be opened. */
  retireAllBut?(version: MasterKeyVersion): Promise<void>;
}

/** A version of a master key. Neither of its names says anything of the key itself. */
export interface MasterKeyVersion {
  readonly keyId: string;
  readonly version: string;
}

/**
 * The keys that wrap the keys of spaces, as a key management service offers them: the key itself need never leave where it is kept.
 *
 * - Wrapping binds a name, so that a wrapped key cannot stand in for another. Wrapped bytes are the adapter's own; a caller keeps them with their version.
 * - `versions` is read anew with each call. An unknown version is looked for anew before it is refused, so that a version that was added while a
 *   process runs is found by it.
 * - Who rotates makes a new version, wraps everything under it, and retires the others, in this order. `make` and `retire` are absent where the
 *   keys are kept by somebody else, who does both.
 * - Errors: `unavailable` where a version is not held, or cannot be reached; `invalid_request` where what is kept is no key.
 */
export interface MasterKeys {
  /** Where they are kept, for people: "the file /keys/master.key". */
  readonly source: string;
  /** All that open keys; the first is the one that is to wrap. At least one. */
  versions(): Promise<readonly MasterKeyVersion[]>;
  wrap(version: MasterKeyVersion, name: string, key: Uint8Array): Promise<Uint8Array>;
  /** Undefined where the bytes are not what was wrapped under this version and name. */
  unwrap(version: MasterKeyVersion, name: string, wrapped: Uint8Array): Promise<Uint8Array | undefined>;
  /** Makes a new version, durable when it resolves, which is to wrap from now on. */
  make?(): Promise<MasterKeyVersion>;
  /** Takes away every other version for good; what they wrapped is opened no more. */
  retireAllBut?(version: MasterKeyVersion): Promise<void>;
}

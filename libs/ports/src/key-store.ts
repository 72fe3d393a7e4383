import type { SessionAddress } from '@total-recall/domain';

/** A data key in the clear; 32 bytes. Never logged, never leaves the process. */
export interface DataKey {
  readonly keyId: string;
  readonly key: Uint8Array;
}

/**
 * Data keys wrapped under their space's key, and that under a master key that can be rotated.
 *
 * - A key is durable before it is handed out for sealing. Concurrent first calls get the same key.
 * - `open` tells a destroyed key from one that was never known; a destroyed key can never be opened or made again.
 * - Keys may be cached in memory, bounded; `destroy*` clears the cache first.
 */
export interface KeyStore {
  sessionKey(address: SessionAddress): Promise<DataKey>;
  /** For addresses of artifacts (HMAC) and for wrapping artifact keys. */
  spaceKey(tenant: string, space: string): Promise<DataKey>;
  open(tenant: string, space: string, keyId: string): Promise<Uint8Array | 'destroyed' | undefined>;
  destroySession(address: SessionAddress): Promise<void>;
  destroySpace(tenant: string, space: string): Promise<void>;
  /** Wraps every space key under the new master key; data keys stay as they are. */
  rotateMaster(newMasterKey: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

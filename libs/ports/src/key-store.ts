import type { SessionAddress } from '@total-recall/domain';

/** A data key in the clear. Never logged, never leaves the process. */
export interface DataKey {
  readonly keyId: string;
  /** 32 bytes; of a session that lost events, what is left of them (`eventKey` of libs/runtime reads both). */
  readonly key: Uint8Array;
}

/**
 * Data keys wrapped under their space's key, and that under a master key that can be rotated.
 *
 * - A key is durable before it is handed out for sealing. Concurrent first calls get the same key.
 * - `open` tells a destroyed key from one that was never known; a destroyed key can never be opened or made again.
 * - Keys of single events are drawn from their session's; `destroyEvents` takes some of them out of it. The session's key keeps its id, gives all
 *   other events' keys as before, those to come included, and none of the destroyed ones ever again, whatever comes of it later. Names are event ids,
 *   or an event's id and the number of a revised body (`bodyKeyName`). A repeat is success; so is a session that has no key or a destroyed one.
 *   More than 8,192 of one session, or fewer where an adapter says so, are refused with `invalid_request`: then the session must go.
 * - Keys may be cached in memory, bounded; `destroy*` clears the cache first.
 * - What was destroyed, by this process or another, is told to `onDestroyed`, so that whoever holds anything opened lets go of it.
 */
export interface KeyStore {
  sessionKey(address: SessionAddress): Promise<DataKey>;
  /** For addresses of artifacts (HMAC) and for wrapping artifact keys. */
  spaceKey(tenant: string, space: string): Promise<DataKey>;
  open(tenant: string, space: string, keyId: string): Promise<Uint8Array | 'destroyed' | undefined>;
  destroyEvents(address: SessionAddress, names: readonly string[]): Promise<void>;
  destroySession(address: SessionAddress): Promise<void>;
  destroySpace(tenant: string, space: string): Promise<void>;
  onDestroyed(run: () => void): void;
  /** Wraps every space key under the new master key; data keys stay as they are. */
  rotateMaster(newMasterKey: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

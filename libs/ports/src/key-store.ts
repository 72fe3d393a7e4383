import type { SessionAddress } from '@total-recall/domain';
import type { MasterKeyVersion } from './master-keys.ts';

/** A data key in the clear. Never logged, never leaves the process. */
export interface DataKey {
  readonly keyId: string;
  /** 32 bytes; of a session that lost events, what is left of them (`eventKey` of libs/runtime reads both). */
  readonly key: Uint8Array;
}

/** Which master key wraps what. */
export interface MasterKeyState {
  /** Wraps every new key; what else wraps any is on its way out. */
  readonly inForce: MasterKeyVersion;
  /** The one that is to wrap, as those who keep master keys say: another than the one in force where a rotation is not begun yet. */
  readonly wanted: MasterKeyVersion;
  /** Keys of spaces, and how many of them another version than the one in force wraps. */
  readonly keys: number;
  readonly behind: number;
}

/**
 * Data keys wrapped under their space's key, and that under a master key (`MasterKeys`) that can be rotated.
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
  /** Events that one session may lose one by one; 8,192 where absent. */
  readonly mostDestroyed?: number;
  sessionKey(address: SessionAddress): Promise<DataKey>;
  /** For addresses of artifacts (HMAC) and for wrapping artifact keys. */
  spaceKey(tenant: string, space: string): Promise<DataKey>;
  open(tenant: string, space: string, keyId: string): Promise<Uint8Array | 'destroyed' | undefined>;
  destroyEvents(address: SessionAddress, names: readonly string[]): Promise<void>;
  destroySession(address: SessionAddress): Promise<void>;
  destroySpace(tenant: string, space: string): Promise<void>;
  onDestroyed(run: () => void): void;
  /** Helps wrapped bytes that were destroyed out of the files of the store; called now and then, by one process. Absent where they go at once. */
  letGo?(): Promise<void>;
  masterState(): Promise<MasterKeyState>;
  /**
   * Puts the wanted master key in force and wraps every space key under it; data keys stay as they are. Other processes may use the store meanwhile: none makes a key
   * under an earlier one from the first step on. Cut short, it is gone on with by the next call; a repeat is success.
   */
  rotateMaster(onProgress?: (done: number, total: number) => void): Promise<MasterKeyState>;
  close(): Promise<void>;
}

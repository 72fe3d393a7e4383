import type { SessionAddress } from '@total-recall/domain';
import type { MasterKeyVersion } from './master-keys.ts';

/** A data key in the clear. Never logged, never leaves the process. */
export interface DataKey {
  readonly keyId: string;
  /** 32 bytes; longer for a session that lost events (`eventKey` of libs/runtime reads both forms). */
  readonly key: Uint8Array;
}

/** The master key in force and how many space keys it wraps. */
export interface MasterKeyState {
  /** Wraps every new key. Any other version that still wraps keys is being phased out. */
  readonly inForce: MasterKeyVersion;
  /**
   * The version that should wrap keys, according to the master key provider. Differs from `inForce` until a rotation
   * begins.
   */
  readonly wanted: MasterKeyVersion;
  /** Number of space keys, and how many of them are wrapped by another version than the one in force. */
  readonly keys: number;
  readonly behind: number;
}

/** Place whose keys were destroyed: in a session, or of a whole space. */
export interface DestroyedPlace {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
}

/**
 * The last erasure that the keys have seen, by partition of the ledger. It is in the files of the keys, so that keys
 * that are put back from a copy show of when they are.
 */
export interface ErasureMark {
  /** Returns what was written last; undefined in a store where nothing was. */
  read(partition: number): Promise<string | undefined>;
  /** Writes the id of the ledger entry that completed an erasure, '' for none. Durable after every destruction before it. */
  write(partition: number, entryId: string): Promise<void>;
}

/**
 * Data keys wrapped under their space's key, which is wrapped under a master key (`MasterKeys`) that can be rotated.
 *
 * - A key is durable before it is handed out for sealing. Concurrent first calls get the same key.
 * - A store that knows the log makes no other key for a session with records whose key is lost: `unavailable`.
 * - `open` tells a destroyed key from one that never existed. A destroyed key can never be opened or created again.
 * - Keys of single events are derived from their session's key; `destroyEvents` removes some of them. The session's key
 *   keeps its id. It still yields the keys of all other events, past and future, and never again a destroyed one. Names
 *   are event ids, or an event's id and the number of a revised body (`bodyKeyName`). A repeat succeeds, and so does a
 *   call for a session whose key is missing or destroyed. More than 8,192 names of one session (an adapter may allow
 *   fewer) are refused with `invalid_request`: then the whole session must be destroyed.
 * - `mostDestroyed` names of one session can always be destroyed, however they are spread over calls.
 * - Keys may be cached in memory, with a bound; `destroy*` clears the cache first.
 * - `onDestroyed` is called when this or another process destroys keys, so that holders of decrypted data can drop it.
 */
export interface KeyStore {
  /** Number of keys of events and revised bodies that one session may lose individually; 8,192 where absent. */
  readonly mostDestroyed?: number;
  /** Absent where keys cannot be put back without the ledger. */
  readonly erasureMark?: ErasureMark;
  sessionKey(address: SessionAddress): Promise<DataKey>;
  /** Returns the key for artifact addresses (HMAC) and for wrapping artifact keys. */
  spaceKey(tenant: string, space: string): Promise<DataKey>;
  open(tenant: string, space: string, keyId: string): Promise<Uint8Array | 'destroyed' | undefined>;
  /** Returns true where the session has a key that is not destroyed. Absent in a store that does not tell. */
  hasSessionKey?(address: SessionAddress): Promise<boolean>;
  destroyEvents(address: SessionAddress, names: readonly string[]): Promise<void>;
  destroySession(address: SessionAddress): Promise<void>;
  destroySpace(tenant: string, space: string): Promise<void>;
  onDestroyed(run: (place: DestroyedPlace) => void): void;
  /**
   * Returns why the store gives no keys to seal with any more until this process is started anew; undefined where it
   * does. Absent in an adapter that has no such state.
   */
  readonly refusal?: () => Error | undefined;
  /**
   * Removes the bytes of destroyed keys from the store's files, where deletion alone leaves them there. Called now and
   * then, by one process. Absent where they vanish at once.
   */
  purgeDestroyed?(): Promise<void>;
  masterState(): Promise<MasterKeyState>;
  /**
   * Puts the wanted master key in force and wraps every space key under it; data keys do not change. Other processes
   * may use the store meanwhile: from the first step on none creates a key under an earlier version. An interrupted
   * rotation is continued by the next call; a repeat succeeds.
   */
  rotateMaster(onProgress?: (done: number, total: number) => void): Promise<MasterKeyState>;
  close(): Promise<void>;
}

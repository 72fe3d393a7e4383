import { randomBytes } from 'node:crypto';
import { sessionKey, spaceKey } from '@total-recall/domain';
import type { DataKey, DestroyedPlace, ErasureMark, KeyStore, MasterKeyState, Random } from '@total-recall/ports';
import { countLost, createClosing, MAX_DESTROYED_LEAVES, TotalRecallError, withoutEvents } from '@total-recall/runtime';

export interface MemoryKeyStoreOptions {
  /** Source of key bytes; seeded in tests that need the same bytes twice. */
  readonly random?: Random;
  /** Number of events that one session may lose individually. Default: 8,192. */
  readonly mostDestroyed?: number;
}

const KEY_BYTES = 32;
const NONE = { keyId: 'none', version: 'none' };
const NO_MASTER: MasterKeyState = { inForce: NONE, wanted: NONE, keys: 0, behind: 0 };

interface StoredKey {
  readonly keyId: string;
  readonly space: string;
  /** Undefined once the key was destroyed. */
  key: Uint8Array | undefined;
}

/**
 * Creates a store of unwrapped data keys in memory. There is no disk for a master key to protect, so `rotateMaster`
 * changes nothing.
 */
export function createMemoryKeyStore(options: MemoryKeyStoreOptions = {}): KeyStore {
  const { random = { bytes: (length) => new Uint8Array(randomBytes(length)) }, mostDestroyed = MAX_DESTROYED_LEAVES } = options;
  const byAddress = new Map<string, StoredKey>();
  const byId = new Map<string, StoredKey>();
  const destroyedSpaces = new Set<string>();
  const listeners: ((place: DestroyedPlace) => void)[] = [];
  const tellDestroyed = (place: DestroyedPlace): void => listeners.forEach((run) => run(place));
  const { refuseClosed, close } = createClosing('The key store');

  const make = (address: string, space: string, key: Uint8Array | undefined): StoredKey => {
    const made: StoredKey = { keyId: `key_${Buffer.from(random.bytes(12)).toString('hex')}`, space, key };
    byAddress.set(address, made);
    byId.set(made.keyId, made);
    return made;
  };
  const keyOf = (address: string, space: string): DataKey => {
    refuseClosed();
    const stored = destroyedSpaces.has(space) ? undefined : (byAddress.get(address) ?? make(address, space, random.bytes(KEY_BYTES)));
    if (!stored?.key) throw new TotalRecallError('erased', 'This was erased; its key was destroyed and no new one is created.');
    return { keyId: stored.keyId, key: stored.key };
  };
  return {
    mostDestroyed,
    sessionKey: async (address) => keyOf(sessionKey(address), spaceKey(address)),
    spaceKey: async (tenant, space) => keyOf(spaceKey({ tenant, space }), spaceKey({ tenant, space })),
    open: async (tenant, space, keyId) => {
      refuseClosed();
      const stored = byId.get(keyId);
      if (!stored || stored.space !== spaceKey({ tenant, space })) return undefined;
      return stored.key ?? 'destroyed';
    },
    destroyEvents: async (address, names) => {
      refuseClosed();
      const stored = byAddress.get(sessionKey(address));
      if (!stored?.key) return;
      if (countLost(stored.key, names) > mostDestroyed)
        throw new TotalRecallError('invalid_request', `A session may lose ${mostDestroyed} events one by one; erase the session.`);
      stored.key = withoutEvents(stored.key, names);
      tellDestroyed(address);
    },
    erasureMark: createMark(refuseClosed),
    onDestroyed: (run) => void listeners.push(run),
    destroySession: async (address) => {
      refuseClosed();
      const stored = byAddress.get(sessionKey(address)) ?? make(sessionKey(address), spaceKey(address), undefined);
      stored.key = undefined;
      tellDestroyed(address);
    },
    destroySpace: async (tenant, space) => {
      refuseClosed();
      const destroyed = spaceKey({ tenant, space });
      destroyedSpaces.add(destroyed);
      for (const stored of byId.values()) if (stored.space === destroyed) stored.key = undefined;
      tellDestroyed({ tenant, space });
    },
    masterState: async () => {
      refuseClosed();
      return NO_MASTER;
    },
    rotateMaster: async () => {
      refuseClosed();
      return NO_MASTER;
    },
    close,
  };
}

function createMark(refuseClosed: () => void): ErasureMark {
  const marks = new Map<number, string>();
  return {
    read: async (partition) => {
      refuseClosed();
      return marks.get(partition);
    },
    write: async (partition, entryId) => {
      refuseClosed();
      marks.set(partition, entryId);
    },
  };
}

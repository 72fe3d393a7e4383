/** Entries that several holders share. What one of them keeps pushes out nothing of those that have less. */
export interface SharedEntries<Value> {
  get(key: string): Value | undefined;
  /** Stores an entry for a holder, which weighs 1 or what is said: a whole number of characters, of entries. */
  set(holder: string, key: string, value: Value, weight?: number): void;
  delete(key: string): void;
  deleteWhere(matches: (value: Value) => boolean): void;
  clear(): void;
}

interface Entry<Value> {
  readonly holder: string;
  readonly value: Value;
  readonly weight: number;
}

/** The entries of one holder, the least recently used first. */
interface Share {
  readonly keys: Set<string>;
  weight: number;
}

/**
 * Creates the entries, limited by their total weight. Beyond it the holder that has the most loses what it used least
 * lately, so that each keeps what it has up to an equal share. A single entry stays, whatever it weighs.
 */
export function createSharedEntries<Value>(capacity: number): SharedEntries<Value> {
  const entries = new Map<string, Entry<Value>>();
  const shares = new Map<string, Share>();
  let total = 0;

  function forget(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    const share = shares.get(entry.holder)!;
    entries.delete(key);
    share.keys.delete(key);
    share.weight -= entry.weight;
    total -= entry.weight;
    if (share.keys.size === 0) shares.delete(entry.holder);
  }

  function largest(): Share {
    let found: Share | undefined;
    for (const share of shares.values()) if (!found || share.weight > found.weight) found = share;
    return found!;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const { keys } = shares.get(entry.holder)!;
      keys.delete(key);
      keys.add(key);
      return entry.value;
    },
    set(holder, key, value, weight = 1) {
      forget(key);
      const entry = { holder, value, weight: Math.max(1, weight) };
      entries.set(key, entry);
      const share = shares.get(holder) ?? { keys: new Set(), weight: 0 };
      shares.set(holder, share);
      share.keys.add(key);
      share.weight += entry.weight;
      total += entry.weight;
      while (total > capacity && entries.size > 1) {
        const [oldest] = largest().keys;
        forget(oldest!);
      }
    },
    delete: forget,
    deleteWhere(matches) {
      for (const [key, { value }] of entries) if (matches(value)) forget(key);
    },
    clear() {
      entries.clear();
      shares.clear();
      total = 0;
    },
  };
}

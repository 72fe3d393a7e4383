import { LRUCache } from 'lru-cache';

/** A least-recently-used map limited by total weight. The newest entry stays, whatever it weighs. */
export interface RecentEntries<Value, Key extends string | number = string> {
  get(key: Key): Value | undefined;
  /** Stores an entry that weighs 1, or what is said: a whole number of bytes, of entries. Less than 1 counts as 1. */
  set(key: Key, value: Value, weight?: number): void;
  delete(key: Key): void;
  deleteWhere(matches: (value: Value) => boolean): void;
  clear(): void;
}

export interface RecentEntriesOptions {
  /** Called with the weight by which the whole grew, or shrank. */
  readonly onGrown?: (weight: number) => void;
  /** Returns the share of its capacity, from 0 to 1, that the map may use. It shrinks with the next use. */
  readonly share?: () => number;
}

/** Creates the map. */
export function createLruMap<Value, Key extends string | number = string>(
  capacity: number,
  { onGrown = () => undefined, share = () => 1 }: RecentEntriesOptions = {},
): RecentEntries<Value, Key> {
  const maxSize = Math.max(1, Math.floor(capacity));
  const entries = new LRUCache<Key, NonNullable<Value>>({ maxSize });
  /** Weight of an entry above that of the whole map. Such an entry is alone. */
  let excess = 0;
  let told = 0;

  const tell = (): void => {
    const held = entries.size === 0 ? 0 : entries.calculatedSize + excess;
    if (held !== told) onGrown(held - told);
    told = held;
  };
  const forget = (key: Key): void => {
    entries.delete(key);
    tell();
  };
  const shrink = (): void => {
    const most = maxSize * share();
    while (entries.calculatedSize > most && entries.size > 1) entries.pop();
  };
  return {
    get: (key) => {
      const found = entries.get(key);
      if (entries.calculatedSize > maxSize * share()) {
        shrink();
        tell();
      }
      return found;
    },
    set: (key, value, weight = 1) => {
      const size = Math.max(1, weight);
      // The cache itself would refuse an entry that is heavier than the whole.
      entries.set(key, value!, { size: Math.min(maxSize, size) });
      excess = Math.max(0, size - maxSize);
      shrink();
      tell();
    },
    delete: forget,
    deleteWhere: (matches) => {
      for (const [key, value] of entries.entries()) if (matches(value)) forget(key);
    },
    clear: () => {
      entries.clear();
      tell();
    },
  };
}

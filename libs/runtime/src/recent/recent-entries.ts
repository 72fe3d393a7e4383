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

/** Creates the map. `onGrown` is told by how much the whole grew, or shrank. */
export function createLruMap<Value, Key extends string | number = string>(
  capacity: number,
  onGrown: (weight: number) => void = () => undefined,
): RecentEntries<Value, Key> {
  const maxSize = Math.max(1, Math.floor(capacity));
  const entries = new LRUCache<Key, NonNullable<Value>>({ maxSize });
  /** What an entry heavier than the whole map weighs above that. Such an entry is alone. */
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
  return {
    get: (key) => entries.get(key),
    set: (key, value, weight = 1) => {
      const size = Math.max(1, weight);
      // The cache itself would refuse an entry that is heavier than the whole.
      entries.set(key, value!, { size: Math.min(maxSize, size) });
      excess = Math.max(0, size - maxSize);
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

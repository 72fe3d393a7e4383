/** A map that forgets what was used longest ago once it holds `capacity` entries. */
export interface RecentEntries<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  deleteWhere(matches: (value: Value) => boolean): void;
  clear(): void;
}

export function createRecentEntries<Value>(capacity: number): RecentEntries<Value> {
  const entries = new Map<string, Value>();
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > capacity) entries.delete(entries.keys().next().value!);
    },
    delete: (key) => void entries.delete(key),
    deleteWhere: (matches) => {
      for (const [key, value] of entries) if (matches(value)) entries.delete(key);
    },
    clear: () => entries.clear(),
  };
}

/** A least-recently-used map limited by total weight. The newest entry stays, whatever it weighs. */
export interface RecentEntries<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  deleteWhere(matches: (value: Value) => boolean): void;
  clear(): void;
}

/** Creates the map. Without `weigh` each entry weighs 1. `weigh` must always return the same for a value. */
export function createLruMap<Value>(capacity: number, weigh: (value: Value) => number = () => 1): RecentEntries<Value> {
  const entries = new Map<string, Value>();
  let held = 0;
  const forget = (key: string): void => {
    const known = entries.get(key);
    if (known !== undefined && entries.delete(key)) held -= weigh(known);
  };
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set: (key, value) => {
      forget(key);
      entries.set(key, value);
      held += weigh(value);
      for (const oldest of entries.keys()) {
        if (held <= capacity || oldest === key) break;
        forget(oldest);
      }
    },
    delete: forget,
    deleteWhere: (matches) => {
      for (const [key, value] of entries) if (matches(value)) forget(key);
    },
    clear: () => {
      entries.clear();
      held = 0;
    },
  };
}

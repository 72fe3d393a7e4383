/** The last offset of keys of one partition. */
export interface KeyHeads {
  /** To be called with every record in order. */
  note(key: string, offset: number): void;
  /** The last offset of a key; where it has not been seen lately, one that is not before it. */
  lastOffset(key: string): number;
}

/**
 * Caches the keys seen last. A key not seen since `from` was last written before it, and a forgotten key at the latest
 * where it was forgotten. The answer is then `from - 1` or that offset, after which no record of the key comes.
 */
export function createKeyHeads(from: number, maxKeys: number): KeyHeads {
  /** Keys by last write, the oldest first. */
  const heads = new Map<string, number>();
  let before = from - 1;

  return {
    note: (key, offset) => {
      heads.delete(key);
      heads.set(key, offset);
      if (heads.size <= maxKeys) return;
      const [oldest, last] = heads.entries().next().value!;
      heads.delete(oldest);
      before = last;
    },
    lastOffset: (key) => heads.get(key) ?? before,
  };
}

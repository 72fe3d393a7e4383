/** The last offset of keys of one partition. */
export interface KeyHeads {
  /** To be called with every record in order. */
  note(key: string, offset: number): void;
  /** The last offset of a key; where it has not been seen lately, one that is not before it. */
  lastOffset(key: string): number;
}

/**
 * Remembers the keys seen last. What was not seen since `from` was written before it, and what was forgotten was last written where
 * it was forgotten: `from - 1` or that offset is then the answer, which no record of such a key comes after.
 */
export function createKeyHeads(from: number, maxKeys: number): KeyHeads {
  /** Longest not written first. */
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

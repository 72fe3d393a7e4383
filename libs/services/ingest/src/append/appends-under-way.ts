/** An append that has begun and not ended. */
export interface AppendUnderWay {
  readonly ended: Promise<void>;
  /** True when its session was erased meanwhile. */
  isErased: boolean;
}

/** Knows which appends are under way in a session. */
export interface AppendsUnderWay {
  of(key: string): readonly AppendUnderWay[];
  run<T>(key: string, act: (append: AppendUnderWay) => Promise<T>): Promise<T>;
}

export function createAppendsUnderWay(): AppendsUnderWay {
  const bySession = new Map<string, Set<AppendUnderWay>>();
  return {
    of: (key) => [...(bySession.get(key) ?? [])],
    async run(key, act) {
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      const append: AppendUnderWay = { ended, isErased: false };
      const own = bySession.get(key) ?? new Set();
      bySession.set(key, own.add(append));
      try {
        return await act(append);
      } finally {
        own.delete(append);
        if (own.size === 0 && bySession.get(key) === own) bySession.delete(key);
        resolve();
      }
    },
  };
}

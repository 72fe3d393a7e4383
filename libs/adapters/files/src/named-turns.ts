export interface NamedTurns {
  inTurn<T>(name: string, run: () => Promise<T>): Promise<T>;
  /** Resolves once everything that is running has ended. */
  idle(): Promise<void>;
}

/** Serializes operations that share a name, such as those on one file. */
export function createKeyedQueues(): NamedTurns {
  const last = new Map<string, Promise<unknown>>();
  return {
    inTurn: async (name, run) => {
      const turn = (last.get(name) ?? Promise.resolve()).then(run, run);
      last.set(name, turn);
      try {
        return await turn;
      } finally {
        if (last.get(name) === turn) last.delete(name);
      }
    },
    idle: async () => {
      await Promise.allSettled(last.values());
    },
  };
}

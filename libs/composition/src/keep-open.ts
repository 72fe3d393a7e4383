interface Closable {
  close(): Promise<void>;
}

/** A list of things opened one after the other and closed together. */
export interface KeptOpen {
  /** Waits for something to open and registers it for closing. */
  keep<T extends Closable>(opening: T | Promise<T>): Promise<T>;
  /**
   * Closes in reverse order of opening. One that fails keeps no other open; its error is thrown at the end. A second call
   * closes only what was added since.
   */
  close(): Promise<void>;
}

export function keepOpen(): KeptOpen {
  const closers: (() => Promise<void>)[] = [];
  return {
    async keep(opening) {
      const opened = await opening;
      closers.push(() => opened.close());
      return opened;
    },
    async close() {
      const failures: unknown[] = [];
      for (const closer of closers.splice(0).reverse()) await closer().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}

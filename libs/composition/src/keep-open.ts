interface Closable {
  close(): Promise<void>;
}

/** What is opened one after the other and closed together. */
export interface KeptOpen {
  /** Remembers what is opened, once it is. */
  keep<T extends Closable>(opening: T | Promise<T>): Promise<T>;
  /** In reverse order of opening. Calling it again closes what was kept since. */
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
      for (const closer of closers.splice(0).reverse()) await closer();
    },
  };
}

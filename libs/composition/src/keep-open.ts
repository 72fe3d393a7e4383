import { reasonText } from '@total-recall/runtime';

interface Closable {
  close(): Promise<void>;
}

/** A list of things opened one after the other and closed together. */
export interface KeptOpen {
  /** Waits for something to open and registers it for closing. */
  keep<T extends Closable>(opening: T | Promise<T>): Promise<T>;
  /**
   * Closes in reverse order of opening. One that fails keeps no other open; its error is thrown at the end, those of
   * several as an AggregateError. A second call closes only what was added since.
   */
  close(): Promise<void>;
  /** Closes after an opening that failed, and throws its error. What fails to close stands in that as `whileClosing`. */
  closeAfter(reason: unknown): Promise<never>;
}

export function keepOpen(): KeptOpen {
  const closers: (() => Promise<void>)[] = [];
  async function close(): Promise<void> {
    const failures: unknown[] = [];
    for (const closer of closers.splice(0).reverse()) await closer().catch((error: unknown) => failures.push(error));
    if (failures.length > 1) throw new AggregateError(failures, `${failures.length} did not close: ${failures.map(reasonText).join('; ')}`);
    if (failures.length > 0) throw failures[0];
  }
  return {
    async keep(opening) {
      const opened = await opening;
      closers.push(() => opened.close());
      return opened;
    },
    close,
    async closeAfter(reason) {
      try {
        await close();
      } catch (whileClosing) {
        if (reason instanceof Error) Object.assign(reason, { whileClosing });
      }
      throw reason;
    },
  };
}

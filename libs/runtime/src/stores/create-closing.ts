import { TotalRecallError } from '../errors.ts';

/** The end of a store: it closes once, and refuses what is asked of it from then on. */
export interface Closing {
  /** Errors: `closed` once `close` was called. */
  refuseClosed(): void;
  /** Closes the store. Every call returns the promise of the first. */
  close(): Promise<void>;
}

/** Creates the end of a store. `name` begins the message of the error: "The ledger". `end` runs once. */
export function createClosing(name: string, end: () => Promise<unknown> = async () => undefined): Closing {
  let closing: Promise<void> | undefined;
  return {
    refuseClosed: () => {
      if (closing) throw new TotalRecallError('closed', `${name} is closed.`);
    },
    close: () => (closing ??= end().then(() => undefined)),
  };
}

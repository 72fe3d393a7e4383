import { yieldToEventLoop } from '@total-recall/runtime';

/** Resolves when it is a holder's turn to go on with long work. */
export type Turns = (holder: string) => Promise<void>;

/**
 * Creates the turns of long work on the main thread. Pending requests go first; then each holder goes on by one step. All
 * calls of a holder share its turn, so that many of them hold up those of others no longer than one does.
 */
export function createTurns(): Turns {
  const waiting = new Map<string, (() => void)[]>();
  async function serve(): Promise<void> {
    while (waiting.size > 0) {
      await yieldToEventLoop();
      for (const [holder, calls] of waiting) {
        calls.shift()!();
        if (calls.length === 0) waiting.delete(holder);
      }
    }
  }
  return (holder) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const isIdle = waiting.size === 0;
    const calls = waiting.get(holder);
    if (calls) calls.push(resolve);
    else waiting.set(holder, [resolve]);
    if (isIdle) void serve();
    return promise;
  };
}

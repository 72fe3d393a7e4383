/**
 * Resolves or rejects as `work` does, or rejects with `error()` once the signal aborts. A race against a promise that
 * lives as long as the process would keep every result for as long: this leaves nothing behind.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, error: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(error());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

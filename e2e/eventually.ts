/** Calls until it no longer rejects; rejects with its last error after a time, in ms. For helpers that run outside of a test, too. */
export async function eventually<T>(
  call: () => Promise<T>,
  { timeout, interval }: { readonly timeout: number; readonly interval: number },
): Promise<T> {
  const until = performance.now() + timeout;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

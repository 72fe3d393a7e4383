/**
 * Repeats a call until it succeeds. Rejects with its last error after a timeout in milliseconds. It also works outside
 * of a test.
 */
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

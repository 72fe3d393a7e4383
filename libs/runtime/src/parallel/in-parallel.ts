/**
 * Runs over all items, at most `atATime` at once. Results are in the order of items. After the first error it starts no
 * more and rejects once the running ones end.
 */
export async function inParallel<T, R>(items: readonly T[], atATime: number, run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let failed = false;
  const work = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const at = next++;
      try {
        results[at] = await run(items[at]!);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atATime, items.length) }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return results;
}

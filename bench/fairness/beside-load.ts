/**
 * Measures beside a load that runs already, and stops it, also where the measurement throws: a thread that goes on
 * keeps its process from ending. Resolves with what was measured and what the load says when it is stopped.
 */
export async function besideLoad<M, S>(load: { stop(): Promise<S> }, measure: () => Promise<M>): Promise<[M, S]> {
  const measured = await measure().catch(async (error: unknown) => {
    await load.stop().catch(() => undefined);
    throw error;
  });
  return [measured, await load.stop()];
}

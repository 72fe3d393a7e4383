/** Returns true when a GET is answered with a 2xx status. */
export async function httpOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  await answer.body?.cancel();
  return answer.ok;
}

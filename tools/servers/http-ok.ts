/** Whether a GET is answered, with a status of 2xx. */
export async function httpOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  await answer.body?.cancel();
  return answer.ok;
}

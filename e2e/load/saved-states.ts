import type { ReadModelPlace } from './read-model-watch.ts';

const SESSIONS_A_PAGE = 1_000;

/** The states of the sessions of a space as they are saved, by session. */
export async function savedStates({ opensearchUrl, namePrefix }: ReadModelPlace, space: string): Promise<Map<string, string>> {
  await fetch(`${opensearchUrl}/${namePrefix}-sessions/_refresh`, { method: 'POST' });
  const response = await fetch(`${opensearchUrl}/${namePrefix}-sessions/_search?size=${SESSIONS_A_PAGE}`);
  const { hits } = (await response.json()) as { hits: { hits: { _source: { space: string; session: string; state: string } }[] } };
  const own = hits.hits.map(({ _source }) => _source).filter((source) => source.space === space);
  return new Map(own.map(({ session, state }) => [session, state]));
}

/** How states differ that should be the same. */
export function stateDifferences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const different = [...before].filter(([key, state]) => after.get(key) !== state).map(([key]) => `the state of ${key} is another`);
  return after.size === before.size ? different : [...different, `${before.size} sessions became ${after.size}`];
}

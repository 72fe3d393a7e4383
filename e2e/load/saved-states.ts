import { createOpenSearchSessionStore, openIndexGenerations } from '@total-recall/adapter-opensearch';
import { SILENT_LOGGER } from '@total-recall/observability';
import { sealSessionStates } from '@total-recall/runtime';
import { openClusterKeys } from '../open-cluster-keys.ts';
import type { TestCluster } from '../open-test-cluster.ts';
import type { ReadModelPlace } from './read-model-watch.ts';

const SESSIONS_A_PAGE = 500;
const TENANT = 'default';

/**
 * Reads the saved session states of a space from the current generation, by session, opened with the cluster's keys.
 */
export async function savedStates(cluster: TestCluster, place: ReadModelPlace, space: string): Promise<Map<string, string>> {
  await fetch(`${place.opensearchUrl}/${place.namePrefix}-sessions/_refresh`, { method: 'POST' });
  const at = { opensearch: { urls: [place.opensearchUrl], logger: SILENT_LOGGER }, prefix: place.namePrefix };
  const generations = openIndexGenerations({ ...at, generation: 'any' });
  const generation = (await generations.standing()).current!;
  const store = await createOpenSearchSessionStore({ ...at, generation, replicas: 0 });
  const keys = await openClusterKeys(cluster);
  try {
    const states = sealSessionStates(store, keys);
    const { sessions } = await states.list({ tenant: TENANT, space, limit: SESSIONS_A_PAGE });
    const opened = sessions.map(
      async ({ session }) => [session, JSON.stringify(await states.load({ tenant: TENANT, space, session }))] as const,
    );
    return new Map(await Promise.all(opened));
  } finally {
    await keys.close();
    await store.close();
    await generations.close();
  }
}

/** Returns the differences between states that should be equal. */
export function stateDifferences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const different = [...before].filter(([key, state]) => after.get(key) !== state).map(([key]) => `the state of ${key} is another`);
  return after.size === before.size ? different : [...different, `${before.size} sessions became ${after.size}`];
}

import type { OpenSearchConnection } from './opensearch-connection.ts';
import type { SearchPlace } from './search.ts';

const REMOVED_A_REQUEST = 10_000;

/**
 * Removes every visible document that matches the filter, and checks documents that change meanwhile again. Does
 * nothing when the index does not exist.
 */
export async function removeMatching(
  connection: OpenSearchConnection,
  { index, routing, doing }: SearchPlace,
  filter: readonly object[],
): Promise<void> {
  for (let found = 1; found > 0;) {
    const { body } = await connection.request<{ total?: number }>({
      method: 'POST',
      path: `/${index}/_delete_by_query`,
      query: { ...(routing !== undefined && { routing }), refresh: true, conflicts: 'proceed' },
      body: { query: { bool: { filter } }, max_docs: REMOVED_A_REQUEST },
      doing,
      accept: [404],
    });
    found = body.total ?? 0;
  }
}

import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';
import { search, type SearchPlace } from '../wire/search.ts';

export interface SpaceSummary {
  readonly space: string;
  readonly sessions: number;
  readonly events: number;
  readonly lastAt: number;
}

interface Buckets {
  readonly spaces: {
    readonly after_key?: { readonly space: string };
    readonly buckets: readonly {
      readonly key: { readonly space: string };
      readonly doc_count: number;
      readonly events: { readonly value: number };
      readonly lastAt: { readonly value: number };
    }[];
  };
}

const SPACES_A_REQUEST = 2_000;

/**
 * Reads every space of a tenant with sums over its sessions, last active first. A tenant's sessions are in one shard,
 * so the sums are exact.
 */
export async function readSpaces(
  connection: OpenSearchConnection,
  place: SearchPlace,
  tenant: string,
  only: readonly string[] | undefined,
): Promise<SpaceSummary[]> {
  const spaces: SpaceSummary[] = [];
  for (let after: { readonly space: string } | undefined; ;) {
    const { aggregations } = await search<never, Buckets>(connection, place, {
      size: 0,
      query: { bool: { filter: [{ term: { tenant } }, ...(only ? [{ terms: { space: only } }] : [])] } },
      aggs: {
        spaces: {
          composite: { size: SPACES_A_REQUEST, sources: [{ space: { terms: { field: 'space' } } }], ...(after ? { after } : {}) },
          aggs: { events: { sum: { field: 'events' } }, lastAt: { max: { field: 'lastAt' } } },
        },
      },
    });
    const { buckets, after_key: next } = aggregations!.spaces;
    for (const { key, doc_count: sessions, events, lastAt } of buckets)
      spaces.push({ space: key.space, sessions, events: events.value, lastAt: lastAt.value });
    if (buckets.length < SPACES_A_REQUEST || !next) break;
    after = next;
  }
  return spaces.sort((left, right) => right.lastAt - left.lastAt || (left.space < right.space ? -1 : 1));
}

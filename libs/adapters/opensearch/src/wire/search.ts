import { TotalRecallError } from '@total-recall/runtime';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface SearchHit<T> {
  readonly _id: string;
  readonly _version?: number;
  readonly _score?: number;
  readonly _source: T;
  readonly fields?: Readonly<Record<string, readonly unknown[]>>;
  readonly sort?: readonly (string | number)[];
}

export interface SearchAnswer<T, Aggregations = unknown> {
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number };
  readonly hits: { readonly total?: { readonly value: number }; readonly hits: readonly SearchHit<T>[] };
  readonly aggregations?: Aggregations;
}

/** Index and shard of a search. */
export interface SearchPlace {
  readonly index: string;
  /** Routing of the space; absent when several spaces are searched. */
  readonly routing?: string;
  readonly doing: string;
}

/** Throws when only some shards answered. One that no node holds counts neither as successful nor as failed. */
function checkWhole({ timed_out, _shards }: Pick<SearchAnswer<unknown>, 'timed_out' | '_shards'>, doing: string): void {
  if (timed_out || _shards.successful < _shards.total)
    throw new TotalRecallError('unavailable', `One shard of OpenSearch could not ${doing}. Try again.`, { retryAfterMs: 500 });
}

export async function search<T, Aggregations = unknown>(
  connection: OpenSearchConnection,
  { index, routing, doing }: SearchPlace,
  body: object,
): Promise<SearchAnswer<T, Aggregations>> {
  const answer = await connection.request<SearchAnswer<T, Aggregations>>({
    method: 'POST',
    path: `/${index}/_search`,
    query: routing === undefined ? {} : { routing },
    body,
    doing,
  });
  checkWhole(answer.body, doing);
  return answer.body;
}

/** Returns all sources that match the filter, `size` per request. `sort` must leave no ties. */
export async function searchToEnd<T>(
  connection: OpenSearchConnection,
  place: SearchPlace,
  { filter, sort, size }: { readonly filter: readonly object[]; readonly sort: readonly object[]; readonly size: number },
): Promise<T[]> {
  const found: T[] = [];
  for (let after: SearchHit<T>['sort']; ;) {
    const { hits } = await search<T>(connection, place, {
      size,
      track_total_hits: false,
      query: { bool: { filter } },
      sort,
      ...(after ? { search_after: after } : {}),
    });
    found.push(...hits.hits.map(({ _source }) => _source));
    if (hits.hits.length < size) return found;
    after = hits.hits.at(-1)!.sort;
  }
}

/** Runs several searches in one request and returns the answers in their order. */
export async function searchAll<Aggregations = unknown>(
  connection: OpenSearchConnection,
  { index, routing, doing }: SearchPlace,
  bodies: readonly object[],
): Promise<SearchAnswer<unknown, Aggregations>[]> {
  const head = JSON.stringify({ index, routing });
  const { body } = await connection.request<{ responses: (SearchAnswer<unknown, Aggregations> & { error?: { type: string } })[] }>({
    method: 'POST',
    path: '/_msearch',
    lines: bodies.map((one) => `${head}\n${JSON.stringify(one)}\n`).join(''),
    doing,
  });
  for (const answer of body.responses) {
    if (answer.error)
      throw new TotalRecallError('unavailable', `OpenSearch could not ${doing} (${answer.error.type}). Try again.`, {
        retryAfterMs: 500,
      });
    checkWhole(answer, doing);
  }
  return body.responses;
}

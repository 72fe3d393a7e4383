import { INDEX_LIMITS } from '@total-recall/ports';
import { placeOf } from '../plan/document-ids.ts';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';
import { search, type SearchPlace } from '../wire/search.ts';
import { checkMost } from './check-query.ts';
import type { PlaceSource } from './place-source.ts';

const PLACES_A_REQUEST = 500;
const DOCUMENTS_A_REQUEST = 5_000;

/** All documents at these places that also hold the clauses, those of an event together and by part. Errors: `invalid_request` for too many. */
export async function readAtPlaces<T extends PlaceSource>(
  connection: OpenSearchConnection,
  where: SearchPlace,
  clauses: readonly object[],
  places: readonly { readonly session: string; readonly ordinal: number }[],
): Promise<T[][]> {
  checkMost('places', places.length, INDEX_LIMITS.places);
  const wanted = [...new Set(places.map(({ session, ordinal }) => placeOf(session, ordinal)))];
  const found: T[][] = [];
  for (let from = 0; from < wanted.length; from += PLACES_A_REQUEST) {
    const filter = [...clauses, { terms: { place: wanted.slice(from, from + PLACES_A_REQUEST) } }];
    found.push(...Map.groupBy(await readSorted<T>(connection, where, filter), ({ place }) => place).values());
  }
  return found;
}

async function readSorted<T>(connection: OpenSearchConnection, where: SearchPlace, filter: readonly object[]): Promise<T[]> {
  const found: T[] = [];
  for (let after: readonly (string | number)[] | undefined; ;) {
    const { hits } = await search<T>(connection, where, {
      size: DOCUMENTS_A_REQUEST,
      track_total_hits: false,
      query: { bool: { filter } },
      sort: [{ event: 'asc' }, { part: 'asc' }],
      ...(after ? { search_after: after } : {}),
    });
    found.push(...hits.hits.map(({ _source }) => _source));
    if (hits.hits.length < DOCUMENTS_A_REQUEST) return found;
    after = hits.hits.at(-1)!.sort!;
  }
}

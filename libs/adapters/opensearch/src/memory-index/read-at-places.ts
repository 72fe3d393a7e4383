import { INDEX_LIMITS } from '@total-recall/ports';
import { batchesOf, checkMost } from '@total-recall/runtime';
import { placeOf } from '../plan/document-ids.ts';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';
import { searchToEnd, type SearchPlace } from '../wire/search.ts';
import type { PlaceSource } from './place-source.ts';

const PLACES_A_REQUEST = 500;
const DOCUMENTS_A_REQUEST = 5_000;
const BY_EVENT = [{ event: 'asc' }, { part: 'asc' }];

/**
 * Reads all documents at these places that match the clauses, grouped by event and ordered by part. Errors:
 * `invalid_request` for too many.
 */
export async function readAtPlaces<T extends PlaceSource>(
  connection: OpenSearchConnection,
  where: SearchPlace,
  clauses: readonly object[],
  places: readonly { readonly session: string; readonly ordinal: number }[],
): Promise<T[][]> {
  checkMost('places', places.length, INDEX_LIMITS.places);
  const wanted = [...new Set(places.map(({ session, ordinal }) => placeOf(session, ordinal)))];
  const found: T[][] = [];
  for (const asked of batchesOf(wanted, PLACES_A_REQUEST)) {
    const filter = [...clauses, { terms: { place: asked } }];
    const documents = await searchToEnd<T>(connection, where, { filter, sort: BY_EVENT, size: DOCUMENTS_A_REQUEST });
    found.push(...Map.groupBy(documents, ({ place }) => place).values());
  }
  return found;
}

import { quantiseVector } from '@total-recall/domain';
import { VECTOR_LIMITS, type VectorHit, type VectorIndex, type VectorQuery } from '@total-recall/ports';
import { checkCount, checkMost } from '@total-recall/runtime';
import { filterClauses } from '../memory-index/filter-clauses.ts';
import type { IndexContext } from '../memory-index/index-context.ts';
import { toPlace } from '../memory-index/place-source.ts';
import { scopeOf } from '../plan/document-ids.ts';
import { readMany } from '../wire/read-many.ts';
import { search } from '../wire/search.ts';
import { checkDimensions, checkQueryVector } from './check-vectors.ts';
import { findSet, inSet, type VectorSetSource } from './vector-sets.ts';
import { similarityTo, vectorId, type VectorSource } from './vector-sources.ts';

/**
 * Factor by which more is asked of the graph than is wanted. The graph misses mostly at the end of the list, and int8
 * vectors order a little differently.
 */
const OVERSAMPLING = 2;
const LEAST_ASKED = 200;
/** Vectors in one request; some 600 bytes each. */
const VECTORS_A_REQUEST = 500;

export function vectorSearch(context: IndexContext): Pick<VectorIndex, 'searchVectors' | 'similarities'> {
  return {
    searchVectors: async (query) => {
      checkQueryVector(query.vector);
      checkCount('limit', query.limit, VECTOR_LIMITS.hits);
      const scope = scopeOf(query.tenant, query.space);
      const set = await findSet(context, scope, query.model);
      checkDimensions(set?.dimensions, query.vector.length);
      return set ? await nearest(context, scope, set, query) : [];
    },
    similarities: async ({ tenant, space, model, vector, documents }) => {
      checkQueryVector(vector);
      checkMost('documents', documents.length, VECTOR_LIMITS.documents);
      const scope = scopeOf(tenant, space);
      const set = await findSet(context, scope, model);
      checkDimensions(set?.dimensions, vector.length);
      if (!set) return documents.map(() => undefined);
      const addresses = documents.map(({ eventId, part }) => ({
        index: set.index,
        id: vectorId(set, scope, eventId, part),
        routing: scope,
      }));
      const found = await readMany<Pick<VectorSource, 'held'>>(context.connection, addresses, {
        doing: 'read vectors',
        fields: ['held'],
        portion: VECTORS_A_REQUEST,
      });
      return found.map((one) => one && similarityTo(vector, one.source));
    },
  };
}

async function nearest(
  { connection, freshness }: IndexContext,
  scope: string,
  set: VectorSetSource,
  { vector, limit, filter }: VectorQuery,
): Promise<VectorHit[]> {
  const { values } = quantiseVector(vector);
  if (values.every((value) => value === 0)) return [];
  await freshness.ensure(set.index);
  const k = Math.max(LEAST_ASKED, OVERSAMPLING * limit);
  const clauses = [...inSet(set, 'vector'), ...filterClauses(scope, filter).slice(1)];
  const { hits } = await search<VectorSource>(
    connection,
    { index: set.index, routing: scope, doing: 'search vectors' },
    {
      size: k,
      track_total_hits: false,
      query: { knn: { vector: { vector: [...values], k, filter: { bool: { filter: clauses } } } } },
    },
  );
  return bestOf(
    hits.hits.map(({ _source }) => _source),
    vector,
  ).slice(0, limit);
}

/** Ranks by the stored vectors; ties are ordered by event and part. */
function bestOf(sources: readonly VectorSource[], query: Float32Array): VectorHit[] {
  return sources
    .map((source): VectorHit => ({ ...toPlace(source), similarity: similarityTo(query, source) }))
    .sort(
      (left, right) =>
        right.similarity - left.similarity ||
        (left.eventId < right.eventId ? -1 : left.eventId > right.eventId ? 1 : left.part - right.part),
    );
}

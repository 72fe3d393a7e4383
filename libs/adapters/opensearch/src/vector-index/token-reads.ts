import { createTokenMatching, inverseDocumentFrequency, segmentsOfRows, type TokenRows } from '@total-recall/domain';
import { VECTOR_LIMITS, type VectorIndex } from '@total-recall/ports';
import { checkMost, decodeTokens } from '@total-recall/runtime';
import type { IndexContext } from '../memory-index/index-context.ts';
import { scopeOf } from '../plan/document-ids.ts';
import { readMany } from '../wire/read-many.ts';
import { search } from '../wire/search.ts';
import { checkDimensions, tokenWidth } from './check-vectors.ts';
import { findSet, inSet, type VectorSetSource } from './vector-sets.ts';
import { tokensId, toKeptTokens, type TokenSource } from './vector-sources.ts';

/** Token matrices in one request; some 3 KB each. */
const MATRICES_A_REQUEST = 250;

interface Frequencies {
  readonly documents: number;
  readonly documentFrequencies: readonly number[];
}

type Documents = readonly { readonly eventId: string; readonly part: number }[];

/** Creates the reads of token vectors, which are fetched by id and scored here. */
export function tokenReads(context: IndexContext): Pick<VectorIndex, 'tokenMatches' | 'tokenStatistics'> {
  return {
    tokenMatches: async ({ tenant, space, model, tokens, documents, cuts = [] }) => {
      checkMost('wordpieces', tokens.ids.length, VECTOR_LIMITS.tokens);
      const scope = scopeOf(tenant, space);
      const set = await findSet(context, scope, model);
      checkDimensions(set?.tokenDimensions, tokenWidth(tokens));
      const ids = [...new Set(tokens.ids)];
      const [found, known] = await Promise.all([readTokens(context, scope, set, documents), readFrequencies(context, scope, set, ids)]);
      const rarity = new Map(ids.map((id, at) => [id, inverseDocumentFrequency(known.documents, known.documentFrequencies[at]!)]));
      const { weights, match } = createTokenMatching(tokens, (id) => rarity.get(id)!);
      const rowsOf = (source: TokenSource, at: number): TokenRows => {
        const rows = decodeTokens(toKeptTokens(source));
        return { ...rows, lines: segmentsOfRows(rows.lines, cuts[at] ?? []) };
      };
      return { weights, matches: found.map((source, at) => source && match(rowsOf(source, at))) };
    },
    tokenStatistics: async ({ tenant, space, model, ids }) => {
      checkMost('wordpieces', ids.length, VECTOR_LIMITS.tokenIds);
      const scope = scopeOf(tenant, space);
      return await readFrequencies(context, scope, await findSet(context, scope, model), ids);
    },
  };
}

async function readTokens(
  { connection }: IndexContext,
  scope: string,
  set: VectorSetSource | undefined,
  documents: Documents,
): Promise<(TokenSource | undefined)[]> {
  checkMost('documents', documents.length, VECTOR_LIMITS.tokenDocuments);
  if (!set) return documents.map(() => undefined);
  const addresses = documents.map(({ eventId, part }) => ({ index: set.index, id: tokensId(set, scope, eventId, part), routing: scope }));
  const found = await readMany<TokenSource>(connection, addresses, { doing: 'read token vectors', portion: MATRICES_A_REQUEST });
  return found.map((one) => one?.source);
}

async function readFrequencies(
  { connection, freshness }: IndexContext,
  scope: string,
  set: VectorSetSource | undefined,
  ids: readonly number[],
): Promise<Frequencies> {
  if (!set) return { documents: 0, documentFrequencies: ids.map(() => 0) };
  await freshness.ensure(set.index);
  const pieces = { terms: { field: 'pieces', size: Math.max(1, ids.length), include: ids } };
  const { hits, aggregations } = await search<never, { pieces?: { buckets: { key: number; doc_count: number }[] } }>(
    connection,
    { index: set.index, routing: scope, doing: 'count wordpieces' },
    {
      size: 0,
      track_total_hits: true,
      query: { bool: { filter: inSet(set, 'tokens') } },
      ...(ids.length > 0 ? { aggs: { pieces } } : {}),
    },
  );
  const counts = new Map(aggregations?.pieces?.buckets.map((bucket) => [bucket.key, bucket.doc_count]));
  return { documents: hits.total!.value, documentFrequencies: ids.map((id) => counts.get(id) ?? 0) };
}

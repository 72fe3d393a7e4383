import { INDEX_LIMITS, type DocumentId, type MemoryIndex, type TermCounts, type TextHit, type TextQuery } from '@total-recall/ports';
import { checkCount, checkMost, checkQueryTerms } from '@total-recall/runtime';
import { documentKey, scopeOf } from '../plan/document-ids.ts';
import { readMany } from '../wire/read-many.ts';
import { search, type SearchAnswer, type SearchPlace } from '../wire/search.ts';
import { filterClauses } from './filter-clauses.ts';
import type { IndexContext } from './index-context.ts';
import { toPlace, type PlaceSource } from './place-source.ts';
import { readAtPlaces } from './read-at-places.ts';

/** A text as it is stored: its terms in order. Exact counts are taken from them, for hits only. */
export interface TextSource extends PlaceSource {
  readonly length: number;
  readonly terms: string;
}

/** Texts in one request; some 1 KB each. */
const TEXTS_A_REQUEST = 500;

/**
 * Sort order of hits. Equal texts have equal scores, and the choice among them must not depend on the shard copy that
 * answers.
 */
const BEST_FIRST = [{ _score: 'desc' }, { event: 'asc' }, { part: 'asc' }];

interface TermAggregations {
  readonly length: { readonly value: number };
  /** One bucket for each term, in their order; absent without terms. */
  readonly holding?: { readonly buckets: readonly { readonly doc_count: number }[] };
}

/** Creates text search, counts at places and statistics, all as of the last refresh. */
export function textReads(
  context: IndexContext,
): Pick<MemoryIndex, 'searchText' | 'statistics' | 'documentsAt' | 'countsOf' | 'compareTerms'> {
  const placeFor = (scope: string, doing: string): SearchPlace => ({ index: context.names.texts, routing: scope, doing });
  return {
    searchText: async (query) => {
      checkQueryTerms(query.terms);
      checkCount('limit', query.limit, INDEX_LIMITS.hits);
      return query.terms.length === 0 ? [] : await searchText(context, query);
    },
    statistics: async (tenant, space, terms) => {
      checkQueryTerms(terms);
      const scope = scopeOf(tenant, space);
      const answer = await search<never, TermAggregations>(context.connection, placeFor(scope, 'count texts'), {
        size: 0,
        track_total_hits: true,
        query: { bool: { filter: [{ term: { scope } }] } },
        aggs: {
          length: { sum: { field: 'length' } },
          // One pass in place of a search for each term, which costs OpenSearch far more than its count.
          ...(terms.length > 0 && { holding: { filters: { filters: terms.map((term) => ({ term: { terms: term } })) } } }),
        },
      });
      const { length, holding } = answer.aggregations!;
      return {
        documents: totalOf(answer),
        totalLength: length.value,
        documentFrequencies: holding?.buckets.map((bucket) => bucket.doc_count) ?? [],
      };
    },
    documentsAt: async ({ tenant, space, terms, places }) => {
      checkQueryTerms(terms);
      const scope = scopeOf(tenant, space);
      const where = placeFor(scope, 'read texts at places');
      const found = await readAtPlaces<TextSource>(context.connection, where, [{ term: { scope } }], places);
      return found.flatMap((own) => mostMatching(own.map((text) => toTextHit(text, terms))));
    },
    countsOf: async ({ tenant, space, terms, documents }) => {
      checkQueryTerms(terms);
      const found = await readTerms(context, { tenant, space, documents });
      return found.map((one) => one && countsIn(one, terms));
    },
    compareTerms: async (query) => {
      const found = await readTerms(context, query);
      return query.documents.map(({ terms }, at) => {
        const held = found[at];
        if (held === undefined) return 'missing';
        return held.length === terms.length && held.terms === terms.join(' ') ? 'same' : 'differs';
      });
    },
  };
}

/** Reads the terms of documents, in their order, `undefined` for those that the space does not hold. */
async function readTerms(
  context: IndexContext,
  { tenant, space, documents }: { readonly tenant: string; readonly space: string; readonly documents: readonly DocumentId[] },
): Promise<(Pick<TextSource, 'terms' | 'length'> | undefined)[]> {
  checkMost('documents', documents.length, INDEX_LIMITS.documents);
  const scope = scopeOf(tenant, space);
  const { texts: index } = context.names;
  const addresses = documents.map(({ eventId, part }) => ({ index, id: documentKey(scope, eventId, part), routing: scope }));
  const found = await readMany<Pick<TextSource, 'terms' | 'length'>>(context.connection, addresses, {
    doing: 'read texts',
    fields: ['terms', 'length'],
    portion: TEXTS_A_REQUEST,
  });
  return found.map((one) => one?.source);
}

async function searchText(context: IndexContext, { tenant, space, terms, limit, filter }: TextQuery): Promise<TextHit[]> {
  const scope = scopeOf(tenant, space);
  const answer = await search<TextSource>(
    context.connection,
    { index: context.names.texts, routing: scope, doing: 'search texts' },
    {
      size: limit,
      track_total_hits: false,
      query: {
        bool: {
          filter: filterClauses(scope, filter),
          should: terms.map((term) => ({ term: { terms: term } })),
          minimum_should_match: 1,
        },
      },
      sort: BEST_FIRST,
    },
  );
  return answer.hits.hits.map(({ _source }) => toTextHit(_source, terms));
}

function totalOf(answer: SearchAnswer<unknown>): number {
  return answer.hits.total!.value;
}

function toTextHit(source: TextSource, terms: readonly string[]): TextHit {
  return { ...toPlace(source), ...countsIn(source, terms) };
}

function countsIn(source: Pick<TextSource, 'terms' | 'length'>, terms: readonly string[]): TermCounts {
  const at = new Map(terms.map((term, index) => [term, index]));
  const termCounts = terms.map(() => 0);
  for (const term of source.terms.split(' ')) {
    const index = at.get(term);
    if (index !== undefined) termCounts[index]! += 1;
  }
  return { termCounts, length: source.length };
}

/** Returns the 256 texts of one event that contain most of the terms; among equal ones the first. */
function mostMatching(hits: TextHit[]): TextHit[] {
  if (hits.length <= INDEX_LIMITS.documentsPerPlace) return hits;
  const matched = ({ termCounts }: TextHit): number => termCounts.filter((count) => count > 0).length;
  return hits.sort((left, right) => matched(right) - matched(left) || left.part - right.part).slice(0, INDEX_LIMITS.documentsPerPlace);
}

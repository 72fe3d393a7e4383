import { INDEX_LIMITS, type TextStatistics } from '@total-recall/ports';
import { passesFilter, resolveFilter, type ColumnFilter } from './column-filter.ts';
import type { DocumentFinder } from './find-document.ts';
import type { PlacesRequest, SearchRequest } from './index-messages.ts';
import type { NameReader } from './name-reader.ts';
import { packHits, unpackPlaces, type PackedTextHits } from './packed-hits.ts';
import type { DocumentReader } from './read-documents.ts';
import type { Columns, Postings } from './segment-format.ts';
import { countIn, lowerBound, segmentAt, type SegmentPlace, type SegmentReader } from './segment-reader.ts';
import { CandidateSelector, weighTerms, type SelectionPart } from './select-candidates.ts';
import { frequenciesOf, type SpaceView, type SpaceViewer } from './space-view.ts';

/**
 * Most postings that are scored for one query, about 20 ms of work. Above it, the most frequent terms are counted in
 * hits but do not select any.
 */
const POSTINGS_BUDGET = 4_000_000;

const NO_HITS: PackedTextHits = { eventIds: '', names: [], columns: new Float64Array(0), counts: new Uint32Array(0) };

export interface SpaceSearch {
  search(request: SearchRequest): PackedTextHits;
  statistics(tenant: string, space: string, terms: readonly string[]): TextStatistics;
  documentsAt(request: PlacesRequest): PackedTextHits;
}

interface SearchParts {
  readonly segments: SegmentReader;
  readonly documents: DocumentReader;
  readonly names: NameReader;
  readonly finder: DocumentFinder;
}

export function createSpaceSearch(view: SpaceViewer, { segments, documents, names, finder }: SearchParts): SpaceSearch {
  const selector = new CandidateSelector();
  const postingsOf = (held: SpaceView, terms: readonly string[]): Postings[][] =>
    held.segments.map((segment) => terms.map((term) => segments.postings(segment, term)));
  /**
   * Builds the hits. `postings` are those of the query, by segment and term, so that they are not read again for every
   * hit through a small cache.
   */
  const toHits = (held: SpaceView, found: readonly number[], postings: readonly (readonly Postings[])[], terms: number): PackedTextHits => {
    const counts = new Uint32Array(found.length * terms);
    found.forEach((document, index) => {
      const at = segmentAt(held.segments, document);
      const inSegment = document - held.segments[at]!.first;
      postings[at]!.forEach((ofTerm, term) => (counts[index * terms + term] = countIn(ofTerm, inSegment)));
    });
    const rows = found.map((document) => documents.row(held.id, document));
    return { ...packHits(rows, (row) => row.length, names), counts };
  };
  return {
    search: ({ tenant, space, terms, limit, filter }) => {
      const held = view(tenant, space);
      const columnFilter = filter && resolveFilter(filter, held?.id ?? 0, { names, finder });
      if (!held || held.documents === 0 || columnFilter === 'nothing') return NO_HITS;
      const postings = postingsOf(held, terms);
      const weights = weighTerms(held.documents, frequenciesOf(held, postings, terms.length), POSTINGS_BUDGET);
      const parts = held.segments.flatMap((segment, at): SelectionPart[] => {
        if (!postings[at]!.some(({ documents }, term) => documents.length > 0 && weights[term]! > 0)) return [];
        const columns = segments.columns(segment);
        return [{ first: segment.first, columns, postings: postings[at]!, allows: allowance(segment, columns, held.dead, columnFilter) }];
      });
      const best = selector.select(parts, { weights, averageLength: held.totalLength / held.documents }, limit);
      return toHits(
        held,
        best.map(({ document }) => document),
        postings,
        terms.length,
      );
    },
    statistics: (tenant, space, terms) => {
      const held = view(tenant, space);
      if (!held) return { documents: 0, totalLength: 0, documentFrequencies: terms.map(() => 0) };
      return {
        documents: held.documents,
        totalLength: held.totalLength,
        documentFrequencies: frequenciesOf(held, postingsOf(held, terms), terms.length),
      };
    },
    documentsAt: ({ tenant, space, terms, places }) => {
      const held = view(tenant, space);
      if (!held) return NO_HITS;
      const postings = postingsOf(held, terms);
      const ranges = documents.rangesAt(held.id, unpackPlaces(places), held.dead);
      const found = new Set(ranges.flatMap(({ first, documents: count }) => pickDocuments(held.segments, postings, first, count)));
      return toHits(held, [...found], postings, terms.length);
    },
  };
}

/** Returns the documents of one event to show: all, or of very many those that contain most of the terms. */
function pickDocuments(
  segments: readonly SegmentPlace[],
  postings: readonly (readonly Postings[])[],
  first: number,
  documents: number,
): number[] {
  const all = Array.from({ length: documents }, (_, at) => first + at);
  if (documents <= INDEX_LIMITS.documentsPerPlace) return all;
  const matched = new Uint8Array(documents);
  segments.forEach((segment, at) => {
    for (const { documents: holding } of postings[at]!) {
      for (let index = lowerBound(holding, first - segment.first); index < holding.length; index += 1) {
        const place = segment.first + holding[index]! - first;
        if (place >= documents) break;
        matched[place]! += 1;
      }
    }
  });
  return all
    .sort((left, right) => matched[right - first]! - matched[left - first]! || left - right)
    .slice(0, INDEX_LIMITS.documentsPerPlace);
}

function allowance(
  segment: SegmentPlace,
  columns: Columns,
  dead: ReadonlySet<number>,
  filter: ColumnFilter | undefined,
): SelectionPart['allows'] {
  if (dead.size === 0 && !filter) return undefined;
  return (document) => !dead.has(segment.first + document) && (!filter || passesFilter(filter, columns, document, segment.first));
}

import { INDEX_LIMITS, type TermComparison, type TextStatistics } from '@total-recall/ports';
import type { DatabaseSync } from 'node:sqlite';
import { passesFilter, resolveFilter, type ColumnFilter } from './column-filter.ts';
import type { CompareRequest, CountsRequest, PackedCounts, PlacesRequest, SearchRequest } from './index-messages.ts';
import { createDocumentFinder } from './find-document.ts';
import type { NameReader } from './name-reader.ts';
import { numbersOf } from './packed-documents.ts';
import { packHits, unpackPlaces, type PackedTextHits } from './packed-hits.ts';
import type { DocumentReader } from './read-documents.ts';
import type { Columns, Postings } from './segment-format.ts';
import { countIn, lowerBound, type SegmentPlace, type SegmentReader } from './segment-reader.ts';
import { CandidateSelector, weighTerms, type SelectionPart } from './select-candidates.ts';

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
  countsOf(request: CountsRequest): PackedCounts;
  compareTerms(request: CompareRequest): TermComparison[];
}

/** A space as one read sees it. */
interface SpaceView {
  readonly id: number;
  readonly documents: number;
  readonly totalLength: number;
  readonly segments: readonly SegmentPlace[];
  readonly dead: ReadonlySet<number>;
}

export function createSpaceSearch(
  db: DatabaseSync,
  { segments, documents, names }: { readonly segments: SegmentReader; readonly documents: DocumentReader; readonly names: NameReader },
): SpaceSearch {
  const selector = new CandidateSelector();
  const finder = createDocumentFinder(db);
  const spaceRow = db.prepare('SELECT id, documents, total_length AS totalLength FROM space WHERE tenant = ? AND name = ?');

  const view = (tenant: string, space: string): SpaceView | undefined => {
    const row = spaceRow.get(tenant, space) as Pick<SpaceView, 'id' | 'documents' | 'totalLength'> | undefined;
    return row && { ...row, segments: segments.segments(row.id), dead: documents.dead(row.id) };
  };
  const postingsIn = (segment: SegmentPlace, terms: readonly string[]): Postings[] => terms.map((term) => segments.postings(segment, term));
  const postingsOf = (held: SpaceView, terms: readonly string[]): Postings[][] =>
    held.segments.map((segment) => postingsIn(segment, terms));
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
    countsOf: ({ tenant, space, terms, documents: asked }) => {
      const size = asked.numbers.length;
      const found = { counts: new Uint32Array(size * terms.length), lengths: new Float64Array(size).fill(-1) };
      const held = view(tenant, space);
      if (!held) return found;
      // Only of segments with a document asked for: of a large space all of them hold far more than a caller needs.
      const postings = new Map<SegmentPlace, Postings[]>();
      const lengthsOf = lengthsBySegment(segments);
      numbersOf(asked, held.id, finder).forEach((number, index) => {
        const place = placeOf(held, number);
        if (!place) return;
        const { segment, at: inSegment } = place;
        found.lengths[index] = lengthsOf(segment)[inSegment]!;
        const ofSegment = postings.get(segment) ?? postingsIn(segment, terms);
        postings.set(segment, ofSegment);
        ofSegment.forEach((ofTerm, term) => (found.counts[index * terms.length + term] = countIn(ofTerm, inSegment)));
      });
      return found;
    },
    compareTerms: ({ tenant, space, documents: asked, sums, lengths }) => {
      const held = view(tenant, space);
      if (!held) return Array.from(lengths, () => 'missing');
      const lengthsOf = lengthsBySegment(segments);
      return numbersOf(asked, held.id, finder).map((number, index) => {
        const place = placeOf(held, number);
        if (!place) return 'missing';
        const { segment, at } = place;
        const { one, two } = segments.sums(segment);
        const isSame = one[at] === sums.one[index] && two[at] === sums.two[index];
        return isSame && lengthsOf(segment)[at] === lengths[index] ? 'same' : 'differs';
      });
    },
  };
}

/** Creates a reader of the lengths of documents, which reads those of a segment once. */
function lengthsBySegment(segments: SegmentReader): (segment: SegmentPlace) => Uint32Array {
  const known = new Map<SegmentPlace, Uint32Array>();
  return (segment) => {
    const lengths = known.get(segment) ?? segments.columns(segment).lengths;
    known.set(segment, lengths);
    return lengths;
  };
}

/** Finds the segment of a document, and its place there; undefined for one that is dead or in no segment. */
function placeOf({ segments, dead }: SpaceView, document: number | undefined): { segment: SegmentPlace; at: number } | undefined {
  if (document === undefined || dead.has(document)) return undefined;
  const segment = segments[segmentAt(segments, document)];
  return segment && document < segment.first + segment.documents ? { segment, at: document - segment.first } : undefined;
}

export function segmentAt(segments: readonly SegmentPlace[], document: number): number {
  return segments.findLastIndex(({ first }) => first <= document);
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

/** Returns the number of documents that contain each term, without dead ones. */
function frequenciesOf({ segments, dead }: SpaceView, postings: readonly (readonly Postings[])[], terms: number): number[] {
  const frequencies = Array.from({ length: terms }, (_, term) => postings.reduce((sum, part) => sum + part[term]!.documents.length, 0));
  for (const document of dead) {
    const at = segmentAt(segments, document);
    for (let term = 0; term < terms; term += 1)
      if (countIn(postings[at]![term]!, document - segments[at]!.first) > 0) frequencies[term]! -= 1;
  }
  return frequencies;
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

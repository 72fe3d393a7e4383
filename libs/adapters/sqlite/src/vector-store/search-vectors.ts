import { VECTOR_LIMITS } from '@total-recall/ports';
import type { DatabaseSync } from 'node:sqlite';
import { passesFilter, resolveFilter, type ColumnFilter } from '../index-store/column-filter.ts';
import { createDocumentFinder } from '../index-store/find-document.ts';
import type { NameReader } from '../index-store/name-reader.ts';
import { numbersOf } from '../index-store/packed-documents.ts';
import { packHits, type PackedHits } from '../index-store/packed-hits.ts';
import type { DocumentReader } from '../index-store/read-documents.ts';
import { segmentAt, type SegmentReader } from '../index-store/segment-reader.ts';
import { BestCandidates } from '../index-store/select-candidates.ts';
import { DatabaseRefusal, withTransfer } from '../thread/serve-database.ts';
import { dotRow } from './dot-row.ts';
import { createApproximateScorer, type ScoreNear } from './approximate-scores.ts';
import { SignScan, signTable, type SignPart } from './sign-scan.ts';
import { SEALING } from './seal-sets.ts';
import { cipherOf } from './vector-cipher.ts';
import { placeOfNumber } from './vector-format.ts';
import type { KeyedSet, SimilaritiesRequest, VectorReaderHandlers, VectorSearchRequest } from './vector-messages.ts';
import type { VectorSegmentPlace, VectorSegmentReader } from './vector-segment-reader.ts';

/**
 * Up to this many vectors the search is exact. Most are ruled out by approximate scores; it takes some 2 ms for 384
 * dimensions.
 */
const EXACT_VECTORS = 20_000;
/**
 * Above it, this many vectors whose signs agree best are scored, in about 1 ms: four for each hit that may be
 * requested.
 */
const SIGN_CANDIDATES = 4 * VECTOR_LIMITS.hits;

/** A set as one read sees it. */
interface SetView {
  readonly id: number;
  readonly space: number;
  readonly dimensions: number;
  readonly segments: readonly VectorSegmentPlace[];
  readonly documents: number;
}

type Allows = ((number: number) => boolean) | undefined;

/** A search of one set: what is asked, the documents that may be found, and the best of them so far. */
interface SetSearch {
  readonly set: SetView;
  readonly query: Float32Array;
  readonly allows: Allows;
  readonly best: BestCandidates;
}

const NO_HITS: PackedHits = { eventIds: '', names: [], columns: new Float64Array(0) };

export type VectorSearch = Pick<VectorReaderHandlers, 'searchVectors' | 'similarities'>;

interface VectorSearchDeps {
  readonly vectors: VectorSegmentReader;
  readonly segments: SegmentReader;
  readonly documents: DocumentReader;
  readonly names: NameReader;
}

export function createVectorSearch(db: DatabaseSync, { vectors, segments, documents, names }: VectorSearchDeps): VectorSearch {
  const setRow =
    db.prepare(`SELECT vector_set.id, space.id AS space, dimensions, sealing FROM vector_set JOIN space ON space.id = vector_set.space
    WHERE space.tenant = ? AND space.name = ? AND vector_set.model = ?`);
  const scan = new SignScan();
  const scoreNear = createApproximateScorer();
  const finder = createDocumentFinder(db);

  const view = ({ tenant, space, model, key }: KeyedSet, query: Float32Array): SetView | undefined => {
    const row = setRow.get(tenant, space, model) as (Pick<SetView, 'id' | 'space' | 'dimensions'> & { sealing: number }) | undefined;
    if (!row || (row.sealing !== SEALING.clear && !key)) return undefined;
    if (row.dimensions !== query.length)
      throw new DatabaseRefusal(
        'invalid_request',
        `The vectors of this model have ${row.dimensions} dimensions in this space, not ${query.length}.`,
      );
    const own = vectors.segments(row.id, row.dimensions, cipherOf(key));
    return { ...row, segments: own, documents: own.reduce((sum, { documents }) => sum + documents, 0) };
  };
  const toHits = ({ space }: SetView, found: readonly { readonly document: number; readonly score: number }[]): PackedHits => {
    const rows = found.map(({ document }) => documents.row(space, document));
    return packHits(rows, (_, at) => found[at]!.score, names);
  };
  return {
    searchVectors: ({ limit, vector, filter, ...address }: VectorSearchRequest) => {
      const set = view(address, vector);
      const columnFilter = filter && resolveFilter(filter, set?.space ?? 0, { names, finder });
      if (!set || columnFilter === 'nothing') return NO_HITS;
      const allows = allowance(segments, set.space, columnFilter);
      const best = new BestCandidates(limit);
      const search: SetSearch = { set, query: vector, allows, best };
      if (set.documents <= EXACT_VECTORS) scoreAll(vectors, scoreNear(vector), search);
      else scoreCandidates(vectors, scan, search);
      return toHits(set, best.sorted());
    },
    similarities: ({ vector, documents: asked, ...address }: SimilaritiesRequest) => {
      const set = view(address, vector);
      const found = new Float64Array(asked.numbers.length).fill(Number.NaN);
      if (set) scoreNumbers(vectors, set, vector, numbersOf(asked, set.space, finder), found);
      return withTransfer(found, [found.buffer]);
    },
  };
}

/** Creates a filter of documents by the columns of the text segments, which contain every document of the space. */
function allowance(segments: SegmentReader, space: number, filter: ColumnFilter | undefined): Allows {
  if (!filter) return undefined;
  const places = segments.segments(space);
  let current = places[0];
  let columns = current && segments.columns(current);
  return (number) => {
    if (!current || number < current.first || number >= current.first + current.documents) {
      current = places[segmentAt(places, number)];
      columns = current && segments.columns(current);
    }
    return current !== undefined && columns !== undefined && passesFilter(filter, columns, number - current.first, current.first);
  };
}

/** Scores all vectors, except those that their approximate scores exclude from the best. */
function scoreAll(vectors: VectorSegmentReader, scoreNear: ReturnType<ScoreNear>, { set, query, allows, best }: SetSearch): void {
  const segments = set.segments.map((segment) => {
    const { numbers, scales } = vectors.head(segment);
    const rows = vectors.rows(segment, set.dimensions);
    return { numbers, scales, rows, scores: scoreNear?.(rows, scales) };
  });
  const least = best.like();
  for (const { numbers, scales, scores } of segments) {
    for (let place = 0; scores !== undefined && place < numbers.length; place += 1) {
      const atLeast = scores.near[place]! - scores.off * Math.abs(scales[place]!);
      if (least.takes(atLeast) && (!allows || allows(numbers[place]!))) least.add(numbers[place]!, atLeast);
    }
  }
  const cut = least.worst();
  for (const { numbers, scales, rows, scores } of segments) {
    for (let place = 0; place < numbers.length; place += 1) {
      if (scores !== undefined && scores.near[place]! + scores.off * Math.abs(scales[place]!) < cut) continue;
      const score = scales[place]! * dotRow(query, rows, place * set.dimensions);
      if (best.takes(score) && (!allows || allows(numbers[place]!))) best.add(numbers[place]!, score);
    }
  }
}

function scoreCandidates(vectors: VectorSegmentReader, scan: SignScan, { set, query, allows, best }: SetSearch): void {
  const parts = set.segments.map((segment): SignPart => {
    const signs = (): Uint8Array => vectors.signs(segment, set.dimensions);
    if (!allows) return { count: segment.documents, read: () => ({ signs: signs() }) };
    const read = (): ReturnType<SignPart['read']> => {
      const { numbers } = vectors.head(segment);
      return { signs: signs(), allows: (place) => allows(numbers[place]!) };
    };
    return { count: segment.documents, read };
  });
  const candidates = Map.groupBy(scan.select(parts, signTable(query), SIGN_CANDIDATES), ({ part }) => part);
  for (const [part, places] of candidates) {
    const segment = set.segments[part]!;
    const { numbers, scales } = vectors.head(segment);
    const read = vectors.rowReader(segment, set.dimensions);
    for (const { place, signs } of places) {
      const { rows, from } = read(place, signs);
      const score = scales[place]! * dotRow(query, rows, from);
      if (best.takes(score)) best.add(numbers[place]!, score);
    }
  }
}

/** Scores these documents in ascending order, as rows are read. */
function scoreNumbers(
  vectors: VectorSegmentReader,
  set: SetView,
  query: Float32Array,
  numbers: readonly (number | undefined)[],
  scores: Float64Array,
): void {
  const rising = Uint32Array.from(numbers.keys().filter((at) => numbers[at] !== undefined)).sort(
    (left, right) => numbers[left]! - numbers[right]!,
  );
  for (const segment of set.segments) {
    let read: ReturnType<VectorSegmentReader['rowReader']> | undefined;
    for (const at of rising) {
      const number = numbers[at]!;
      if (number < segment.first || number > segment.last) continue;
      const head = vectors.head(segment);
      const place = placeOfNumber(head.numbers, number);
      if (head.numbers[place] !== number) continue;
      read ??= vectors.rowReader(segment, set.dimensions);
      const { rows, from } = read(place);
      scores[at] = head.scales[place]! * dotRow(query, rows, from);
    }
  }
}

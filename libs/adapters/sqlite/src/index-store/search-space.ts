import type { EventKind } from '@total-recall/domain';
import { INDEX_LIMITS, type TextFilter, type TextHit, type TextStatistics } from '@total-recall/ports';
import type { DatabaseSync } from 'node:sqlite';
import type { PlacesRequest, SearchRequest } from './index-messages.ts';
import { DOCUMENTS_PER_SPACE, NAME_TYPES, type NameType } from './index-schema.ts';
import type { NameReader } from './name-reader.ts';
import type { Columns, Postings } from './segment-format.ts';
import { countIn, lowerBound, type SegmentPlace, type SegmentReader } from './segment-reader.ts';
import { CandidateSelector, weighTerms, type SelectionPart } from './select-candidates.ts';

/** Postings scored for one query at most: about 20 ms. Beyond it the commonest terms only count, they do not choose. */
const POSTINGS_BUDGET = 4_000_000;

export interface SpaceSearch {
  search(request: SearchRequest): TextHit[];
  statistics(tenant: string, space: string, terms: readonly string[]): TextStatistics;
  documentsAt(request: PlacesRequest): TextHit[];
}

/** A space as one read sees it. */
interface SpaceView {
  readonly id: number;
  readonly documents: number;
  readonly totalLength: number;
  readonly segments: readonly SegmentPlace[];
  /** Numbers of documents of replaced events. */
  readonly dead: ReadonlySet<number>;
}

interface HitRow {
  readonly id: number;
  readonly part: number;
  readonly length: number;
  readonly artifact: number;
  readonly fromByte: number | null;
  readonly toByte: number | null;
  readonly eventId: string;
  readonly session: number;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: number;
  readonly occurredAt: number;
}

const HIT_COLUMNS = `document.id, part, length, artifact, from_byte AS fromByte, to_byte AS toByte, event_id AS eventId, session, ordinal, turn, kind, occurred_at AS occurredAt`;

export function createSpaceSearch(db: DatabaseSync, segments: SegmentReader, names: NameReader): SpaceSearch {
  const selector = new CandidateSelector();
  const spaceRow = db.prepare('SELECT id, documents, total_length AS totalLength FROM space WHERE tenant = ? AND name = ?');
  const deadOf = db.prepare('SELECT document FROM dead WHERE space = ?');
  const hitRow = db.prepare(`SELECT ${HIT_COLUMNS} FROM document JOIN event ON event.id = document.event WHERE document.id = ?`);
  const placeOf = db.prepare('SELECT first_document AS first, documents FROM event WHERE space = ? AND session = ? AND ordinal = ?');

  const view = (tenant: string, space: string): SpaceView | undefined => {
    const row = spaceRow.get(tenant, space) as Pick<SpaceView, 'id' | 'documents' | 'totalLength'> | undefined;
    return row && { ...row, segments: segments.segments(row.id), dead: new Set(deadOf.all(row.id).map((dead) => dead['document'] as number)) };
  };
  const postingsOf = (held: SpaceView, terms: readonly string[]): Postings[][] => held.segments.map((segment) => terms.map((term) => segments.postings(segment, term)));
  /** `postings` by segment, and in it by term: what the query has in hand, so that a small cache is not read through again for every hit. */
  const hitOf = (held: SpaceView, document: number, postings: readonly (readonly Postings[])[]): TextHit => {
    const row = hitRow.get(held.id * DOCUMENTS_PER_SPACE + document) as unknown as HitRow;
    const at = segmentAt(held.segments, document);
    const inSegment = document - held.segments[at]!.first;
    return toHit(row, names, postings[at]!.map((ofTerm) => countIn(ofTerm, inSegment)));
  };

  return {
    search: ({ tenant, space, terms, limit, filter }) => {
      const held = view(tenant, space);
      const columnFilter = filter && resolveFilter(filter, held?.id ?? 0, names);
      if (!held || held.documents === 0 || columnFilter === 'nothing') return [];
      const postings = postingsOf(held, terms);
      const weights = weighTerms(held.documents, frequenciesOf(held, postings, terms.length), POSTINGS_BUDGET);
      const parts = held.segments.flatMap((segment, at): SelectionPart[] => {
        if (!postings[at]!.some(({ documents }, term) => documents.length > 0 && weights[term]! > 0)) return [];
        const columns = segments.columns(segment);
        return [{ first: segment.first, columns, postings: postings[at]!, allows: allowance(segment, columns, held.dead, columnFilter) }];
      });
      const best = selector.select(parts, { weights, averageLength: held.totalLength / held.documents }, limit);
      return best.map(({ document }) => hitOf(held, document, postings));
    },
    statistics: (tenant, space, terms) => {
      const held = view(tenant, space);
      if (!held) return { documents: 0, totalLength: 0, documentFrequencies: terms.map(() => 0) };
      return { documents: held.documents, totalLength: held.totalLength, documentFrequencies: frequenciesOf(held, postingsOf(held, terms), terms.length) };
    },
    documentsAt: ({ tenant, space, terms, places }) => {
      const held = view(tenant, space);
      if (!held) return [];
      const postings = postingsOf(held, terms);
      const hits = new Map<number, TextHit>();
      for (const { session, ordinal } of places) {
        const id = names.idOf(held.id, NAME_TYPES.session, session);
        const found = id === undefined ? [] : (placeOf.all(held.id, id, ordinal) as unknown as { first: number; documents: number }[]);
        for (const { first, documents } of found) {
          for (const document of pickDocuments(held.segments, postings, first, documents)) hits.set(document, hitOf(held, document, postings));
        }
      }
      return [...hits.values()];
    },
  };
}

function segmentAt(segments: readonly SegmentPlace[], document: number): number {
  return segments.findLastIndex(({ first }) => first <= document);
}

/** The documents of one event to show: all, or of a great many those that hold most of the terms. */
function pickDocuments(segments: readonly SegmentPlace[], postings: readonly (readonly Postings[])[], first: number, documents: number): number[] {
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
  return all.sort((left, right) => matched[right - first]! - matched[left - first]! || left - right).slice(0, INDEX_LIMITS.documentsPerPlace);
}

/** Documents that hold each term, without the dead ones. */
function frequenciesOf({ segments, dead }: SpaceView, postings: readonly (readonly Postings[])[], terms: number): number[] {
  const frequencies = Array.from({ length: terms }, (_, term) => postings.reduce((sum, part) => sum + part[term]!.documents.length, 0));
  for (const document of dead) {
    const at = segmentAt(segments, document);
    for (let term = 0; term < terms; term += 1) if (countIn(postings[at]![term]!, document - segments[at]!.first) > 0) frequencies[term]! -= 1;
  }
  return frequencies;
}

function toHit(row: HitRow, names: NameReader, termCounts: number[]): TextHit {
  const { fromByte, toByte } = row;
  const artifactId = row.artifact === 0 ? {} : { artifactId: names.valueOf(row.artifact) };
  return {
    eventId: row.eventId, part: row.part, ...(fromByte === null || toByte === null ? {} : { passage: { ...artifactId, fromByte, toByte } }),
    session: names.valueOf(row.session), ordinal: row.ordinal, turn: row.turn, kind: names.valueOf(row.kind) as EventKind, occurredAt: row.occurredAt,
    termCounts, length: row.length,
  };
}

/** A filter in numbers of the `name` table. */
interface ColumnFilter {
  readonly lists: readonly { readonly column: 'sessions' | 'kinds' | 'agents' | 'tasks'; readonly ids: ReadonlySet<number> }[];
  readonly fromTime: number;
  readonly toTime: number;
}

function resolveFilter(filter: TextFilter, space: number, names: NameReader): ColumnFilter | undefined | 'nothing' {
  const asked: [ColumnFilter['lists'][number]['column'], NameType, readonly string[] | undefined][] = [
    ['sessions', NAME_TYPES.session, filter.sessions], ['kinds', NAME_TYPES.kind, filter.kinds], ['agents', NAME_TYPES.agent, filter.agents], ['tasks', NAME_TYPES.task, filter.taskIds],
  ];
  const lists: { column: ColumnFilter['lists'][number]['column']; ids: Set<number> }[] = [];
  for (const [column, type, values] of asked) {
    if (!values) continue;
    const ids = new Set(values.flatMap((value) => names.idOf(space, type, value) ?? []));
    if (ids.size === 0) return 'nothing';
    lists.push({ column, ids });
  }
  if (lists.length === 0 && filter.fromTime === undefined && filter.toTime === undefined) return undefined;
  return { lists, fromTime: filter.fromTime ?? -Infinity, toTime: filter.toTime ?? Infinity };
}

function allowance(segment: SegmentPlace, columns: Columns, dead: ReadonlySet<number>, filter: ColumnFilter | undefined): SelectionPart['allows'] {
  if (dead.size === 0 && !filter) return undefined;
  return (document) => {
    if (dead.has(segment.first + document)) return false;
    if (!filter) return true;
    const time = columns.times[document]!;
    if (time < filter.fromTime || time > filter.toTime) return false;
    return filter.lists.every(({ column, ids }) => ids.has(columns[column][document]!));
  };
}

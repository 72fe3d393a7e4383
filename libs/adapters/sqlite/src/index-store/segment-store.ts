import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BLOCKS_PER_SEGMENT } from './index-schema.ts';
import { mergeSegments } from './merge-segments.ts';
import { purgeBlocks } from './purge-segment.ts';
import { MAX_SEGMENT_DOCUMENTS, packColumns, viewColumns, type Columns, type Segment } from './segment-format.ts';
import type { NumberRange } from '../vector-store/vector-segment-store.ts';

/** Segments below this size are always joined, so that single events do not leave many tiny segments. */
const SMALL_SEGMENT_DOCUMENTS = 24;

interface SegmentRow {
  readonly id: number;
  readonly first: number;
  readonly documents: number;
  readonly blocks: number;
}

/**
 * Writes segments. A new segment is joined with its neighbours so that each older segment is at least twice as large as
 * the next.
 */
export interface SegmentStore {
  add(space: number, first: number, segment: Segment): void;
  /** Rewrites the segments with documents of these ranges without their content. */
  purge(space: number, ranges: readonly NumberRange[]): void;
  dropAll(space: number): void;
}

export function createSegmentStore(db: DatabaseSync): SegmentStore {
  const statements = prepareSegmentStatements(db);
  return {
    add: (space, first, segment) => {
      const joined: SegmentRow[] = [];
      let documents = segment.documents;
      for (const row of statements.newestFirst.iterate(space) as Iterable<unknown> as Iterable<SegmentRow>) {
        const total = documents + row.documents;
        if (total > MAX_SEGMENT_DOCUMENTS || (row.documents > documents && total > SMALL_SEGMENT_DOCUMENTS)) break;
        joined.unshift(row);
        documents = total;
      }
      if (joined.length === 0) return save(statements, space, first, segment);
      const merged = mergeSegments([
        ...joined.map((row) => ({ documents: row.documents, blocks: blocksOf(statements.blocks, row.id) })),
        { documents: segment.documents, blocks: segment.blocks },
      ]);
      const columns = joined.map((row) => viewColumns((statements.columns.get(row.id) as { columns: Uint8Array }).columns, row.documents));
      for (const row of joined) drop(statements, row.id);
      const whole = viewColumns(packColumns([...columns, segment.columns]), documents);
      save(statements, space, joined[0]!.first, { documents, firsts: merged.firsts, blocks: merged.blocks, columns: whole });
    },
    purge: (space, ranges) => {
      const rows = statements.newestFirst.all(space) as unknown as SegmentRow[];
      for (const row of rows) {
        const touching = ranges.filter(({ from, to }) => from < row.first + row.documents && to > row.first);
        if (touching.length > 0) purgeSegment(statements, space, row, touching);
      }
    },
    dropAll: (space) => {
      for (const row of statements.newestFirst.all(space) as unknown as SegmentRow[]) drop(statements, row.id);
    },
  };
}

type Statements = ReturnType<typeof prepareSegmentStatements>;

function drop(statements: Statements, id: number): void {
  statements.dropBlocks.run(id * BLOCKS_PER_SEGMENT, (id + 1) * BLOCKS_PER_SEGMENT);
  statements.dropSegment.run(id);
}

/** Purges a segment. It keeps its number of documents, but purged ones have no terms and no filter values any more. */
function purgeSegment(statements: Statements, space: number, row: SegmentRow, ranges: readonly NumberRange[]): void {
  const gone = new Uint8Array(row.documents);
  for (const { from, to } of ranges) gone.fill(1, Math.max(0, from - row.first), Math.max(0, to - row.first));
  const isGone = (document: number): boolean => gone[document] === 1;
  const purged = purgeBlocks(blocksOf(statements.blocks, row.id), isGone);
  const columns = viewColumns((statements.columns.get(row.id) as { columns: Uint8Array }).columns.slice(), row.documents);
  for (let document = 0; document < row.documents; document += 1) if (isGone(document)) clearColumns(columns, document);
  drop(statements, row.id);
  save(statements, space, row.first, { documents: row.documents, firsts: purged.firsts, blocks: purged.blocks, columns });
}

function clearColumns(columns: Columns, document: number): void {
  for (const column of Object.values(columns) as (Float64Array | Uint32Array)[]) column[document] = 0;
}

function prepareSegmentStatements(db: DatabaseSync) {
  return {
    newestFirst: db.prepare('SELECT id, first, documents, blocks FROM segment WHERE space = ? ORDER BY first DESC'),
    columns: db.prepare('SELECT columns FROM segment WHERE id = ?'),
    blocks: db.prepare('SELECT data FROM block WHERE id >= ? AND id < ? ORDER BY id'),
    dropBlocks: db.prepare('DELETE FROM block WHERE id >= ? AND id < ?'),
    dropSegment: db.prepare('DELETE FROM segment WHERE id = ?'),
    addSegment: db.prepare('INSERT INTO segment (space, first, documents, blocks, firsts, columns) VALUES (?, ?, ?, ?, ?, ?)'),
    addBlock: db.prepare('INSERT INTO block (id, data) VALUES (?, ?)'),
  };
}

function* blocksOf(blocks: StatementSync, segment: number): Generator<Uint8Array> {
  // Reads all rows at once: a statement must not be iterated twice at the same time, and a merge reads several segments
  // in parallel.
  for (const row of blocks.all(segment * BLOCKS_PER_SEGMENT, (segment + 1) * BLOCKS_PER_SEGMENT)) yield row['data'] as Uint8Array;
}

function save(statements: Statements, space: number, first: number, segment: Segment): void {
  const { documents, blocks, firsts, columns } = segment;
  if (blocks.length > BLOCKS_PER_SEGMENT) throw new Error(`a segment of ${blocks.length} blocks`);
  const saved = statements.addSegment.run(space, first, documents, blocks.length, firsts.join(' '), packColumns([columns]));
  const id = Number(saved.lastInsertRowid);
  blocks.forEach((data, at) => statements.addBlock.run(id * BLOCKS_PER_SEGMENT + at, data));
}

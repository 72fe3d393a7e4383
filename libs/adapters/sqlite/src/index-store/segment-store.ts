import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { BLOCKS_PER_SEGMENT } from './index-schema.ts';
import { mergeSegments } from './merge-segments.ts';
import { MAX_SEGMENT_DOCUMENTS, packColumns, viewColumns, type Segment } from './segment-format.ts';

/** Below this, neighbours are always joined: a trickle of single events must not leave a trail of tiny segments. */
const SMALL_SEGMENT_DOCUMENTS = 24;

interface SegmentRow {
  readonly id: number;
  readonly first: number;
  readonly documents: number;
  readonly blocks: number;
}

/** The writer's side of segments: adds one, joining it with its neighbours so that sizes fall at least by half from old to new. */
export interface SegmentStore {
  add(space: number, first: number, segment: Segment): void;
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
      for (const row of joined) {
        statements.dropBlocks.run(row.id * BLOCKS_PER_SEGMENT, (row.id + 1) * BLOCKS_PER_SEGMENT);
        statements.dropSegment.run(row.id);
      }
      const whole = viewColumns(packColumns([...columns, segment.columns]), documents);
      save(statements, space, joined[0]!.first, { documents, firsts: merged.firsts, blocks: merged.blocks, columns: whole });
    },
  };
}

type Statements = ReturnType<typeof prepareSegmentStatements>;

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
  // All at once: a statement may not be iterated twice at the same time, and a merge reads several segments side by side.
  for (const row of blocks.all(segment * BLOCKS_PER_SEGMENT, (segment + 1) * BLOCKS_PER_SEGMENT)) yield row['data'] as Uint8Array;
}

function save(statements: Statements, space: number, first: number, segment: Segment): void {
  const { documents, blocks, firsts, columns } = segment;
  if (blocks.length > BLOCKS_PER_SEGMENT) throw new Error(`a segment of ${blocks.length} blocks`);
  const saved = statements.addSegment.run(space, first, documents, blocks.length, firsts.join(' '), packColumns([columns]));
  const id = Number(saved.lastInsertRowid);
  blocks.forEach((data, at) => statements.addBlock.run(id * BLOCKS_PER_SEGMENT + at, data));
}

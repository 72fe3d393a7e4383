import type { DatabaseSync } from 'node:sqlite';
import type { DocumentReader } from './read-documents.ts';
import type { Postings } from './segment-format.ts';
import { countIn, segmentAt, type SegmentPlace, type SegmentReader } from './segment-reader.ts';

/** A space as one read sees it. */
export interface SpaceView {
  readonly id: number;
  readonly documents: number;
  readonly totalLength: number;
  readonly segments: readonly SegmentPlace[];
  readonly dead: ReadonlySet<number>;
}

/** Looks at spaces as they are in the present snapshot; undefined for one that is not there. */
export type SpaceViewer = (tenant: string, space: string) => SpaceView | undefined;

export function createSpaceViewer(db: DatabaseSync, segments: SegmentReader, documents: DocumentReader): SpaceViewer {
  const spaceRow = db.prepare('SELECT id, documents, total_length AS totalLength FROM space WHERE tenant = ? AND name = ?');
  return (tenant, space) => {
    const row = spaceRow.get(tenant, space) as Pick<SpaceView, 'id' | 'documents' | 'totalLength'> | undefined;
    return row && { ...row, segments: segments.segments(row.id), dead: documents.dead(row.id) };
  };
}

/** Finds the segment of a document, and its place there; undefined for one that is dead or in no segment. */
export function placeOf({ segments, dead }: SpaceView, document: number | undefined): { segment: SegmentPlace; at: number } | undefined {
  if (document === undefined || dead.has(document)) return undefined;
  const segment = segments[segmentAt(segments, document)];
  return segment && document < segment.first + segment.documents ? { segment, at: document - segment.first } : undefined;
}

/** Returns the number of documents that contain each term, without dead ones. `postings` are by segment and term. */
export function frequenciesOf({ segments, dead }: SpaceView, postings: readonly (readonly Postings[])[], terms: number): number[] {
  const frequencies = Array.from({ length: terms }, (_, term) => postings.reduce((sum, part) => sum + part[term]!.documents.length, 0));
  for (const document of dead) {
    const at = segmentAt(segments, document);
    for (let term = 0; term < terms; term += 1)
      if (countIn(postings[at]![term]!, document - segments[at]!.first) > 0) frequencies[term]! -= 1;
  }
  return frequencies;
}
